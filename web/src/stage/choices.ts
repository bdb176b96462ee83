import type { Choice } from './stage';

/** The choice that a key stands for. */
export const choiceOf = (choices: readonly Choice[], key: string) => choices.find((choice) => choice.key?.toLowerCase() === key.toLowerCase());

/** Runs the choice that a key stands for; whether there was one that may be taken. */
export function choose(choices: readonly Choice[], key: string): boolean {
  const choice = choiceOf(choices, key);
  if (choice === undefined || choice.disabled === true) return false;
  choice.run();
  return true;
}
