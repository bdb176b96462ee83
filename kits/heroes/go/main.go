package main

import "os"

// main starts the bot.
func main() {
	if err := Play(&AI{}); err != nil {
		Log("%v", err)
		os.Exit(1)
	}
}
