#!/usr/bin/env python3
"""Builds every kit whose tool chain is on this machine, runs its unit tests, and plays a whole match with it, twice.

Each kit is taken from the shelf inside the program, with `meydan new`, so that what is checked is what an author gets. The second
match is played over a socket, as under a debugger. The same seed must give the same match, also from one language to the
next: the kits of a game have the same example bot. A tool chain that is missing is said, and is not a failure.

    kits/check.py [--meydan target/debug/meydan] [GAME[/LANGUAGE] …]
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "target/kits"

# Who plays the match of a game; KIT is the kit. The longer it goes, the more it says.
MATCHES = {
    "labyrinth": ["KIT", "--map", "crowd"],
    "jungle": ["KIT", "house:collector"],
    "galaxy": ["KIT", "house:greedy", "house:greedy", "--ruleset", "official"],
    "heroes": ["KIT", "house:random"],
    "gotham": ["KIT", "house:random"],
}

# Games in which a bot has one process for each of its units: there is no single bot to wait for on a socket.
MANY = {"gotham"}

# What a language needs, and where that comes from.
TOOLS = {
    "python": ["python3"],
    "javascript": ["node"],
    "typescript": ["node"],
    "java": ["javac", "java"],
    "csharp": ["dotnet"],
    "cpp": ["c++"],
    "c": ["gcc"],
    "rust": ["cargo"],
    "go": ["go"],
}

LIMIT = 600

# The .NET to build for: that of the SDK, whichever it is.
FRAMEWORK = {}


class Failed(Exception):
    """Something is wrong with a kit; the text says what."""


def run(command, cwd, **more):
    """Runs a command; what it writes is shown if it fails."""
    done = subprocess.run(
        command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=LIMIT,
        env={**os.environ, "CARGO_BUILD_BUILD_DIR": str(WORK / "cargo"), **FRAMEWORK}, **more,
    )
    if done.returncode != 0:
        told = command if isinstance(command, str) else " ".join(map(str, command))
        raise Failed(f"`{told}` ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def missing(language):
    """What a language lacks on this machine, in words; nothing if it can be used."""
    lacks = [tool for tool in TOOLS.get(language, [language]) if shutil.which(tool) is None]
    if not lacks and language == "csharp":
        version = run(["dotnet", "--version"], ROOT).split(".")
        FRAMEWORK["TargetFramework"] = "netcoreapp3.1" if version[0] == "3" else f"net{version[0]}.0"
    if not lacks and language == "typescript" and not (ROOT / "web/node_modules/typescript").is_dir():
        version = re.findall(r"\d+", run(["node", "--version"], ROOT))
        if (int(version[0]), int(version[1])) < (22, 13):
            return "Node 22.13, or the compiler in web/node_modules"
    return ", ".join(f"`{tool}`" for tool in lacks)


def seats(game, kit):
    """The seats and options of a game's match."""
    return [kit if word == "KIT" else word for word in MATCHES[game]] + ["--seed", "1", "--clock", "10x", "--json"]


def result(game, text):
    """What came of a match."""
    played = json.loads(text)
    house = {word.removeprefix("house:") for word in MATCHES[game] if word.startswith("house:")}
    own = {standing["seat"] for standing in played["standings"] if standing["name"] not in house}
    faults = [fault for fault in played["faults"] if fault["seat"] in own]
    if faults or not own:
        raise Failed(f"the bot made mistakes: {faults[:3]}")
    return played["final_hash"], played["windows"]


def play(meydan, game, folder):
    """A match with the kit's folder on a seat."""
    return result(game, run([meydan, "match", game, *seats(game, "./" + folder.name)], folder.parent))


def play_over_socket(meydan, game, folder):
    """The same match; the bot comes by itself."""
    command = [meydan, "match", game, *seats(game, "socket:0")]
    waiting = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        for line in waiting.stderr:
            if found := re.match(r"waiting for one client on (\S+)", line):
                break
        else:
            raise Failed("the match does not wait for a bot")
        start = tomllib.loads((folder / "meydan.toml").read_text())["start"].split()
        with open(folder / "build.log", "w") as log:
            bot = subprocess.Popen(
                start, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**os.environ, "MEYDAN_SOCKET": found[1]},
            )
        try:
            out, _ = waiting.communicate(timeout=LIMIT)
            bot.wait(timeout=30)
        finally:
            bot.kill()
        if bot.returncode != 0:
            raise Failed(f"over a socket the bot ended with {bot.returncode}\n{(folder / 'build.log').read_text()}")
        return result(game, out)
    finally:
        waiting.kill()


def check(meydan, game, language):
    """Checks one kit and gives the hash of its match."""
    folder = WORK / f"{game}-{language}"
    shutil.rmtree(folder, ignore_errors=True)
    run([meydan, "new", game, language, folder], ROOT)
    if (folder / "package.json").is_file() and (ROOT / "web/node_modules").is_dir():
        # As `npm install` would have it.
        (folder / "node_modules").symlink_to(ROOT / "web/node_modules")
    manifest = tomllib.loads((folder / "meydan.toml").read_text())
    run(["sh", "-e", "-c", manifest["test"]], folder)
    first, windows = play(meydan, game, folder)
    second, _ = play(meydan, game, folder) if game in MANY else play_over_socket(meydan, game, folder)
    if first != second:
        raise Failed(f"the same seed gave two matches: {first} and {second}")
    return first, windows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--meydan", default=ROOT / "target/debug/meydan", type=Path)
    parser.add_argument("kits", nargs="*", metavar="GAME[/LANGUAGE]")
    args = parser.parse_args()
    meydan = args.meydan.resolve()
    WORK.mkdir(parents=True, exist_ok=True)

    rows = json.loads(run([meydan, "new", "--json"], ROOT))
    kits = [(row["game"], language) for row in rows for language in row["languages"]]
    if args.kits:
        kits = [kit for kit in kits if kit[0] in args.kits or "/".join(kit) in args.kits]
    lacks = {language: missing(language) for _, language in kits}
    hashes, failed, lock = {}, [], threading.Lock()

    def work(some):
        for game, language in some:
            began = time.monotonic()
            try:
                final, windows = check(meydan, game, language)
                told = f"{windows} windows, twice {final}"
                with lock:
                    hashes.setdefault(game, {})[language] = final
            except (Failed, subprocess.TimeoutExpired, OSError, KeyError, ValueError) as error:
                told = f"FAILED: {error}"
                with lock:
                    failed.append(f"{game}/{language}")
            with lock:
                print(f"{game}/{language}: {told} ({time.monotonic() - began:.1f} s)", flush=True)

    # The kits in Rust share what they are built with, so they come one after another, beside all others.
    here = [kit for kit in kits if not lacks[kit[1]]]
    halves = [[kit for kit in here if kit[1] == "rust"], [kit for kit in here if kit[1] != "rust"]]
    threads = [threading.Thread(target=work, args=(half,)) for half in halves]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    for game, by_language in sorted(hashes.items()):
        if len(set(by_language.values())) > 1:
            failed.append(game)
            print(f"{game}: the example bots of the languages play different matches: {by_language}")
    for game, language in kits:
        if lacks[language]:
            print(f"NOT CHECKED: {game}/{language}, because this machine has no {lacks[language]}")
    print(f"{len(here) - len([name for name in failed if '/' in name])} of {len(kits)} kits are well")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
