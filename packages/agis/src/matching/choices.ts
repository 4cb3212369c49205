/** Finds the fixed value of a parameter that an instruction names, by the words of the value or by a synonym. */
import type { Words } from '../words/words.js';
import type { Instruction } from './read-instruction.js';
import { termOf } from './read-instruction.js';

/** A named value, and the tokens that name it. */
export interface NamedChoice {
  value: string;
  indexes: readonly number[];
}

/** Synonyms of values that many services use. */
const standIns: Readonly<Record<string, readonly string[]>> = {
  sms: ['text', 'texts'],
  email: ['e-mail', 'mail'],
  phone: ['telephone', 'call'],
  eur: ['euro', 'euros', '€'],
  gbp: ['pound', 'pounds', 'sterling', '£'],
  usd: ['dollar', 'dollars', '$'],
};

/** Every named value, in the order of the list. */
export function findChoice(choices: readonly string[], instruction: Instruction, words: Words): NamedChoice[] {
  return choices.flatMap((value) => {
    const parts = value
      .toLowerCase()
      .split(/[\s_-]+/)
      .filter(Boolean);
    const indexes = findRow(parts, instruction, words) ?? findStandIn(value.toLowerCase(), instruction);
    return indexes === undefined ? [] : [{ value, indexes }];
  });
}

/** A value in one word is also found as it is written: `dark-blue`. */
function findRow(parts: readonly string[], { tokens }: Instruction, words: Words): number[] | undefined {
  const terms = parts.map((part) => termOf(part, words));
  const whole = tokens.find(({ lower }) => parts.length > 1 && lower.split(/[_-]/).join(' ') === parts.join(' '));
  if (whole !== undefined) return [whole.index];
  for (let at = 0; at + parts.length <= tokens.length; at += 1) {
    const met = parts.every((part, step) => {
      const said = tokens[at + step]?.lower ?? '';
      return said === part || termOf(said, words) === terms[step];
    });
    if (met && parts.length > 0) return parts.map((_, step) => at + step);
  }
  return undefined;
}

function findStandIn(value: string, { tokens, mentions }: Instruction): number[] | undefined {
  const others = Object.hasOwn(standIns, value) ? (standIns[value] ?? []) : [];
  const word = tokens.find(({ lower }) => others.includes(lower));
  if (word !== undefined) return [word.index];
  const sum = mentions.find((mention) => mention.kind === 'money' && mention.currency?.toLowerCase() === value);
  // The sum stays available, because it also gives the amount.
  return sum === undefined ? undefined : [];
}
