/**
 * A request that does not ask for an action (a negation, a question about how, a report, a condition, a quotation) is
 * never resolved to an operation that may change something: the candidates stay, and the question says why.
 */

import type { Effect, Mood, Words } from '@dragoman/agis';
import { explainLanguage, explainMood, findForeignLanguage, mayCall, readMood } from '@dragoman/agis';
import type { Operation } from '@dragoman/model';
import { nameWords } from '../tool-text.js';
import { askApart } from './ask-apart.js';
import type { Candidate, Resolution } from './resolution.js';

const reading: readonly string[] = ['find', 'read', 'analyse'];

/** The resolution, with the decision `ask` where the intent does not ask for what the candidates do. */
export function heedMood(resolution: Resolution, intent: string, words: Words): Resolution {
  const { decision, candidates } = resolution;
  if (decision === 'nothing') return withLanguage(resolution, intent, words);
  const mood = readMood(intent, words);
  if (mood.kind === 'request') return decision === 'found' ? resolution : withLanguage(resolution, intent, words);
  const ranked = [...candidates].sort((a, b) => b.score - a.score);
  const chosen = decision === 'found' ? ranked.slice(0, 1) : ranked;
  const said = new Set((intent.toLowerCase().match(/\p{L}+/gu) ?? []).map((word) => words.baseOf(word)));
  if (chosen.every(({ operation }) => isAllowed(mood, operation, { said, words }))) return resolution;
  return { ...resolution, decision: 'ask', question: question(mood, ranked), mood };
}

/** The resolution, with a note when the request is not in English: what was not found may be worded differently. */
function withLanguage(resolution: Resolution, intent: string, words: Words): Resolution {
  const foreign = findForeignLanguage(intent, words);
  return foreign === undefined ? resolution : { ...resolution, notes: [...resolution.notes, explainLanguage(foreign)] };
}

function question(mood: Mood, ranked: readonly Candidate[]): NonNullable<Resolution['question']> {
  const { between } = askApart(ranked);
  const names = between.map(({ id, operation }) => `${operation} of ${id}`).join(', ');
  const text = `${explainMood(mood)} If a call is wanted nevertheless, name the operation yourself: ${names}.`;
  return { text, between };
}

function isAllowed(
  mood: Mood,
  operation: Operation,
  { said, words }: { said: ReadonlySet<string>; words: Words },
): boolean {
  const verbs = verbsOf(operation, words);
  return mayCall(
    mood,
    effectOf(operation, verbs, words),
    verbs.some((verb) => said.has(verb)),
  );
}

/** The verbs in the name of an operation, and the main verb of its summary. */
function verbsOf({ verb, name, summary, description }: Operation, words: Words): string[] {
  const parts =
    nameWords(verb ?? name)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const [main] = words.readIntent(summary ?? description ?? '').verbs;
  const own = parts.map((part) => words.baseOf(part)).filter((part) => words.isListedVerb(part));
  return main === undefined ? own : [...own, main.verb];
}

/** A derived impact says little about POST, so verbs decide there. */
function effectOf({ impact, derived, binding }: Operation, verbs: readonly string[], words: Words): Effect {
  if (impact === 'informational') return 'reads';
  const posted = derived.includes('impact') && binding.kind === 'http' && binding.method === 'POST';
  if (impact !== undefined && !posted) return 'changes';
  const [first] = verbs;
  const families = first === undefined ? [] : words.familiesOf(first);
  return families.length > 0 && families.every((family) => reading.includes(family)) ? 'reads' : 'unknown';
}
