#!/usr/bin/env python3
"""Builds every kit whose tool chain is on this machine, runs its unit tests, and plays a whole match with it, twice.

Each kit is taken from the shelf inside the program, with `meydan new`, so that what is checked is what an author gets. The first
match is played over a socket, as its README says for a debugger. The same seed must give the same match, also from one language
to the next: the kits of a game have the same example bot. In one kit of every language the bot then talks while it is read
and fails in its turn, and its author must be told. A tool chain that is missing is said, and is not a failure.

Then the small bot of the game in that language plays, as the page for one's own program (`/own/GAME`) says to start it: the
files of `kits/small/GAME/LANGUAGE` in place of the kit's, or one file alone. `--small` checks only these.

    kits/check.py [--meydan target/debug/meydan] [--small] [GAME[/LANGUAGE] …]
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

# Languages in which a small bot is one file that needs no kit: how it is started. The page says the same (web/src/start/bots.ts).
ALONE = {"python": "python3 bot.py", "javascript": "node bot.js"}

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

# How a language marks a test, in which files, and how its runner says how many it ran. A test that is written and does not run is a
# mistake of the kit.
TESTS = {
    "python": (r"^    def test_", "test_*.py", r"^Ran (\d+) tests?"),
    "javascript": (r"^test\(", "*.test.js", r"^(?:#|ℹ) pass (\d+)"),
    "typescript": (r"^test\(", "*.test.ts", r"^(?:#|ℹ) pass (\d+)"),
    "java": (r"^    @Test", "test/**/*.java", r"^(\d+) tests passed"),
    "csharp": (r"^    \[Test\]", "tests/*.cs", r"^(\d+) tests passed"),
    "cpp": (r"^TEST\(", "test.cpp", r"^(\d+) tests passed"),
    "c": (r"^TEST\(", "test.c", r"^(\d+) tests passed"),
    "rust": (r"^ *#\[test\]", "src/*.rs", r"^test result: ok. (\d+) passed"),
    "go": (r"^func Test", "*_test.go", r"^(---) PASS: "),
}
FEWEST_TESTS = 4

# In this kit of a language the bot makes mistakes: the author's file, a line that talks while the program is read (where a
# language has that), where the turn begins, what fails there, and a name that its author must read in the report.
MISTAKES = {
    "python": ("labyrinth", "bot.py", 'print("talk")', r"^    def turn\(.*:$", '        raise ValueError("on purpose")', "bot.py"),
    "javascript": ("labyrinth", "bot.js", 'process.stdout.write("talk\\n");', r"^  turn\(game\) \{$", '    throw new Error("on purpose");', "bot.js"),
    "typescript": ("jungle", "bot.ts", 'process.stdout.write("talk\\n");', r"^  turn\(.*\{$", '    if (tick.tick >= 0) throw new Error("on purpose");', "bot.ts"),
    "java": ("jungle", "src/Bot.java", None, r"^    public List<Action> turn\(.*\{$", '        deep(0);', "StackOverflowError"),
    "csharp": ("jungle", "Bot.cs", "using System;", r"^    public .* Turn\(Tick tick\)\n    \{$", '        if (tick != null) throw new System.Exception("on purpose");', "on purpose"),
    "cpp": ("galaxy", "bot.cpp", None, r"^void Bot::initializer\(.*\{$", '    throw std::runtime_error("on purpose");', "exception: on purpose"),
    "rust": ("labyrinth", "src/bot.rs", None, r"^    pub fn turn\(.*\{$", '        assert!(game.rows == 0, "on purpose");', "src/bot.rs"),
    "go": ("labyrinth", "bot.go", None, r"^func \(.*\) Turn\(.*\{$", '\tpanic("on purpose")', "bot.go"),
}
# The kits that are also built and played behind walls, one in each language.
JUDGED = {(entry[0], language) for language, entry in MISTAKES.items()} | {("labyrinth", "c")}
# Java's last resort: a bot that calls itself for ever.
DEEP = "\n    private static int deep(int n) {\n        return deep(n + 1) + 1;\n    }\n"

# What this machine needs beyond the tool chains themselves.
NEEDS = set()
WALLS = ""

# Where a kit's own API is, what begins a public thing in it, and how it is explained on the line before (Python: after).
EXPLAINED = {
    "python": ("{game}.py", r"\s*(class [A-Z]|def [a-z])", None),
    "javascript": ("{game}.js", r"export (class|function|const)|  (?!constructor|return|if|for|while|switch)(async |static )*\w+\(.*\{$", r"\*/$"),
    "typescript": ("{game}.ts", r"export (class|interface|function|const)|  (?!constructor|return|if|for|while|switch)(static )?\w+\(.*\{$", r"\*/$"),
    "java": ("src/{game}/*.java", r"\s*public (?!static final (HeroName|AbilityName))", r"\*/$|@Override"),
    "csharp": ("Jungle.cs", r"\s*public ", r"///"),
    "cpp": ("{game}.hpp", r"(class|struct|enum class|enum) \w+.*\{|    (?!return|friend|private|using|explicit|\w+\(|if|for)[\w:<>,&\* ]+ [&\*]?\w+\(", r"///"),
    "rust": ("src/{game}.rs", r"\s*pub (fn|struct|enum|const|trait|\w+:)", r"///"),
    "go": ("{game}.go", r"func (\([^)]*\) )?[A-Z]|type [A-Z]", r"//"),
}
ENOUGH = 0.9

LIMIT = 600

# What commands find in their environment besides ours: how .NET is used, and which one to build for.
ENVIRONMENT = {
    "CARGO_BUILD_BUILD_DIR": str(WORK / "cargo"),
    "DOTNET_CLI_HOME": str(WORK / "dotnet"),
    "DOTNET_CLI_TELEMETRY_OPTOUT": "1",
    "DOTNET_NOLOGO": "1",
    "DOTNET_SKIP_FIRST_TIME_EXPERIENCE": "1",
    "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1",
    # Nothing of a build stays behind to serve the next.
    "MSBUILDDISABLENODEREUSE": "1",
    "UseSharedCompilation": "false",
}

# Where `make kit-tools` puts .NET, with the OpenSSL that it wants.
DOTNET = ROOT / ".tools/dotnet"
if shutil.which("dotnet") is None and (DOTNET / "dotnet").is_file():
    os.environ["PATH"] += os.pathsep + str(DOTNET)
    ENVIRONMENT["LD_LIBRARY_PATH"] = os.pathsep.join(filter(None, [str(DOTNET / "openssl"), os.environ.get("LD_LIBRARY_PATH")]))


class Failed(Exception):
    """Something is wrong with a kit; the text says what."""


def run(command, cwd, stderr=subprocess.PIPE, **env):
    """Runs a command; what it writes is shown if it fails."""
    done = subprocess.run(
        command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr, text=True, timeout=LIMIT,
        env={**os.environ, **ENVIRONMENT, **env},
    )
    if done.returncode != 0:
        told = command if isinstance(command, str) else " ".join(map(str, command))
        raise Failed(f"`{told}` ended with {done.returncode}\n{done.stdout}{done.stderr or ''}")
    return done.stdout


def missing(language):
    """What a language lacks on this machine, in words; nothing if it can be used."""
    lacks = [tool for tool in TOOLS.get(language, [language]) if shutil.which(tool) is None]
    if not lacks and language == "csharp":
        try:
            version = run(["dotnet", "--version"], ROOT).split(".")
        except (Failed, OSError) as error:
            return f"`dotnet` that works ({str(error).splitlines()[0]})"
        ENVIRONMENT["TargetFramework"] = "netcoreapp3.1" if version[0] == "3" else f"net{version[0]}.0"
    if not lacks and language == "typescript":
        version = re.findall(r"\d+", run(["node", "--version"], ROOT))
        if (int(version[0]), int(version[1])) < (22, 13):
            NEEDS.add("compiler")
            if not (ROOT / "web/node_modules/typescript").is_dir():
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


def debug(meydan, folder, manifest):
    """Builds a fresh kit as its README says, and looks whether a debugger then finds what it is to run."""
    commands = re.search(r"```sh\n((?:meydan build \.\n)?)meydan match [^\n]*socket:7780[^\n]*\n[^\n]*MEYDAN_SOCKET=", (folder / "README.md").read_text())
    if not commands:
        raise Failed("its README does not say how it is debugged")
    if ("build" in manifest) != bool(commands[1]) and manifest["language"] != "go":
        raise Failed("its README does not say that it must be built before it is debugged")
    run([meydan, "build", "."], folder)
    text = (folder / ".vscode/launch.json").read_text()
    launch = json.loads(re.sub(r"^ *//.*$", "", text, flags=re.M))["configurations"][0]
    places = [launch.get("program", "")] + launch.get("classPaths", [])
    for place in filter(None, places):
        if not Path(place.replace("${workspaceFolder}", str(folder))).exists():
            raise Failed(f"launch.json names `{place}`, which is not there after `meydan build`")
    task = launch.get("preLaunchTask")
    tasks = folder / ".vscode/tasks.json"
    if ("build" in manifest and manifest["language"] != "go") != bool(task):
        raise Failed("launch.json does not build the bot first")
    if task and task not in [each["label"] for each in json.loads(tasks.read_text())["tasks"]]:
        raise Failed(f"tasks.json has no `{task}`")
    if manifest["language"] in ("rust", "c", "cpp", "go") and b".debug_line" not in (folder / manifest["start"]).read_bytes():
        raise Failed("its program has no lines of the source in it, so no debugger can stop at one")


def judged(meydan, game, language, folder):
    """The same match behind walls, where the kit is also built: without a network, with the tool chain that is found."""
    shutil.rmtree(folder / "build", ignore_errors=True)
    (folder / "build.log").unlink(missing_ok=True)
    return result(game, run([meydan, "match", game, *seats(game, "./" + folder.name), "--as-judge"], folder.parent))[0]


def walls(meydan):
    """Why nothing can be judged here, in words; nothing if it can."""
    return "" if json.loads(run([meydan, "doctor", "--json"], ROOT))["safe"] else "no walls"


def unjudged(language):
    """Why a kit cannot be built behind walls here although it can be built without."""
    if language == "typescript" and "compiler" in NEEDS:
        return "the compiler is outside of the kit"
    if language == "csharp" and "LD_LIBRARY_PATH" in ENVIRONMENT:
        return "this .NET wants an OpenSSL from elsewhere"
    return ""


def mistaken(meydan, game, language, folder):
    """A bot that talks while it is read and fails in its turn: the protocol is not broken, and its author is told what happened."""
    _, file, talk, begins, fails, told = MISTAKES[language]
    text = (folder / file).read_text()
    text, found = re.subn(begins, lambda turn: turn[0] + "\n" + fails, text, count=1, flags=re.M)
    if found != 1:
        raise Failed(f"there is no turn in {file} to make a mistake in")
    if language == "java":
        text = text.rstrip().removesuffix("}") + DEEP + "}\n"
    lines = text.splitlines(keepends=True)
    if talk:
        # After what a file must begin with.
        place = next(i for i, line in enumerate(lines) if re.match(r"(import|from|using) ", line))
        lines.insert(place, talk + "\n")
    (folder / file).write_text("".join(lines))
    options = [word for word in MATCHES[game] if word != "KIT"]
    command = [meydan, "match", game, "./" + folder.name, *options, "--seed", "1", "--clock", "10x", "--json"]
    played = json.loads(run(command, folder.parent))
    faults = [fault for fault in played["faults"] if fault["seat"] == 0 and fault["kind"] in ("garbage", "gone")]
    if faults:
        raise Failed(f"a bot that makes a mistake in its turn breaks the protocol: {faults[:3]}")
    heard = "\n".join(line for words in played["stderr"] if words["seat"] == 0 for line in words["first"] + words["last"])
    if told not in heard:
        raise Failed(f"the author of a bot that fails does not read `{told}`, but\n{heard}")


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
                env={**os.environ, **ENVIRONMENT, "MEYDAN_SOCKET": found[1]},
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


def test(game, language, folder, line):
    """Runs the kit's unit tests: all that are written."""
    env = {"GOFLAGS": "-v"} if language == "go" else {}
    if game == "heroes":
        # All recorded lines of geometry and paths instead of the sample that is in the kit.
        env["HEROES_CASES"] = str(WORK / "heroes-cases.json")
    out = run(["sh", "-e", "-c", line], folder, stderr=subprocess.STDOUT, **env)
    mark, files, ran = TESTS[language]
    written = sum(len(re.findall(mark, file.read_text(), re.M)) for file in folder.glob(files))
    counts = re.findall(ran, out, re.M)
    passed = sum(1 if count == "---" else int(count) for count in counts)
    if passed != written or passed < FEWEST_TESTS:
        raise Failed(f"{written} unit tests are written, {passed} were run; at least {FEWEST_TESTS} are wanted\n{out}")
    return passed


def explained(game, language, folder):
    """Whether an editor has something to say about most of what the kit offers."""
    if language not in EXPLAINED:
        return
    files, begins, told = EXPLAINED[language]
    count, bare = 0, []
    for file in folder.glob(files.format(game=game)):
        lines = file.read_text().splitlines()
        for place, line in enumerate(lines):
            if not re.match(begins, line):
                continue
            count += 1
            if told is None:
                end = next(i for i in range(place, len(lines)) if lines[i].rstrip().endswith(":"))
                good = '"""' in lines[end + 1] or "def _" in line
            else:
                # An attribute may stand between, and a word on the line itself is as good.
                above = next(lines[i] for i in range(place - 1, -1, -1) if not re.match(r"\s*(#\[|@(?!Override))", lines[i]))
                good = re.search(told, above) or "//" in line
            if not good:
                bare.append(line.strip())
    if count < 10 or len(bare) > (1 - ENOUGH) * count:
        raise Failed(f"{len(bare)} of {count} things that it offers are not explained: {bare[:5]}")


def fresh(meydan, game, language, folder):
    """A new kit, ready to be built."""
    shutil.rmtree(folder, ignore_errors=True)
    run([meydan, "new", game, language, folder], ROOT)
    if (folder / "package.json").is_file() and (ROOT / "web/node_modules").is_dir():
        # As `npm install` would have it.
        (folder / "node_modules").symlink_to(ROOT / "web/node_modules")


def small(meydan, game, language):
    """Plays a match with the small bot that the page offers to copy."""
    folder = WORK / f"small-{game}-{language}"
    source = ROOT / "kits/small" / game / language
    files = [file for file in sorted(source.rglob("*")) if file.is_file()]
    if language in ALONE:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        # Where Python has no file, the bot stands in the page of the book for the game's authors.
        page = (ROOT / f"docs/{game}.md").read_text()
        text = files[0].read_text() if files else re.search(r"^```python\n(.*?)^```", page, re.M | re.S)[1]
        (folder / ALONE[language].split()[1]).write_text(text)
        seat, where = ALONE[language], folder
    else:
        if not files:
            raise Failed(f"there is no small bot in {source.relative_to(ROOT)}")
        fresh(meydan, game, language, folder)
        for file in files:
            kept = folder / file.relative_to(source)
            if not kept.is_file():
                raise Failed(f"{file.relative_to(ROOT)} takes the place of nothing in the kit")
            shutil.copyfile(file, kept)
        seat, where = "./" + folder.name, folder.parent
    # On the board that the page's command takes: it names none.
    words = [seat, *(word for word in MATCHES[game] if word.startswith("house:"))]
    played = json.loads(run([meydan, "match", game, *words, "--seed", "1", "--clock", "10x", "--json"], where))
    broken = [fault for fault in played["faults"] if fault["seat"] == 0 and fault["kind"] != "rejected"]
    if broken:
        raise Failed(f"the small bot breaks the protocol: {broken[:3]}")
    return f"the small bot played {played['windows']} windows"


def check(meydan, game, language):
    """Checks one kit and gives the hash of its match."""
    folder = WORK / f"{game}-{language}"
    fresh(meydan, game, language, folder)
    manifest = tomllib.loads((folder / "meydan.toml").read_text())
    explained(game, language, folder)
    debug(meydan, folder, manifest)
    first, windows = play(meydan, game, folder) if game in MANY else play_over_socket(meydan, game, folder)
    second, _ = play(meydan, game, folder)
    if first != second:
        raise Failed(f"the same seed gave two matches: {first} and {second}")
    tests = test(game, language, folder, manifest["test"])
    if (game, language) in JUDGED and not WALLS and not unjudged(language):
        behind = judged(meydan, game, language, folder)
        if behind != first:
            raise Failed(f"behind walls it plays another match: {behind} instead of {first}")
    if MISTAKES.get(language, [None])[0] == game:
        mistaken(meydan, game, language, folder)
    return f"{tests} tests, {windows} windows, twice {first}", first


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--meydan", default=ROOT / "target/debug/meydan", type=Path)
    parser.add_argument("--small", action="store_true", help="only the small bots")
    parser.add_argument("kits", nargs="*", metavar="GAME[/LANGUAGE]")
    args = parser.parse_args()
    meydan = args.meydan.resolve()
    WORK.mkdir(parents=True, exist_ok=True)

    rows = json.loads(run([meydan, "new", "--json"], ROOT))
    kits = [(row["game"], language) for row in rows for language in row["languages"]]
    if args.kits:
        kits = [kit for kit in kits if kit[0] in args.kits or "/".join(kit) in args.kits]
    lacks = {language: missing(language) for _, language in kits}
    global WALLS
    WALLS = walls(meydan)
    if not args.small and any(game == "heroes" for game, _ in kits):
        run([sys.executable, ROOT / "kits/heroes/cases.py", WORK / "heroes-cases.json"], ROOT)
    hashes, failed, lock = {}, [], threading.Lock()

    def work(some):
        for game, language in some:
            began = time.monotonic()
            try:
                told = small(meydan, game, language)
                if not args.small:
                    kit, final = check(meydan, game, language)
                    told = f"{kit}; {told}"
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
    for game, language in sorted(JUDGED & set(here)):
        if why := WALLS or unjudged(language):
            print(f"NOT CHECKED behind walls: {game}/{language}, because of {why}" if WALLS else f"NOT CHECKED behind walls: {game}/{language}: {why}")
    print(f"{len(here) - len([name for name in failed if '/' in name])} of {len(kits)} kits are well")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
