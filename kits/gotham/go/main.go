package main

import "os"

// main starts the bot.
func main() {
	if err := Play(newUnit); err != nil {
		Log("%v", err)
		os.Exit(1)
	}
}

func newUnit(kind AgentType, phone *Phone) Unit {
	switch kind {
	case Thief:
		return &ThiefAI{phone}
	case Joker:
		return &JokerAI{ThiefAI{phone}}
	case Batman:
		return &BatmanAI{NewPoliceAI(phone)}
	default:
		police := NewPoliceAI(phone)
		return &police
	}
}
