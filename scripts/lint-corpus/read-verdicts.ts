/** What somebody found when looking at samples of findings: one line each in `verdicts.tsv`, a seed per round of looking. */
import { readFileSync } from 'node:fs';

/** One finding that somebody looked at. */
export interface Verdict {
  rule: string;
  /** The seed that the samples were drawn with; a later round has a larger one. */
  seed: number;
  right: boolean;
  document: string;
  pointer: string;
  /** Why it is wrong, where it is. */
  note: string;
}

/** One round of looking at a rule. */
export interface Round {
  seed: number;
  verdicts: readonly Verdict[];
  right: number;
}

/** Reads the file; a line that says neither right nor wrong is an error of ours. */
export function readVerdicts(): Verdict[] {
  const text = readFileSync(new URL('./verdicts.tsv', import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line, at) => {
    const [rule = '', seed = '', said = '', document = '', pointer = '', note = ''] = line.split('\t');
    if (said !== 'right' && said !== 'wrong') throw new Error(`verdicts.tsv: entry ${at + 1} says "${said}"`);
    return { rule, seed: Number(seed), right: said === 'right', document, pointer, note };
  });
}

/** The rounds of one rule, the earliest first. */
export function roundsOf(rule: string, verdicts: readonly Verdict[]): Round[] {
  const own = verdicts.filter((each) => each.rule === rule);
  const seeds = [...new Set(own.map(({ seed }) => seed))].sort((one, other) => one - other);
  return seeds.map((seed) => {
    const looked = own.filter((each) => each.seed === seed);
    return { seed, verdicts: looked, right: looked.filter(({ right }) => right).length };
  });
}
