/** Compares the labeled lists of identifiers and intents with the results of the passes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluateEndpoint, evaluateMethod } from '../../packages/agis/src/evaluate-endpoint.js';
import { createWords } from '../../packages/agis/src/words/create-words.js';

/** The result for an identifier or a pair: the most severe finding. */
export type Outcome = 'error' | 'warning' | 'info' | 'clean';

/** One labelled case with its outcome. */
export interface Measured {
  label: string;
  text: string;
  outcome: Outcome;
  codes: string[];
}

const folder = 'packages/agis/src/words/fixtures';

/** Evaluates `identifiers.<part>.txt`. */
export function measureIdentifiers(root: string, part: string): Measured[] {
  const words = createWords();
  return readLines(root, `identifiers.${part}.txt`).flatMap((line) => {
    const [label = '', list = ''] = line.split(':');
    return list
      .trim()
      .split(/\s+/)
      .map((text) => describe(label, text, evaluateMethod(text, words)));
  });
}

/** Lists of methods with intents: pairs of all kinds, opposites, and methods that only read. */
export type IntentList = 'intents' | 'opposites' | 'reading';

/** Evaluates `<list>.<part>.txt` with pass 6 only, without a model. */
export function measureIntents(root: string, list: IntentList, part: string): Measured[] {
  const words = createWords();
  return readLines(root, `${list}.${part}.txt`).map((line) => {
    const [label = '', method = '', intent = ''] = line.split('|').map((each) => each.trim());
    const found = evaluateEndpoint({ method, intent }, words).filter(({ pass }) => pass === 6);
    return describe(label, `${method}: ${intent}`, found);
  });
}

function readLines(root: string, name: string): string[] {
  return readFileSync(join(root, folder, name), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

function describe(label: string, text: string, found: ReturnType<typeof evaluateMethod>): Measured {
  const severities = new Set(found.map(({ severity }) => severity));
  const outcome = (['error', 'warning', 'info'] as const).find((each) => severities.has(each)) ?? 'clean';
  return { label, text, outcome, codes: found.map(({ code }) => code) };
}

/** Label → outcome → count. */
export function countOutcomes(measured: readonly Measured[]): Map<string, Record<Outcome, number>> {
  const counts = new Map<string, Record<Outcome, number>>();
  for (const { label, outcome } of measured) {
    const row = counts.get(label) ?? { error: 0, warning: 0, info: 0, clean: 0 };
    counts.set(label, { ...row, [outcome]: row[outcome] + 1 });
  }
  return counts;
}
