// Made from the Rust types by `make types`; do not edit.

import type { Disclosure } from './arena';

/** What one changes about oneself. What is left out stays. */
export type AccountChange = {
/** A new name. */
name?: string,
/** A new address; empty: none. */
email?: string,
/** The language of the page. */
lang?: string, };

/** An account that was made for somebody. */
export type AccountMade = {
/** The account. */
user: UserCard,
/** The link with which they choose their password. */
reset: ResetLink, };

/** Two programs of a class that have something in common. It is a hint for whoever reads both, and never a verdict. */
export type AlikeCard = {
/** The teams' ids. */
teams: [string, string],
/** Their names. */
names: [string, string],
/** How much of the smaller program is in the larger one, too, from 0 to 1, without what everybody was given. */
share: number,
/** Where: the places in both programs, in the order of the first. */
spots: Array<[SpotCard, SpotCard]>, };

/** Which programs of a class are alike. */
export type AlikePage = {
/** Those that are, the most alike first. */
pairs: Array<AlikeCard>,
/** The names of those who have sent something in which nothing could be compared: there is no program in it but the kit's. */
bare: Array<string>, };

/** Something that everybody in a contest should read. */
export type Announcement = {
/** Its id. */
id: string,
/** The text. */
text: string,
/** Who wrote it. */
by: string,
/** When. */
created: number, };

/** Something that was done. */
export type AuditLine = {
/** Its number. */
id: number,
/** When. */
at: number,
/** Who did it; nobody: the arena itself. */
who: string | null,
/** What was done. */
what: string,
/** To what. */
subject: string,
/** More about it. */
detail: unknown, };

/** What was done, newest first. */
export type AuditPage = {
/** The lines. */
lines: Array<AuditLine>,
/** What to ask for with `before` to have the next ones. */
next: number | null, };

/** What the audience does not see. */
export type Backstage = {
/** The final with everything that has been played. */
page: FinalPage,
/** Its matches, the oldest first. */
matches: Array<BackstageMatch>,
/** The number of the series that would be shown next. */
next: number | null, };

/** A match of a final, for whoever may moderate. */
export type BackstageMatch = {
/** Its id. */
id: string,
/** For which series. */
series: number,
/** For which game of it, from 0. */
game: number,
/** `queued`, `running`, `over`, `void` or `cancelled`. */
state: string,
/** Whether everybody knows of it. */
shown: boolean,
/** The map. */
map: string,
/** How many windows it has; while it is played, so far. */
windows: number | null,
/** How it ended, in the game's word. */
reason: string | null,
/** Who played, seat by seat. */
seats: Array<BackstageSeat>, };

/** A seat of a match of a final. */
export type BackstageSeat = {
/** The team, by its place in `teams`; none: a house bot fills a seat for which there is nobody, and can win nothing. */
team: number | null,
/** Its name. */
name: string,
/** Its rank. */
rank: number | null,
/** As the game counts. */
score: number | null,
/** How many mistakes it made. */
faults: number | null,
/** How long it thought, in milliseconds. */
time_ms: number | null, };

/** The vote on the maps of a series that is still to come. */
export type Ballot = {
/** The series. */
series: number,
/** How many teams have voted for each of the final's maps, in their order. */
votes: Array<number>,
/** For which one yours has. */
own: string | null,
/** Whether your team may vote. */
may: boolean, };

/** How a team did alone on the board of a round. */
export type BoardCard = {
/** From 1; nothing, while its match is not over. */
rank: number | null,
/** The team's id. */
team: string,
/** Its name. */
name: string,
/** Its match. */
game: string,
/** How it ended, in the game's word. */
reason: string | null,
/** How many windows it took. */
windows: number | null,
/** As the game counts. */
score: number | null, };

/** Matches that teams ask for. */
export type Casual = {
/** How many a team may have waiting or running. */
at_once: number,
/** How many a team may ask for in an hour. */
hourly: number, };

/** A match on request. It never changes the standing. */
export type CasualWish = {
/**
 * Whom to meet; together with your team they fill the match. What is missing is filled with teams of like
 * strength.
 */
opponents: Array<Opponent>,
/** The map; left out: one of the contest's. */
map?: string,
/** Which of your versions plays; left out: the active one. */
version?: string,
/** Whether you sit down yourself instead of a version. */
person: boolean, };

/** A class: whoever has the contest's code comes in with a name alone, and programs are graded by what they reach. */
export type Class = {
/** What a program must reach. It is asked of every version that goes live. */
marks: Array<MarkWish>,
/**
 * The phases of the game's course by which programs are judged, rule by rule, in games that have a course: `[1, 2, 3, 4, 5, 6]`. Such a
 * program is no bot: it plays no matches.
 */
phases: Array<number>, };

/** You are in a class. */
export type ClassJoined = {
/** The class's address. */
contest: string,
/** Its title. */
title: string,
/** Your team, which is you alone. */
team: string,
/** The name to sign in with from another computer: yours, with a number where somebody elsewhere has it already. */
name: string,
/** What you sign in with from another computer. It is shown this once; the teacher can give you another. */
key: string, };

/** A new key for somebody in a class. It is shown this once; the one before no longer works. */
export type ClassKey = {
/** Their name. */
name: string,
/** The key. */
key: string, };

/** Somebody in a class, or several who work together. */
export type ClassRow = {
/** The team's id. */
team: string,
/** Its name. */
name: string,
/** `in`, `disqualified` or `withdrawn`. */
standing: string,
/** The accounts that the class made: their ids, in the order in which they came. */
people: Array<string>,
/** How many versions were sent. */
sent: number,
/** When the last one was. */
last: number | null,
/** How far the last one is: `ready`, `failed`, and so on. */
state: string | null,
/** What went wrong with it. */
error: string | null,
/** The number of the version that plays. */
active: number | null,
/** How far each mark is, in the table's order; nothing where no version was asked yet. */
marks: Array<MarkCard | null>,
/** How many marks were reached. */
passed: number,
/**
 * What was found in each phase, in the table's order; nothing where no version was judged yet. A phase that was passed once
 * stays passed; otherwise the last version is told of.
 */
phases: Array<PhaseCard | null>,
/** The course's percents for them, together. */
points: number, };

/** The teacher's table. */
export type ClassTable = {
/** What programs must reach. */
marks: Array<MarkWish>,
/** The phases by which programs are judged. */
phases: Array<number>,
/** Everybody. */
rows: Array<ClassRow>, };

/** What a list says about a contest. */
export type ContestCard = {
/** Its part of the address. */
slug: string,
/** Its title. */
title: string,
/** The game. */
game: string,
/** `draft`, `open`, `frozen` or `closed`. */
state: string,
/** Whether a code is needed to take part. */
invited: boolean,
/** Whether it is the demonstration that comes with Meydan. */
demo: boolean,
/** How many teams take part, house bots not counted. */
teams: number,
/** How many matches were played. */
matches: number,
/** When it opens by itself. */
opens: number | null,
/** When submissions are frozen. */
freezes: number | null,
/** When it closes. */
closes: number | null, };

/** What an organiser changes. What is left out stays. */
export type ContestChange = {
/** A new title. */
title?: string,
/** A new text. */
about?: string,
/** New settings, whole. */
settings?: Settings,
/** A new code; empty: open to everybody. */
code?: string,
/** When it opens; 0: not by itself. */
opens?: number,
/** When submissions are frozen; 0: not by itself. */
freezes?: number,
/** When it closes; 0: not by itself. */
closes?: number, };

/** How the strengths of a contest's teams went. */
export type ContestHistory = {
/** When it was looked. */
looks: Array<Look>,
/** The best teams of today's standing, the best first. */
teams: Array<TeamLine>, };

/** A contest's own page. */
export type ContestPage = {
/** The contest. */
contest: ContestCard,
/** What it is about, in Markdown. */
about: string,
/** How it is played. */
settings: Settings,
/** The maps that are played on. */
maps: Array<string>,
/** The ruleset. */
ruleset: string,
/** Your team's id, if you have one here. */
team: string | null,
/** Whether you run this contest. */
organiser: boolean,
/** Whether its matches are held back. */
held: boolean,
/** The languages that bots can be built from here. */
languages: Array<string>,
/** When the next ranked round begins. */
next_round: number | null,
/** The latest announcements, newest first. */
announcements: Array<Announcement>, };

/** Which time of a bot is counted. */
export type Counted = "wall" | "cpu";

/** What a moderator does. */
export type Cue = {
/** `bracket`, `next`, `play`, `pause`, `resume`, `decisive`, `result`, `skip`, `places`, `blank`, `maps`, `again` or `gone`. */
act: string,
/** For `next`, `maps` and `again`: which series. */
series?: number,
/** For `maps`: the maps of the series, in the order in which they are played. */
maps: Array<string>,
/** For `gone`: the team that does not play any more, by its place in `teams`. */
team?: number,
/** For `gone`: `withdrawn`, which it is where nothing is said, or `no-show`. */
why?: string,
/** The picture that was seen; if there has been another since, nothing is done. */
step?: number, };

/** Deleting one's account. */
export type Deletion = {
/** The password, again. */
password: string, };

/** Where a browser goes to sign in. It comes back by itself. */
export type Departure = {
/** The address. */
address: string, };

/** How things stand behind the scenes. */
export type DeskPage = {
/** Whether new jobs are held back. */
paused: boolean,
/** Jobs by kind and state. */
queue: Array<QueueLine>,
/** Jobs that wait or run, and those that were given up. */
jobs: Array<JobCard>,
/** Who works on them. */
workers: Array<WorkerCard>,
/** Whether strangers' programs can be run here; if not, why. */
walls: string | null, };

/** How often one came before another. */
export type Duels = {
/** The first came before the second. */
won: number,
/** They shared a place. */
drawn: number,
/** The second came before the first. */
lost: number, };

/** Another place where one can sign in. */
export type Elsewhere = {
/** What people call it. */
name: string, };

/** How a final is played. */
export type FinalFormat = { "kind": "blitz",
/** From how many that are left on matches are duels: 2, 4, 8 and so on. */
duels_from: number, } | { "kind": "single",
/** How many games a series has at most: an odd number. */
best_of: number,
/** How many the final has at most; left out: as many as the others. */
last: number,
/** Whether there is a match for the third place. */
third: boolean, } | { "kind": "double",
/** How many games a series has at most: an odd number. */
best_of: number,
/** How many the grand final has at most; left out: as many as the others. */
last: number,
/** Whether whoever is undefeated must lose the grand final twice. */
reset: boolean, } | { "kind": "robin",
/** How many games a series has at most: an odd number. */
best_of: number,
/** How often everybody meets everybody. */
laps: number, } | { "kind": "swiss",
/** How many games a series has at most: an odd number. */
best_of: number,
/** How many rounds; left out: as many as a knock-out would have. */
rounds?: number, } | { "kind": "groups",
/** How many a group has, about. */
size: number,
/** How many of each go on. */
through: number,
/** How many games a series has at most: an odd number. */
best_of: number,
/** How many the final has at most; left out: as many as the others. */
last: number,
/** Whether there is a match for the third place. */
third: boolean, };

/** A game of a series. */
export type FinalGame = {
/** The match. */
id: string | null,
/** The map. */
map: string,
/** Each team's rank. */
ranks: Array<FinalPlace>, };

/** A team in a group of a final. */
export type FinalLine = {
/** The team. */
team: number,
/** How many series it has played. */
played: number,
/** How many it has won alone. */
won: number,
/** Its points, 1 for a series won; where everybody meets everybody at larger tables, 1 for each team that it was always ahead of. */
points: number, };

/** A final as the caller may know it. Teams are named by their place in `teams`. */
export type FinalPage = {
/** `running` or `over`, as far as the caller may know. */
state: string,
/** How it is played. */
format: FinalFormat,
/** The game. */
game: string,
/** Whether matches are played ahead. */
ahead: boolean,
/** When it was opened. */
created: number,
/** Who takes part, from the best seed down. */
teams: Array<FinalTeam>,
/** The maps that are drawn from. */
maps: Array<string>,
/** On which series teams can vote now. */
ballots: Array<Ballot>,
/** All series that are known of, in the order in which they are shown. */
series: Array<SeriesCard>,
/** How the groups stand, where there are any. */
groups: Array<Array<FinalLine>>,
/** Those who have a place by now, from the best down. */
places: Array<FinalPlace>,
/** What the projector shows. */
show: ShowCard,
/** Whether you may moderate it. */
moderates: boolean,
/** Whether you run the contest. */
organiser: boolean, };

/** A team and its place. */
export type FinalPlace = {
/** The team. */
team: number,
/** Its place, from 1. */
place: number, };

/** A team in a final. */
export type FinalTeam = {
/** The team's id. */
team: string,
/** Its name. */
name: string,
/** The house bot that it is, if it is one. */
house: string | null,
/** The number of the version that plays. */
version: number | null,
/** Why it does not play any more, if so. */
gone: string | null, };

/** One group of a round. */
export type GroupCard = {
/** From 1. */
number: number,
/** The ids of its teams. */
teams: Array<string>,
/** The names of its teams. */
names: Array<string>,
/** Its match; a team alone has none. */
game: string | null,
/** The ids of teams that have moved up. */
up: Array<string>,
/** The ids of teams that have moved down. */
down: Array<string>, };

/** A code that lets a phone or a laptop moderate. */
export type HallCode = {
/** The code. */
code: string, };

/** A code was made. */
export type HallCodeMade = {
/** The code, to be typed or followed as a link. */
code: string,
/** Until when it can be used. */
expires: number, };

/** Somebody may moderate now. */
export type HallEntered = {
/** The contest's address. */
contest: string,
/** Its title. */
title: string, };

/** A job. */
export type JobCard = {
/** Its id. */
id: string,
/** `build`, `match` or `verify`. */
kind: string,
/** The version or match it is about. */
subject: string,
/** `queued`, `running`, `done`, `dead` or `cancelled`. */
state: string,
/** The higher, the sooner. */
priority: number,
/** How often it was tried. */
attempt: number,
/** When it was made. */
created: number,
/** Who works on it. */
worker: string | null,
/** What went wrong last. */
error: string | null, };

/** Coming into a class. */
export type JoinClass = {
/** The room's code, which the teacher tells. */
code: string,
/** Your name, as the class should see it. */
name: string,
/** The language of the page. */
lang?: string, };

/** Joining a team. */
export type JoinTeam = {
/** The code that its captain gave you. */
code: string, };

/** For how many days things are kept; left out: for ever. Results are always kept, and so is the version that plays for a team. */
export type Keep = {
/** Records of matches, after their end. */
records_days?: number,
/** What bots said in matches, and what builds said. */
logs_days?: number,
/** Builds of versions that were followed by another. */
builds_days?: number, };

/** A match of a contest. */
export type LeagueMatch = {
/** Its id. */
id: string,
/** Its number; later matches have higher ones. */
seq: number,
/** The contest's address. */
contest: string,
/** `casual`, `ranked`, `validation` or `final`. */
kind: string,
/** The round's number. */
round: number | null,
/** `queued`, `running`, `over`, `void`, `cancelled` or `annulled`. */
state: string,
/** Why it is void, cancelled or annulled. */
reason: string | null,
/** The game. */
game: string,
/** The ruleset. */
ruleset: string,
/** The map. */
map: string,
/** What fixes all chance; told when the match is over. */
seed: string | null,
/** Who plays. */
seats: Array<MatchSeat>,
/** When it was asked for. */
created: number,
/** When it began. */
started: number | null,
/** When it ended. */
ended: number | null,
/** How many windows were played. */
windows: number | null,
/** `pending`, `same` or `differs`: whether playing it again from its record gave the same. */
checked: string,
/** Whether you may watch it now. */
open: boolean,
/** Its tags. */
tags: Array<string>,
/** How many tries it took. */
attempt: number,
/** The seats of the game on which you sit yourself, while it is played. */
sits: Array<number>, };

/** Some matches, newest first. */
export type LeagueMatchList = {
/** The matches. */
matches: Array<LeagueMatch>,
/** What to ask for with `before` to have the next ones. */
next: number | null, };

/** A piece of a build's log. */
export type LogPiece = {
/** The text from where it was asked for. */
text: string,
/** Where to ask from next. */
next: number,
/** Whether more will come. */
open: boolean, };

/** A moment of a contest. */
export type Look = {
/** Ranked matches until then. */
matches: number,
/** When the last of them ended. */
time: number, };

/** A map in numbers. */
export type MapStatistics = {
/** The map. */
map: string,
/** Matches on it. */
matches: number,
/** Those without a winner. */
drawn: number,
/** Windows of a match on average. */
windows: number, };

/** A team's vote for a map. */
export type MapVote = {
/** Of which series. */
series: number,
/** The map. */
map: string, };

/** How far a mark is. */
export type MarkCard = {
/** Whether it was reached; nothing until that is clear. */
passed: boolean | null,
/** The number of the version. */
version: number,
/** How many matches count so far. */
played: number,
/** The points that were taken in them. */
points: number,
/** How sure it is that the share is reached, from 0 to 1. */
sure: number,
/**
 * How sure one must be of this version. The more versions somebody sends, the more is asked of each, so that the mark's
 * confidence holds for all of them together.
 */
confidence: number,
/** The most matches. */
matches: number,
/** How many of their versions were asked so far. */
asked: number, };

/** What a program must reach: this share of the points against a house bot, with this confidence, within so many matches. */
export type MarkWish = {
/** The house bot; `house:greedy` is `greedy`. */
house: string,
/** The share of the points, from 0 to 1. */
share: number,
/** How sure it must be, from 0.5 to 1. */
confidence: number,
/** The most matches. */
matches: number, };

/** Which matches are asked for. */
export type MatchQuery = {
/** Those in which this team plays. */
team?: string,
/** Those in which this team plays, too. */
against?: string,
/** Those in which this house bot plays. */
house?: string,
/** `casual`, `ranked`, `validation` or `final`. */
kind?: string,
/** `queued`, `running`, `over`, `void`, `cancelled` or `annulled`. */
state?: string,
/** Those on this map. */
map?: string,
/** Those with this tag. */
tag?: string,
/** Those of this round. */
round?: number,
/** Those with a team whose name has this in it. */
text?: string,
/** Those before this one, as `next` said. */
before?: number,
/** At most so many; 50 if left out, 500 at most. */
limit?: number, };

/** Who sits on a seat, and what came of it. */
export type MatchSeat = {
/** The seat. */
seat: number,
/** Its side. */
side: number,
/** The team's id. */
team: string | null,
/** Who it is, for people. */
name: string,
/** The house bot. */
house: string | null,
/** Whether a person plays. */
person: boolean,
/** The number of the version that played. */
version: number | null,
/** The place it took, from 1. */
rank: number | null,
/** Its score. */
score: number | null,
/** How many mistakes it made. */
faults: number | null,
/** The time it used, in milliseconds. */
time_ms: number | null,
/** Whether it is your team's. */
own: boolean,
/** Whether you may read what its program said. */
log: boolean, };

/** Who you are. */
export type Me = {
/** Your account's id. */
id: string,
/** Your name. */
name: string,
/** Your address, if you gave one. */
email: string | null,
/** `contestant`, `organiser` or `admin`. */
role: string,
/** The language you chose. */
lang: string | null,
/** Whether there is a password; accounts of another sign-in service may have none. */
has_password: boolean,
/** Whether you can also sign in elsewhere. */
linked: boolean,
/** Your teams. */
teams: Array<Membership>,
/** Contests that you run. */
runs: Array<string>, };

/** Somebody in a team. */
export type MemberCard = {
/** The account's id. */
user: string,
/** Their name. */
name: string,
/** `captain` or `member`. */
rank: string, };

/** One of your teams. */
export type Membership = {
/** The contest's address. */
contest: string,
/** The contest's title. */
title: string,
/** The team's id. */
team: string,
/** The team's name. */
name: string,
/** `captain` or `member`. */
rank: string, };

/** An account that an admin makes for somebody. */
export type NewAccount = {
/** How others see them. It is also what they sign in with. */
name: string,
/** `contestant`, `organiser` or `admin`; left out: a contestant. */
role?: string, };

/** Something that everybody in a contest should read. */
export type NewAnnouncement = {
/** The text. */
text: string, };

/** A new contest. */
export type NewContest = {
/** Its part of the address: lower-case letters, digits and dashes. */
slug: string,
/** Its title. */
title: string,
/** What it is about, in Markdown. */
about: string,
/** The game. */
game: string,
/** How it is played. */
settings: Settings,
/** A code that one must know to take part; left out: it is open to everybody. */
code?: string,
/** When it opens by itself. */
opens?: number,
/** When submissions are frozen by themselves. */
freezes?: number,
/** When it closes by itself. */
closes?: number, };

/** A final to be opened. Submissions are frozen, and the versions in force then play. */
export type NewFinal = {
/** How it is played. */
format: FinalFormat,
/** How many teams a match has; left out: as in the contest. */
table?: number,
/** Whether matches are played ahead; otherwise each is played when it is called. */
ahead: boolean,
/** Who takes part, from the best seed down; left out: everybody, by the standing. */
teams?: Array<string>,
/** How many take part, the best by the standing, where nobody is named; left out: all. */
best?: number,
/** Whether teams of house bots take part, where nobody is named. */
house: boolean,
/** The maps that are drawn from; none: all of the contest's. */
maps: Array<string>,
/**
 * What decides a match that is level: `again` (up to three more games, then the better seed) or `earlier` (whoever sent their version
 * earlier, as the document of heroes has it). Left out, it is what the game's document says.
 */
ties?: string, };

/** A new password for the old one. All other sessions end. */
export type NewPassword = {
/** The present password. */
old: string,
/** The new one. */
new: string, };

/** A new team; whoever makes it is its captain. */
export type NewTeam = {
/** Its name. */
name: string,
/** The contest's code, where one is needed. */
code?: string, };

/** A token for programs. */
export type NewToken = {
/** What it is for. */
label: string,
/** What it may: `read`, `submit`, `play`, `desk`. */
scopes: Array<string>,
/** For how many days; left out: until it is taken back. */
days?: number, };

/** A token for workers on other machines. */
export type NewWorkerToken = {
/** What it is called. */
label: string, };

/** Whom to meet. */
export type Opponent = { "team": string } | { "house": string };

/** Somebody whom you may meet. */
export type OpponentCard = {
/** Who. */
opponent: Opponent,
/** Their name. */
name: string,
/** Their place in the standing. */
rank: number | null,
/** The share of points you can expect; from 0 to 1. */
expected: number | null,
/** You cannot meet them yet: they are open to this upper share of the standing. */
closed: number | null, };

/** Somebody who is to run a contest, or no longer. */
export type Organiser = {
/** The account's name. */
name: string,
/** Whether they run it. */
runs: boolean, };

/** What a contest would not keep any longer. */
export type Outlived = {
/** Matches with a record. */
records: number,
/** Logs of bots and builds. */
logs: number,
/** Builds of versions that were followed by another. */
builds: number, };

/** A new password by an admin's link. */
export type PasswordReset = {
/** The code in the link. */
code: string,
/** The new password. */
password: string, };

/** Holding back new jobs, or letting them go. */
export type Pause = {
/** Whether they are held back. */
paused: boolean, };

/** What was found in a phase of a program. */
export type PhaseCard = {
/** The phase, from 1. */
phase: number,
/** The number of the version. */
version: number,
/** Whether all of it was right. */
passed: boolean,
/** How many rules were seen and kept, of how many. */
kept: number,
/** How many rules there are. */
rules: number,
/** The course's percents for it, by the share of rules that are kept. */
points: number,
/** The first rule that is broken; where none is, the first that was never seen. */
first: RuleCard | null,
/** Why not everything was played. */
cut: string | null, };

/** A job's new place in the queue. */
export type Priority = {
/** From -100 to 100; the higher, the sooner. */
priority: number, };

/** How many jobs of a kind are in a state. */
export type QueueLine = {
/** `build`, `match` or `verify`. */
kind: string,
/** `queued`, `running`, `done`, `dead` or `cancelled`. */
state: string,
/** How many. */
count: number, };

/** How teams are ranked. */
export type Ranking = { "kind": "none" } | { "kind": "groups",
/** From one round to the next. */
every_minutes: number, } | { "kind": "boards",
/** From one round to the next. */
every_minutes: number, } | { "kind": "ladder",
/** How many matches each team plays in an hour. */
hourly: number, };

/** A rating with its 95 % interval. */
export type Rated = {
/** In Elo points, 0 being the average. */
rating: number,
/** The lower end. */
low: number,
/** The upper end. */
high: number, };

/** Why something is done that somebody will ask about. */
export type Reason = {
/** The reason, in a sentence. */
reason: string, };

/** One match and its second playing. */
export type RejudgeLine = {
/** The match as it counts now. */
old: string,
/** The ranks it gave, by seat. */
old_ranks: Array<number>,
/** The scores it gave, by seat: whoever plays alone is always first. */
old_scores: Array<number>,
/** Its second playing. */
new: string,
/** Where that stands. */
state: string,
/** The ranks it gave, once it is over. */
new_ranks: Array<number> | null,
/** The scores it gave. */
new_scores: Array<number> | null, };

/** Matches that are played again. Nothing counts before it is applied. */
export type RejudgePage = {
/** Its id. */
id: string,
/** The contest's address. */
contest: string,
/** `open`, `applied` or `dropped`. */
state: string,
/** Why. */
reason: string,
/** The matches. */
lines: Array<RejudgeLine>, };

/** Matches to be played again, beside what they gave. */
export type RejudgeWish = {
/** Which ones. */
matches: MatchQuery,
/** Why. */
reason: string, };

/** A link with which somebody chooses a new password, for a day. It is shown this once. */
export type ResetLink = {
/** The code; the page takes it at `/reset#CODE`. */
code: string,
/** Until when it works. */
expires: number, };

/** Somebody whom a team has met. */
export type Rival = {
/** The other team. */
team: string,
/** Its name. */
name: string,
/** The house bot that it is, if it is one. */
house: string | null,
/** How the team fared. */
duels: Duels, };

/** A ranked round. */
export type RoundCard = {
/** From 1. */
number: number,
/** `planned`, `running`, `over` or `cancelled`. */
state: string,
/** When it is due. */
due: number,
/** When it ended. */
ended: number | null,
/** How many matches it has. */
matches: number,
/** How many of them are over. */
over: number, };

/** A ranked round with its groups. */
export type RoundPage = {
/** The round. */
round: RoundCard,
/** The groups, from the best down. */
groups: Array<GroupCard>,
/** Where everybody plays the same board alone: how each did, the best first. */
boards: Array<BoardCard>, };

/** A rule that a program breaks, in the language of whoever sent it. */
export type RuleCard = {
/** Its short name, the same in all languages. */
rule: string,
/** What it says. */
text: string,
/** What should have come; nothing where it was never seen. */
expected: string | null,
/** What came. */
found: string | null, };

/** A house bot that can be met. */
export type Rung = {
/** Its name. */
name: string,
/** It is open to teams in this upper share of the standing: 1 to everybody, 0.25 to the best quarter. */
top: number, };

/** A contest of a season. */
export type SeasonContest = {
/** Its address. */
slug: string,
/** Its title. */
title: string,
/** Its game. */
game: string,
/** `open`, `frozen` or `closed`. */
state: string,
/** When it opened, or was made. */
opens: number, };

/** How two of a season fared against each other in ranked matches. */
export type SeasonDuels = {
/** The place of the one in the season's rows, from 0. */
one: number,
/** That of the other. */
other: number,
/** How often the one was ahead. */
won: number,
/** How often they were level. */
drawn: number,
/** How often the other was ahead. */
lost: number, };

/** A map over a season. */
export type SeasonMap = {
/** The game. */
game: string,
/** The map. */
map: string,
/** Ranked matches on it. */
matches: number,
/** Those without one winner. */
drawn: number,
/** How many windows they had on average. */
windows: number, };

/** A season: contests that belong together, and what came of all of them. */
export type SeasonPage = {
/** Its name. */
name: string,
/** Its contests, oldest first. */
contests: Array<SeasonContest>,
/** Everybody who has played in one of them, the most points first. */
rows: Array<SeasonRow>,
/** How the first twelve fared against each other. */
duels: Array<SeasonDuels>,
/** The maps of ranked matches. */
maps: Array<SeasonMap>,
/** The seats of ranked matches. */
seats: Array<SeasonSeat>, };

/** What somebody reached in a contest. */
export type SeasonResult = {
/** The team's id. */
team: string,
/** Their place in the standing. */
rank: number,
/** Of so many that have played. */
of: number,
/** Their rating. */
rating: number | null, };

/** Somebody in a season: whoever leads a team, or a house bot. */
export type SeasonRow = {
/** The name of their last team. */
name: string,
/** The house bot. */
house: string | null,
/** What they reached in each contest, in the season's order. */
results: Array<SeasonResult | null>,
/** In each contest the share of the others that was left behind, in percent, all together. */
points: number, };

/** A side over a season: is it better than the others? */
export type SeasonSeat = {
/** The game. */
game: string,
/** In matches of so many sides. */
players: number,
/** The side, from 0. */
side: number,
/** Ranked matches. */
matches: number,
/** Those that this side won alone. */
won: number,
/** The share of them. */
share: number,
/** The lower end of its 95 % interval. */
low: number,
/** The upper end. */
high: number,
/** The share that every side would have if none were better and nothing were drawn. */
fair: number, };

/** A seat in numbers. */
export type SeatStatistics = {
/** The side. */
side: number,
/** Matches. */
matches: number,
/** Matches won from it. */
won: number,
/** The share of wins, with its 95 % interval. */
share: number,
/** The lower end. */
low: number,
/** The upper end. */
high: number, };

/** A series: games of the same teams, until it is known who goes on. */
export type SeriesCard = {
/** Its number. */
number: number,
/** `group`, `winners`, `losers`, `third` or `final`. */
stage: string,
/** The group, from 0, where it is one. */
group: number | null,
/** Its round in that part, from 0. */
round: number,
/** How many tables its round has, byes counted. */
width: number,
/** How many games it has at most, if none is level. */
best_of: number,
/** How many go on; 0: points are counted. */
through: number,
/** Who plays. */
slots: Array<SlotCard>,
/** What was played. */
games: Array<FinalGame>,
/** Its teams from the best down, when it is decided, each with its rank. */
result: Array<FinalPlace>,
/** What has decided who goes on where all games together were level: `earlier` (whoever sent their version earlier) or `seed`. */
level: string | null, };

/** A place where you are signed in. */
export type SessionCard = {
/** Since when. */
created: number,
/** When it was last used. */
seen: number,
/** What the browser says it is. */
agent: string,
/** Whether it is this one. */
current: boolean, };

/** What an organiser chooses. What is left out is as usual. */
export type Settings = {
/**
 * The maps that are played on; none: all maps of the game, or for a game that is played alone a new one for every round. `random` is
 * a map made from the match's seed, in games whose maps can be made.
 */
maps: Array<string>,
/** The ruleset; left out: the game's first. */
ruleset?: string,
/** How many teams a match has; 0: as few as the game can have. A game that can be played alone is: see [`Ranking::Boards`]. */
players: number,
/** How time is dealt out. */
time: Time,
/** How teams are ranked. */
ranking: Ranking,
/** Matches on request. */
casual: Casual,
/** What may be sent in. */
submissions: Submissions,
/** What is shown of a match that is being played. */
disclosure: Disclosure,
/** House bots that can be met, from the weakest up; none: all of the game, in its order. */
house: Array<Rung>,
/** The house bot that a new version plays before it can go live; left out: the first of `house`. */
validation?: string,
/** How many people a team may have. */
team_size: number,
/** How long things are kept. */
keep: Keep,
/** What makes a class of it; left out: it is none. */
class?: Class,
/** The season that it belongs to: contests with the same word are told of together. Empty: none. */
season: string, };

/** What the projector shows. */
export type ShowCard = {
/** Counts the pictures. */
step: number,
/** `bracket`, `next`, `match`, `result`, `places` or `blank`. */
screen: string,
/** Of which series. */
series: number | null,
/** Of which game of it, from 0. */
game: number | null,
/** The match, for whoever may moderate, or when it was shown. */
id: string | null,
/** Whether the film stands still. */
paused: boolean,
/** How often the decisive turn was asked for. */
replay: number,
/** Whether the film of the match on the stage was begun. */
seen: boolean, };

/** Signing in. */
export type SignIn = {
/** The account's name. */
name: string,
/** Its password. */
password: string, };

/** A new account. */
export type SignUp = {
/** How others see you. It is also what you sign in with. */
name: string,
/** At least ten characters. */
password: string,
/** Where an organiser can reach you; nobody else sees it. */
email?: string,
/** The language of the page: `en`, `fa` or `fr`. */
lang?: string, };

/** A place in a series. */
export type SlotCard = {
/** The team, if it is known. */
team: number | null,
/** The series it comes from. */
series: number | null,
/** The group it comes from. */
group: number | null,
/** Its rank there, from 0. */
rank: number | null, };

/** A place in a program. */
export type SpotCard = {
/** The file. */
file: string,
/** The line, 1 the first. */
line: number, };

/** A team in the standing. */
export type StandingRow = {
/** From 1; teams that share a place have the same. */
rank: number,
/** The team's id. */
team: string,
/** Its name. */
name: string,
/** The house bot that it is, if it is one. */
house: string | null,
/** Its group, from 1, where there are groups. */
group: number | null,
/** Its rating, where there is one. */
rating: number | null,
/** The lower end of the rating's 95 % interval. */
low: number | null,
/** The upper end. */
high: number | null,
/** Matches played. */
matches: number,
/** Matches won. */
won: number,
/** Matches drawn. */
drawn: number,
/** Matches lost. */
lost: number,
/** The number of its active version. */
version: number | null,
/** Places gained since the last round; below 0: lost. */
moved: number,
/** `in`, `disqualified` or `withdrawn`. */
standing: string, };

/** A contest's standing. */
export type StandingTable = {
/** `none`, `groups`, `ladder` or `boards`. */
kind: string,
/** From the best down. */
rows: Array<StandingRow>,
/** How many matches it is made of. */
matches: number,
/** The last match that counts: with the match table it can be computed again bit for bit. */
upto: number,
/** How it is computed, in a sentence. */
method: string, };

/** A contest in numbers. */
export type Statistics = {
/** Teams. */
teams: number,
/** Versions sent in. */
versions: number,
/** Matches that are over. */
matches: number,
/** Matches that are waiting. */
queued: number,
/** Matches that went wrong on our side. */
void: number,
/** Each map. */
maps: Array<MapStatistics>,
/** Each seat: is one of them better? */
seats: Array<SeatStatistics>,
/** Versions by language. */
languages: Array<[string, number]>, };

/** What may be sent in. */
export type Submissions = {
/** The largest archive, in megabytes. */
megabytes: number,
/** How many a team may send in an hour. */
hourly: number,
/** How long a build may take. */
build_minutes: number,
/** Whether bots of the original contest are taken as they are. */
wire: boolean,
/** Whether a version that has passed goes live by itself. */
activate: boolean, };

/** The tags of a match, all of them. */
export type Tags = {
/** Up to ten short words. Those of a team are its own; those of organisers are everybody's. */
tags: Array<string>, };

/** What everybody may know about a team. */
export type TeamCard = {
/** Its id. */
id: string,
/** Its name. */
name: string,
/** The contest's address. */
contest: string,
/** The house bot that it is, if it is one. */
house: string | null,
/** `in`, `disqualified` or `withdrawn`. */
standing: string,
/** Why it is not in. */
reason: string | null,
/** The number of its active version. */
version: number | null,
/** Since when there is one. */
created: number, };

/** What a captain changes. */
export type TeamChange = {
/** A new name. */
name?: string, };

/** A new code with which people join a team. It is shown this once; the one before no longer works. */
export type TeamCode = {
/** The code. */
code: string, };

/** A team's own history. */
export type TeamHistory = {
/** When it was looked. */
looks: Array<Look>,
/** Its rating at each look; nothing before its first match. */
points: Array<Rated | null>,
/** Its versions that have played ranked matches, the first one first. */
versions: Array<VersionHistory>,
/** Whom it met, the most often met first. */
rivals: Array<Rival>,
/**
 * What is true of it: `unbeaten` in ten ranked matches or more; `beat-all`, every other team at least once; `faultless` in twenty
 * ranked matches or more; `better`, the latest version being clearly stronger than the one before.
 */
badges: Array<string>, };

/** A team over time. */
export type TeamLine = {
/** Its id. */
team: string,
/** Its name. */
name: string,
/** The house bot that it is, if it is one. */
house: string | null,
/** Its rating at each look; nothing before its first match. */
points: Array<Rated | null>,
/** How it fared against each of these teams, in the same order. */
against: Array<Duels>, };

/** What a program must reach, and how far a team is. */
export type TeamMark = {
/** What it must reach. */
wish: MarkWish,
/** How far the team is; nothing where no version was asked yet. */
found: MarkCard | null, };

/** A team's own page. */
export type TeamPage = {
/** The team. */
team: TeamCard,
/** Whether you are in it. */
own: boolean,
/** Whether you are its captain. */
captain: boolean,
/** Its people; their names are known to everybody. */
members: Array<MemberCard>,
/** What its programs must reach, in a class; its own people and whoever runs the class see that. */
marks: Array<TeamMark>, };

/** How time is dealt out in the matches of a contest. */
export type Time = {
/** How many times the game's own clocks. */
rate: number,
/** Which time decides. */
count: Counted,
/** What every seat may use beyond its limits, over the whole match. */
bank_ms: number,
/** Whether a bot stands still while it is not asked. */
freeze: boolean, };

/** A token, without its secret. */
export type TokenCard = {
/** Its id. */
id: string,
/** What it is for. */
label: string,
/** What it may. */
scopes: Array<string>,
/** When it was made. */
created: number,
/** When it was last used. */
used: number | null,
/** When it ends. */
expires: number | null, };

/** A new token. Its secret is shown this once. */
export type TokenMade = {
/** The token. */
token: TokenCard,
/** What a program shows as `Authorization: Bearer SECRET`. */
secret: string, };

/** Moving a contest to another state. */
export type Turn = {
/** `open`, `frozen` or `closed`. */
to: string, };

/** What a bot took in its ranked matches. */
export type Used = {
/** Milliseconds of thinking in a match, on average. */
time_ms: number,
/** The same in the slowest match. */
slowest_ms: number | null,
/** The most memory, in bytes. */
memory: number | null,
/** Mistakes in all matches. */
faults: number, };

/** An account, for admins. */
export type UserCard = {
/** Its id. */
id: string,
/** Its name. */
name: string,
/** Its address. */
email: string | null,
/** Its role. */
role: string,
/** Whether it is disabled. */
disabled: boolean,
/** Since when there is one. */
created: number, };

/** What an admin changes about an account. */
export type UserChange = {
/** `contestant`, `organiser` or `admin`. */
role?: string,
/** A disabled account cannot sign in, and its tokens do nothing. */
disabled?: boolean, };

/** A version of a team's bot. */
export type VersionCard = {
/** Its id. */
id: string,
/** The team's id. */
team: string,
/** From 1. */
number: number,
/** `received`, `building`, `built`, `validating`, `ready`, `failed`, `rejected` or `stuck`. */
state: string,
/** Whether it plays for its team now. */
active: boolean,
/** Who sent it. */
by: string,
/** When. */
created: number,
/** What its author says about it. */
note: string,
/** The size of the archive, in bytes. */
size: number,
/** Its language, once known. */
language: string | null,
/** Whether it speaks the original contest's protocol. */
wire: boolean,
/** What went wrong, in a sentence. */
error: string | null,
/** How long the build took. */
build_ms: number | null,
/** The match that it had to play before it could go live. */
validation: string | null,
/** What was found in each phase, where programs are judged so. */
phases: Array<PhaseCard>, };

/** What a version did. */
export type VersionHistory = {
/** Its number. */
number: number,
/** When it was sent. */
created: number,
/** Its ranked matches. */
matches: number,
/** Its own strength, as if every version were a player of its own. */
rated: Rated,
/** What it gained on the version before. */
gain: Rated | null,
/** What it took; its own team and organisers see that. */
used: Used | null, };

/** A team's versions, newest first. */
export type VersionList = {
/** The versions. */
versions: Array<VersionCard>,
/** How large an archive may be, in bytes. */
largest: number, };

/** How two teams fared against each other. */
export type Versus = {
/** Ranked matches in which both played, and which count. */
matches: number,
/** Those in which the first came before the second. */
won: number,
/** Those in which they shared a place. */
drawn: number,
/** Those in which the second came before the first. */
lost: number, };

/** A match that is being played, as it stands. */
export type WallMatch = {
/** The match. */
card: LeagueMatch,
/** The first line of its reel; nothing where you have it already or may not watch it. */
opening: string | null,
/** Where in the film its last window is, to be named in the next question. */
place: number,
/** The line of its last window; nothing where you have it already or there is none yet. */
frame: string | null, };

/** All matches of a contest that are being played. */
export type WallPage = {
/** The matches, newest first. */
matches: Array<WallMatch>,
/** How many wait to be played; for whoever runs the contest. */
waiting: number | null, };

/** Somebody who works on jobs. */
export type WorkerCard = {
/** Its id. */
id: string,
/** Its name. */
name: string,
/** The token that it came with; nothing, if it works in an arena's own process. */
token: string | null,
/** The public key that signs its records. */
key: string | null,
/** How many cores it has for bots. */
cores: number,
/** How many tasks it does at once. */
hands: number,
/** How many it is doing. */
doing: number,
/** How many it has done since it began. */
done: number,
/** How many went wrong on its side. */
failed: number,
/** Why it takes nothing for now, if so. */
trouble: string | null,
/** What it can run. */
labels: Array<string>,
/** When it was last heard of. */
seen: number,
/** What it says of itself. */
state: string, };

/** What workers on other machines show to come in. */
export type WorkerTokenCard = {
/** Its id. */
id: string,
/** What it is called. */
label: string,
/** When it was made. */
created: number,
/** When it was last used. */
used: number | null,
/** How many workers that are there came with it. */
workers: number, };

/** A token that was just made. Its secret is shown this once. */
export type WorkerTokenMade = {
/** The token. */
token: WorkerTokenCard,
/** What workers show. */
secret: string, };
