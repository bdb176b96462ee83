package main

// Lines of JSON between a match and a bot: the same file in every Go kit. There is no need to change it.

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
)

// Log writes a line to standard error. Meydan keeps it beside the turn in which it was written.
func Log(format string, words ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", words...)
}

// Match is the match at the other end of the line.
type Match struct {
	reader *bufio.Reader
	writer io.Writer
}

// Open takes standard input and output, or the socket that MEYDAN_SOCKET names (HOST:PORT): then a debugger has the
// terminal. From here on fmt.Println writes to standard error, because standard output belongs to the match.
func Open() (*Match, error) {
	var reader io.Reader = os.Stdin
	var writer io.Writer = os.Stdout
	if address := os.Getenv("MEYDAN_SOCKET"); address != "" {
		link, err := net.Dial("tcp", address)
		if err != nil {
			return nil, err
		}
		reader, writer = link, link
	}
	os.Stdout = os.Stderr
	return &Match{bufio.NewReader(reader), writer}, nil
}

// Receive reads the next message into `message`; it gives false when the match is over.
func (m *Match) Receive(message any) (bool, error) {
	line, err := m.reader.ReadBytes('\n')
	if err == io.EOF {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, json.Unmarshal(line, message)
}

// Send sends one message.
func (m *Match) Send(message any) error {
	line, err := json.Marshal(message)
	if err != nil {
		return err
	}
	_, err = m.writer.Write(append(line, '\n'))
	return err
}

// Act acts in a window.
func (m *Match) Act(window int, act any) error {
	return m.Send(map[string]any{"window": window, "act": act})
}

// Note keeps something beside a window, for the viewer; opponents never see it.
func (m *Match) Note(window int, note any) error {
	return m.Send(map[string]any{"window": window, "note": note})
}

// Done ends a window.
func (m *Match) Done(window int) error {
	return m.Send(map[string]any{"window": window, "done": true})
}
