#!/usr/bin/env python3
"""Tries the lines of docs/debugging.md: a recorded match is met again under every debugger that is on this machine, in a terminal.

Each stops in the bot's turn, says where it is, lets the bot play on to the end, and again before a window that is named with
`--stop`. The match must then be over as it was recorded. A debugger that is missing is said, and is not a failure.

    kits/debuggers.py [--meydan target/debug/meydan] [NAME …]
"""

import argparse
import os
import pty
import re
import select
import signal
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# How long one answer may take, on a busy machine.
PATIENCE = 90
# A debugger listens when it has been silent for this long: some throw away what was typed before.
QUIET = 0.5
# Colours and whatever else steers the terminal.
STEERS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|\r")

GDB, PDB, NODE, JDB = r"\(gdb\) $", r"\(Pdb\) $", r"debug> $", r"(> |\] )$"
# What LLDB is told beforehand: its line editor asks the terminal where its cursor is.
LLDB = ["lldb", "--batch", "--no-lldbinit", "--source-quietly"]

# By name: the kit, its debugger, and what is expected and typed: once with a breakpoint, once with `--stop 1`.
# FOLDER is the kit's folder.
TRIES = {
    "pdb": ("python", ["python3", "-m", "pdb", "FOLDER/main.py"], [
        (PDB, "b bot.py:35"), (PDB, "c"), (r"bot\.py\(35\)turn[\s\S]*" + PDB, "p game.round"), (r"\b1\n" + PDB, "cl 1"), (PDB, "c"), (r"finished[\s\S]*" + PDB, "q"),
    ], [
        (PDB, "c"), (r"interrupted before window 1[\s\S]*" + PDB, "w"), (r"receive\(\)[\s\S]*" + PDB, "c"), (r"finished[\s\S]*" + PDB, "q"),
    ]),
    "gdb": ("c", ["gdb", "-nx", "FOLDER/build/bot"], [
        (GDB, "set pagination off"), (GDB, "break bot_turn"), (GDB, "run"), (r"Breakpoint 1, bot_turn[\s\S]*" + GDB, "bt"),
        (r"play[\s\S]*" + GDB, "disable"), (GDB, "continue"), (r"exited normally[\s\S]*" + GDB, "quit"),
    ], [
        (GDB, "set pagination off"), (GDB, "run"), (r"SIGINT[\s\S]*" + GDB, "bt"), (r"match_receive[\s\S]*" + GDB, "continue"),
        (r"exited normally[\s\S]*" + GDB, "quit"),
    ]),
    "lldb": ("c", [*LLDB, "-o", "breakpoint set --name bot_turn", "-o", "run", "-o", "bt", "-o", "breakpoint disable", "-o", "continue", "FOLDER/build/bot"], [
        (r"stop reason = breakpoint[\s\S]*play[\s\S]*exited with status = 0", None),
    ], [
        (r"stop reason = signal SIGINT[\s\S]*match_receive[\s\S]*exited with status = 0", None),
    ]),
    "node": ("javascript", ["node", "inspect", "FOLDER/main.js"], [
        (NODE, "sb('bot.js', 20)"), (NODE, "c"), (r"break in .*bot\.js:20[\s\S]*" + NODE, "exec('game.round')"), (r"\b1\n" + NODE, "cb('bot.js', 20)"),
        (NODE, "c"), (r"Waiting for the debugger to disconnect[\s\S]*" + NODE, ".exit"),
    ], [
        (NODE, "c"), (r"break in .*meydan\.js[\s\S]*debugger;[\s\S]*" + NODE, "exec('message.window')"), (r"\b1\n" + NODE, "c"),
        (r"Waiting for the debugger to disconnect[\s\S]*" + NODE, ".exit"),
    ]),
    "jdb": ("java", ["jdb", "-classpath", "FOLDER/build/classes", "-sourcepath", "FOLDER/src", "Main"], [
        (JDB, "stop in Bot.turn"), (JDB, "run"), (r"Breakpoint hit[\s\S]*Bot\.turn[\s\S]*" + JDB, "where"), (r"Main\.main[\s\S]*" + JDB, "clear Bot.turn"), (JDB, "cont"),
        (r"The application exited", None),
    ], [
        (JDB, "stop in meydan.Match.stop"), (JDB, "run"), (r"Breakpoint hit[\s\S]*Match\.stop[\s\S]*" + JDB, "where"), (r"Match\.receive[\s\S]*" + JDB, "cont"),
        (r"The application exited", None),
    ]),
}
# The game of a kit: the labyrinth has none in Java.
GAMES = {"java": ("jungle", ["house:collector"])}


class Failed(Exception):
    """A debugger did not do what the book says."""


def talk(command, folder, steps):
    """Plays a conversation in a terminal and gives all of it, with the exit code."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        # Node's debugger has a port of its own, and gdb asks a server of symbols unless it is told not to.
        os.environ.update(TERM="xterm", NO_COLOR="1", DEBUGINFOD_URLS="", NODE_INSPECT_OPTIONS="")
        os.execvp(command[0], command)
    told, seen, steps = "", 0, list(steps)
    heard = time.monotonic()
    try:
        while True:
            ready, _, _ = select.select([terminal], [], [], QUIET)
            if ready:
                try:
                    told += os.read(terminal, 65536).decode(errors="replace")
                except OSError:
                    break
                heard = time.monotonic()
                continue
            fresh = STEERS.sub("", told[seen:])
            if steps and re.search(steps[0][0], fresh):
                _, line = steps.pop(0)
                seen, heard = len(told), time.monotonic()
                if line is not None:
                    os.write(terminal, line.encode() + b"\n")
                    # What was typed comes back, and is no answer.
                    seen += len(line) + 2
            elif time.monotonic() - heard > PATIENCE:
                raise Failed(f"nothing more came; awaited: {steps[0][0] if steps else 'the end'}\n{STEERS.sub('', told)}")
    except Failed:
        os.kill(child, signal.SIGKILL)
        raise
    finally:
        os.close(terminal)
        _, status = os.waitpid(child, 0)
    told = STEERS.sub("", told)
    # The last words may have come together with the end.
    if steps and not (len(steps) == 1 and re.search(steps[0][0], told)):
        raise Failed(f"it ended before: {steps[0][0]}\n{told}")
    return told, os.waitstatus_to_exitcode(status)


def run(command, folder):
    """Runs a command; what it says is shown if it fails."""
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        raise Failed(f"`{' '.join(command)}` ended with {done.returncode}\n{done.stdout}{done.stderr}")


def attempt(name, meydan, folder):
    """Tries one debugger, with a breakpoint and with `--stop`."""
    kit, command, stops, halts = TRIES[name]
    game, others = GAMES.get(kit, ("labyrinth", []))
    mine, record = f"{game}-{kit}", f"{name}.trace"
    run([meydan, "new", game, kit, mine], folder)
    run([meydan, "match", game, f"./{mine}", *others, "--seed", "3", "--clock", "off", "--out", record], folder)
    for stop, steps in ([], stops), (["--stop", "1"], halts):
        words = [word.replace("FOLDER", mine) for word in command]
        if stop:
            # A breakpoint that LLDB would be told beforehand, with the `-o` before it.
            set_before = {at for at, word in enumerate(words) if word.startswith("breakpoint ")}
            words = [word for at, word in enumerate(words) if not {at, at + 1} & set_before]
        told, code = talk([meydan, "rerun", record, "--seat", "0", "--terminal", *stop, "--", *words], folder, steps)
        if code != 0 or ", 0 with other acts than recorded" not in told:
            raise Failed(f"it ended with {code}\n{told}")
    print(f"ok: {name}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--meydan", default=ROOT / "target/debug/meydan", type=Path)
    parser.add_argument("names", nargs="*", choices=[[], *TRIES])
    args = parser.parse_args()
    failed = False
    for name in args.names or TRIES:
        tool = "python3" if name == "pdb" else name
        if shutil.which(tool) is None:
            print(f"NOT tried, because it is not on this machine: {name}", flush=True)
            continue
        with tempfile.TemporaryDirectory() as folder:
            os.environ["XDG_DATA_HOME"] = os.path.join(folder, "data")
            try:
                attempt(name, str(args.meydan.resolve()), folder)
            except Failed as error:
                failed = True
                print(f"FAILED: {name}: {error}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
