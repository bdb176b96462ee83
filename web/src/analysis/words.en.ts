/** What is said where a match is looked at more closely. */
export const en = {
  title: 'Look closer',
  here: { one: 'After {n} step.', other: 'After {n} steps.' },
  end: 'Go to a moment before the end: there you can ask a strong bot, or play on from it.',
  'for': 'For whom',
  ask: 'What would {bot} do here?',
  would: '{bot} in the seat of {name}',
  nothing: 'It would do nothing in this step: not every step of a turn needs an act.',
  same: 'The same as was played.',
  others: 'What would change',
  was: 'What was played',
  again: 'Show it again',
  back: 'Back to the match',
  on: 'Play on from here',
  'on.begin': 'Play on from step {step}',
  side: 'Side {n}',
};
