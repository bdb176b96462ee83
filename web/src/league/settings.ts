import type { Keep, Settings } from '../api/league';

/** The settings as a form holds them: everything is there, and what is not chosen is empty. */
export interface SettingsForm {
  maps: string[];
  ruleset: string;
  players: number;
  time: Settings['time'];
  ranking: { kind: Settings['ranking']['kind']; every_minutes: number; hourly: number };
  casual: Settings['casual'];
  submissions: Settings['submissions'];
  disclosure: { kind: 'public' | 'delayed' | 'participants' | 'after-end'; windows: number };
  /** The house bots that are ticked, and to how many percent of the teams each is open. */
  house: string[];
  tops: Record<string, number>;
  validation: string;
  team_size: number;
  /** In days; null: for ever. */
  keep: Record<'records' | 'logs' | 'builds', number | null>;
  /** The season that it belongs to. */
  season: string;
  /** Shares and confidences are in percent. */
  class: { on: boolean; phases: number[]; marks: { house: string; share: number; confidence: number; matches: number }[] };
}

/** How long things are kept, as the server has it. */
export function keepOf({ records, logs, builds }: SettingsForm['keep']): Keep {
  // A field that was emptied holds no number.
  const days = (value: number | null): value is number => value !== null && Number.isFinite(value);
  return {
    ...(days(records) ? { records_days: records } : {}),
    ...(days(logs) ? { logs_days: logs } : {}),
    ...(days(builds) ? { builds_days: builds } : {}),
  };
}

export function toForm(settings: Settings): SettingsForm {
  const { ranking, disclosure } = settings;
  return {
    maps: [...settings.maps],
    ruleset: settings.ruleset ?? '',
    players: settings.players,
    time: { ...settings.time },
    ranking: {
      kind: ranking.kind,
      every_minutes: 'every_minutes' in ranking ? ranking.every_minutes : 30,
      hourly: ranking.kind === 'ladder' ? ranking.hourly : 6,
    },
    casual: { ...settings.casual },
    submissions: { ...settings.submissions },
    disclosure: typeof disclosure === 'string' ? { kind: disclosure, windows: 10 } : { kind: 'delayed', windows: disclosure.delayed },
    house: settings.house.map(({ name }) => name),
    tops: Object.fromEntries(settings.house.map(({ name, top }) => [name, Math.round(top * 100)])),
    validation: settings.validation ?? '',
    team_size: settings.team_size,
    keep: { records: settings.keep.records_days ?? null, logs: settings.keep.logs_days ?? null, builds: settings.keep.builds_days ?? null },
    season: settings.season,
    class: {
      // A server leaves out what is not there, or says null.
      on: (settings.class ?? null) !== null,
      phases: [...(settings.class?.phases ?? [])],
      marks: (settings.class?.marks ?? []).map(({ house, share, confidence, matches }) => ({ house, share: Math.round((share ?? 0.55) * 100), confidence: Math.round((confidence ?? 0.95) * 100), matches: matches ?? 200 })),
    },
  };
}

/** `bots`: the game's house bots, from the weakest up; that is the order of the rungs. */
export function fromForm(form: SettingsForm, bots: readonly string[]): Settings {
  const { kind } = form.ranking;
  return {
    maps: [...form.maps],
    ...(form.ruleset === '' ? {} : { ruleset: form.ruleset }),
    players: form.players,
    time: { ...form.time },
    ranking: kind === 'none' ? { kind } : kind === 'ladder' ? { kind, hourly: form.ranking.hourly } : { kind, every_minutes: form.ranking.every_minutes },
    casual: { ...form.casual },
    submissions: { ...form.submissions },
    disclosure: form.disclosure.kind === 'delayed' ? { delayed: form.disclosure.windows } : form.disclosure.kind,
    house: bots.filter((name) => form.house.includes(name)).map((name) => ({ name, top: (form.tops[name] ?? 100) / 100 })),
    ...(form.validation === '' ? {} : { validation: form.validation }),
    team_size: form.team_size,
    keep: keepOf(form.keep),
    season: form.season.trim(),
    ...(form.class.on ? { class: { phases: [...form.class.phases], marks: form.class.marks.map(({ house, share, confidence, matches }) => ({ house, share: share / 100, confidence: confidence / 100, matches })) } } : {}),
  };
}

/** How the teams of a game can be ranked: whoever plays alone meets nobody. */
export const rankings = (alone: boolean) => (alone ? (['boards', 'none'] as const) : (['groups', 'ladder', 'none'] as const));
