/** Where sentences come from that the pages can show: whole folders, and single files of crates that mostly speak to a terminal. */
export const SPOKEN = [
  'crates/league/src', 'crates/arena/src', 'crates/server/src', 'crates/workshop/src', 'crates/worker/src',
  'crates/blobs/src/error.rs', 'crates/contest/src/tournament.rs', 'crates/catalog/src/games.rs', 'crates/catalog/src/knobs.rs', 'crates/catalog/src/offer.rs', 'crates/catalog/src/prepare.rs', 'crates/core/src/budget.rs',
  'crates/core/src/trace/replay.rs', 'crates/kit/src/manifest.rs', 'crates/record/src/read.rs', 'crates/referee/src/player.rs',
  'crates/referee/src/run.rs', 'crates/runner/src/living.rs', 'crates/runner/src/order.rs', 'crates/runner/src/process.rs',
  'crates/runner/src/rerun.rs', 'crates/runner/src/resume.rs', 'crates/runner/src/spec.rs', 'crates/sandbox/src/cause.rs',
  'crates/sandbox/src/intake.rs', 'crates/sandbox/src/intake', 'crates/sandbox/src/tree.rs', 'crates/store/src/error.rs', 'crates/store/src/states.rs',
  // Why a board cannot be made as somebody wishes it: it stands beside the fields of the set-up.
  'games/labyrinth/src/generate.rs', 'games/heroes/src/generate.rs', 'games/heroes/src/config/error.rs', 'games/gotham/src/generate.rs', 'games/jungle/src/generate.rs',
  'games/galaxy/src/generate.rs',
  // What a seat did wrong: it stands in the log of its match.
  'games/labyrinth/src/action.rs', 'games/heroes/src/action.rs', 'games/gotham/src/action.rs', 'games/jungle/src/action.rs', 'games/galaxy/src/action.rs',
  'crates/referee/src/table.rs', 'crates/referee/src/gauge.rs', 'crates/referee/src/talk.rs', 'protocols/native/src/talk.rs', 'protocols/native/src/player.rs', 'protocols/native/src/chair/player.rs', 'protocols/native/src/wire.rs',
];

/** Files of those whose texts nobody reads on a page, and why. */
export const UNREAD: Record<string, string> = {
  'crates/sandbox/src/intake/tests.rs': 'tests',
  'crates/server/src/book.rs': 'the book has words of its own in each language',
  'crates/server/src/book/text.rs': 'the same',
  'crates/server/src/oidc.rs': 'the log has it; the page has words of its own for each end of a sign-in elsewhere',
  'crates/server/src/oidc/proof.rs': 'the same',
  'crates/server/src/page.rs': 'a program without its page, and files that are not there: no page of ours is shown',
  'crates/server/src/tally.rs': 'numbers for Prometheus',
  'crates/server/src/tls.rs': 'said in the terminal when the program starts',
  'crates/server/src/v1.rs': 'the list of operations, which is the API’s documentation',
  'crates/server/src/v1/describe.rs': 'the same',
  'crates/server/src/v1/operation.rs': 'the same',
  'crates/workshop/src/prelude.rs': 'a script',
  'crates/workshop/src/shape/cpp.rs': 'scripts, and what they print into the build’s log',
};

/** Sentences that are put together from pieces, and what the catalogue has for them: every piece with what it is put into. */
export const WHOLE: Record<string, string[]> = {
  '{1} for {2}': ['nobody was there for {1}', 'nobody did anything for {1}'],
  'nobody was there': ['nobody was there for {1}'],
  'nobody did anything': ['nobody did anything for {1}'],
  '{1} {2}{3}': ['{#1} seconds', '{#1} minutes', '{#1} hours', '1 second', '{#1} seats', '1 seat', '{#1} sides', '1 side'],
  '{1} on {2}': ['{#1} seats on {2}'],
  // How often a board was rated as what, one after the other.
  '{1} {2}': [
    '{1} after the match', '{#1} easy', '{#1} medium', '{#1} hard', '{#1} insane', '{1}, {#2} medium', '{1}, {#2} hard', '{1}, {#2} insane',
  ],
  '{1} without a forced win': ['{#1} without a forced win, {#2} too large to rate', '{1}, {#2} without a forced win, {#3} too large to rate'],
  '{1} too large to rate': ['{#1} without a forced win, {#2} too large to rate', '{1}, {#2} without a forced win, {#3} too large to rate'],
  'after the match': ['{1} after the match', 'it ended by itself after the match'],
  'it was ended by signal {1}{2}': ['it was ended by signal {#1}', 'it was ended by signal {#1} ({2})'],
  ' (aborted)': ['aborted'],
  ' (arithmetic error)': ['arithmetic error'],
  ' (broken pipe)': ['broken pipe'],
  ' (bus error)': ['bus error'],
  ' (illegal instruction)': ['illegal instruction'],
  ' (killed)': ['killed'],
  ' (made a system call that is not allowed)': ['made a system call that is not allowed'],
  ' (segmentation fault)': ['segmentation fault'],
  ' (terminated)': ['terminated'],
  ' (used too much processor time)': ['used too much processor time'],
  ' (wrote too large a file)': ['wrote too large a file'],
  'this bot plays `{1}`{2}, and the contest is one of `{3}`': [
    'this bot plays `{1}`, and the contest is one of `{2}`', 'this bot plays `{1}` (it is a client of the {2}), and the contest is one of `{3}`',
  ],
  ' (it is a client of the {1})': ['this bot plays `{1}` (it is a client of the {2}), and the contest is one of `{3}`'],
  ' while the match was going on': ['it ended by itself (exit code 0)', 'it ended by itself (exit code 0) while the match was going on'],
  ' and {1} more': ['{1} and {#2} more'],
  '`{1}`: {2}': ['`meydan.toml`: {1}'],
  ' or ': ['{#1} or {2}'],
  // Those that are heard most are said better as a whole.
  'this {1} is taken; choose another': ['this name is taken; choose another', 'this address is taken; choose another'],
  '{1} has no {2} `{3}`; there are {4}': [
    '{1} has no map `{2}`; there are {3}', '{1} has no ruleset `{2}`; there are {3}', '{1} has no house bot `{2}`; there are {3}',
  ],
};

/** What the pages never show, and why. */
export const UNSAID: [why: string, texts: string[]][] = [
  ['what the numbers for Prometheus are', [
    'How many tasks a worker does at once.', 'How many it is doing.', 'How many it has done since it began.', 'How many went wrong on its side.',
    'Whether it takes nothing because of trouble on its side.',
  ]],
  ['a match says it to its arena, and the arena to the match', ['s{1} {2}', 'h{1} {2}', 'c{1} {2}', 'w{1} {2}']],
  ['a table for a spreadsheet, and dates in it', ['marks reached', 'not reached', '{1}-{2}-{3} {4}:{5}', 'phase {1}{2}', ' first rule', 'not passed', '{1} of {2}', 'other name', 'gain low', 'gain high', 'time ms', 'slowest ms', 'memory bytes']],
  ['said by a reader of JSON, as are its other errors', ['a list', 'an object with named fields', ' at line ', 'a whole number from 0 to 255', 'a whole number from 0 to 65535', 'a whole number, not below 0', 'a whole number', 'a number', '{1}, expected {2}']],
  ['the checker of the course says them, which has Persian of its own', [
    'not this runner\'s turn', 'out of the board', 'a fixed wall is in the way', 'a temporary wall is in the way', 'no walls left', 'a wall stands there already',
    'not between two neighbouring cells of the board', 'it would cut the labyrinth in two', 'illegal push',
  ]],
  ['keys under which it is counted how often somebody asks', ['sign up', 'sign in', 'class code', 'class {1}', 'guess {1} {2} {3}', 'guess all {1}', 'right {1} {2}', 'once {1}', '{1} {2} {3}']],
  ['texts of the demonstration’s contests, which organisers write in the language of theirs', [
    'The demonstration', 'The demonstration in rounds', 'A round begins every five minutes.',
    'House bots play a ladder here, all the time. Make a team, send a bot, and join them: `meydan new` gives you one to begin with.',
    'Welcome. The ladder of house bots runs by itself; send a bot to join it.',
    'The same in ranked rounds, as the Blitz contests had them: every five minutes each group plays a match, the winner moves up a group and the last moves down.',
    'Every five minutes all teams play the same new board, each alone; whoever does better on it stands higher. Make a team, send a bot, and join the house bots: `meydan new` gives you one to begin with.',
    'Welcome. There is a new board every five minutes.',
    'demo accounts',
  ]],
  ['said in the terminal when the program starts or is used', [
    'the demonstration needs an account `{1}`, and somebody has that name; use another folder',
    'another arena is open on the folder {1}; end it, or choose another folder with --data',
    'cannot keep matches in {1}: {2}; choose another folder with --data',
    'the database was made by a newer version (step {1}, this one knows {2}); upgrade meydan',
    '`{1}` names no database; write `sqlite:FILE` or `postgres://USER@HOST/NAME`',
    '`{1}` cannot be reached; look at the address, and at who may come in there: {2}',
    'cannot write `{1}`: {2}',
    'a `human` seat needs a terminal; use `meydan play {1}`', '`{1}` had no files of its own',
    'there is no seat {1} to look from; the match has {2}, counted from 0',
    'the bot has not begun: {1}', 'the bot is gone in window {1}: {2}', 'the bot met all its windows and broke down after them: {1}', 'the bot has not ended its turn in window {1} within {2} s',
    'the bot in {1} speaks the native protocol: write it without `wire:`, or `wire = true` in its `meydan.toml` if it is a client of the original contest',
    '`{1}` is not a port; write for instance `socket:7780`',
    '`{1}` is not a clock; give 1x, 10x, 0.5x or off',
    '`{1}` had no original server, so it has no `wire` seats; give a command that speaks the native protocol',
    '`{1}` has no original server',
    'a map file',
    '{1} ms by the clock, {2} ms of processor time (at most {3} in a window), {4} MB of memory at most',
  ]],
  ['only in a log, and to workers and balancers', ['this machine\'s clock is not that of the database']],
  ['only in a log: whoever asked is told that the database failed', ['the column `{1}` holds `{2}`, which is not known here', 'stored JSON cannot be read: {1}', 'the database failed: {1}']],
  ['names for threads, keys, seeds and the like', [
    'nobody has this password', "a team's bot", '{1} {2}', 'a build', 'a match', 'a check', 'meydan seat key 1\n', 'two databases keep things here', '{1} {2} {3}\n', 'match {1}', 'random {1}', 'no walls', 'meydan {1}',
    'it is held, not used', 'all of it is around one match', 'its keeper was lost', 'query string: ',
  ]],
  ['among a program’s error output, which is as it was written', ['[{1} bytes were not kept]\n{2}']],
  ['in the log, beside what cannot be kept', ['it takes too long']],
  ['in the log, where a record cannot lose a name and goes', ['records are not renamed here', 'the record cannot be written again: {1}', 'the record has other seats than its match']],
  ['of a file that is made anew where it cannot be read, so nobody hears of it', ['it is not a sheet of ours', 'it is not a room of ours', 'it is not whole']],
  ['in a build’s log, which is as the tools wrote it', [
    'it took {1} s, and the build has {2} KB', ', a client of the original contest', 'meydan: this is {1}{2}; it will be started with `{3}`\n',
  ]],
  ['what tools print, by which it is known why a build failed', [
    'No matching distribution found for ', 'no matching package named `', 'failed to select a version for the requirement `', 'failed to get `',
    'no required module provides package ', 'module lookup disabled by GOPROXY=off', ': reading file:///provide/go/', 'in offline mode and the artifact ',
    ' has not been downloaded', '(or it cannot be accessed) in offline mode', 'NU1101: Unable to find package ', "NU1100: Unable to resolve '",
    ' does not exist', 'Temporary failure in name resolution', 'Could not resolve host', 'Network is unreachable', 'getaddrinfo EAI_AGAIN',
    'Name or service not known', 'Could not resolve hostname', 'Cannot fork', 'Resource temporarily unavailable', 'No space left on device',
    'code ENOTCACHED', 'static void main(',
  ]],
  ['names of maps, which the page has names of its own for', ['{1} planets{2}', ', the same for all players']],
  ['names of contests', ['Sharif AI Challenge 2019', 'Sharif AI Challenge 2022', 'Coveo Blitz 2022', 'AI Cup 2023', 'the first round of Coveo Blitz 2022, in which totems were laid out', 'the Sharif AI Challenge of another year']],
];

/** Scripts are told by what no sentence has. */
export const isScript = (text: string): boolean => /\n\w|&&|\$\(|--no-progress|^npm run|^dotnet publish|^python3 -|^touch |^mkdir /.test(text) && !text.includes('It last wrote');
