/** The results of reviewing sampled findings: one line each in `verdicts.tsv`, one seed per round. */
import { readFileSync } from 'node:fs';

/** One reviewed finding. */
export interface Verdict {
  rule: string;
  /** The seed of the sample; a later round has a larger one. */
  seed: number;
  right: boolean;
  document: string;
  pointer: string;
  /** Why the finding is wrong, if it is. */
  note: string;
}

/** One review round of a rule. */
export interface Round {
  seed: number;
  verdicts: readonly Verdict[];
  right: number;
}

/** Reads the file; throws on a line that says neither right nor wrong. */
export function readVerdicts(): Verdict[] {
  const text = readFileSync(new URL('./verdicts.tsv', import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line, at) => {
    const [rule = '', seed = '', said = '', document = '', pointer = '', note = ''] = line.split('\t');
    if (said !== 'right' && said !== 'wrong') throw new Error(`verdicts.tsv: entry ${at + 1} says "${said}"`);
    return { rule, seed: Number(seed), right: said === 'right', document, pointer, note };
  });
}

/** The rounds of one rule, oldest first. */
export function roundsOf(rule: string, verdicts: readonly Verdict[]): Round[] {
  const own = verdicts.filter((each) => each.rule === rule);
  const seeds = [...new Set(own.map(({ seed }) => seed))].sort((one, other) => one - other);
  return seeds.map((seed) => {
    const looked = own.filter((each) => each.seed === seed);
    return { seed, verdicts: looked, right: looked.filter(({ right }) => right).length };
  });
}
