/** Finds the main verb of a sentence. */

import type { FoundVerb } from './found-verb.js';
import { carrierVerbs } from './phrasal-verbs.js';
import { listed } from './word-lists.js';
import type { Words } from './words.js';

const determiners = listed(`
  a an the this that these those each every all any some no my your his her its our their one two another both it you we they i
  he she new existing current given
`);
const modals = listed('can could may might must shall should will would');
const beForms = listed('is are was were be been being gets get got');

/** A sentence that starts with one of these has its main clause after a comma. */
const subordinate = listed('once when if after before while during although unless since by upon');

/** Passive statements about an operation that do not say what it does: "is deprecated". */
const remarks = listed(
  'deprecate introduce support require intend associate design base limit call know need identify',
);

/** Nouns for the operation or its caller; the action follows them. */
const speakers = listed(`
  operation endpoint method call service tool action api function command request resource agent agents caller user users client
  assistant it this you we which system
`);

/** The main verb, or undefined when the sentence has none. */
export function findMainVerb(tokens: readonly string[], words: Words): FoundVerb | undefined {
  const start = skipLead(tokens, words);
  if (subordinate.has(tokens[start] ?? '')) return afterComma(tokens, start, words);
  const found = startsWithVerb(tokens, start, words)
    ? leadingVerb(tokens, start, words)
    : (afterSpeaker(tokens, start, words) ??
      afterComma(tokens, start, words) ??
      passiveVerb(tokens, words) ??
      nounOfAction(tokens, start, words));
  return found && followCarrier(tokens, found, words);
}

/** Skips adverbs and "to" before the verb. */
function skipLead(tokens: readonly string[], words: Words): number {
  let at = 0;
  while (at < tokens.length - 1 && isLead(tokens[at] ?? '', words)) at++;
  return at;
}

function isLead(token: string, words: Words): boolean {
  if (['to', 'for', 'please', 'just', ',', 'bulk', 'batch', 'soft', 'hard'].includes(token)) return true;
  return token.endsWith('ly') && !words.isVerb(token) && words.inflectionOf(token) === undefined;
}

function startsWithVerb(tokens: readonly string[], at: number, words: Words): boolean {
  const first = tokens[at] ?? '';
  if (determiners.has(first) || modals.has(first)) return false;
  const next = tokens[at + 1] ?? '';
  // "Meals are ordered", "Agents can find": a plural that looks like a verb, before the real one.
  if (beForms.has(next) || modals.has(next)) return false;
  return asVerb(first, words) !== undefined;
}

/** The base form of a token that can be a verb here; the simple past does not state an intent. */
function asVerb(token: string, words: Words): string | undefined {
  if (words.isVerb(token)) return token;
  const inflection = words.inflectionOf(token);
  return inflection === undefined || inflection.form === 'past' ? undefined : inflection.base;
}

function leadingVerb(tokens: readonly string[], at: number, words: Words): FoundVerb | undefined {
  const verb = asVerb(tokens[at] ?? '', words);
  return verb === undefined ? undefined : { verb, at };
}

/** "This operation changes …", "You can see …", "The agent books …". */
function afterSpeaker(tokens: readonly string[], start: number, words: Words): FoundVerb | undefined {
  for (let at = start; at < Math.min(tokens.length, start + 8); at++) {
    const token = tokens[at] ?? '';
    if (/^(?:that|which|who|if|when|once)$/.test(token)) return undefined;
    if (modals.has(token)) return nextVerb(tokens, at + 1, words);
    if (!speakers.has(token)) continue;
    const next = nextAfterAdverb(tokens, at + 1);
    if (speakers.has(tokens[next] ?? '') || modals.has(tokens[next] ?? '')) continue;
    if (tokens[next] === 'to') return nextVerb(tokens, next + 1, words);
    const inflection = beForms.has(tokens[next] ?? '') ? undefined : words.inflectionOf(tokens[next] ?? '');
    if (inflection?.form === 'third-person') return { verb: inflection.base, at: next };
  }
  return undefined;
}

/** "Based on the given dates, returns …". */
function afterComma(tokens: readonly string[], start: number, words: Words): FoundVerb | undefined {
  const comma = tokens.slice(start, start + 16).indexOf(',');
  if (comma === -1) return undefined;
  const at = nextAfterAdverb(tokens, start + comma + 1);
  return startsWithVerb(tokens, at, words) ? leadingVerb(tokens, at, words) : undefined;
}

function nextAfterAdverb(tokens: readonly string[], at: number): number {
  return tokens[at]?.endsWith('ly') || tokens[at] === 'also' ? at + 1 : at;
}

function nextVerb(tokens: readonly string[], from: number, words: Words): FoundVerb | undefined {
  const at = nextAfterAdverb(tokens, tokens[from] === 'be' ? from + 1 : from);
  const verb = words.baseOf(tokens[at] ?? '');
  return words.isVerb(verb) ? { verb, at } : undefined;
}

/** "An existing reservation is cancelled …". */
function passiveVerb(tokens: readonly string[], words: Words): FoundVerb | undefined {
  for (let at = 1; at < tokens.length - 1; at++) {
    if (/^(?:that|which|who|if|whether|when)$/.test(tokens[at] ?? '')) return undefined;
    if (!beForms.has(tokens[at] ?? '')) continue;
    const next = nextAfterAdverb(tokens, at + 1);
    const inflection = words.inflectionOf(tokens[next] ?? '');
    const sameForm =
      words.isVerb(tokens[next] ?? '') && ['set', 'put', 'read', 'cut', 'split', 'found'].includes(tokens[next] ?? '');
    if (inflection?.form === 'past' && !remarks.has(inflection.base)) return { verb: inflection.base, at: next };
    if (sameForm) return { verb: tokens[next] === 'found' ? 'find' : (tokens[next] ?? ''), at: next };
  }
  return undefined;
}

/** "Reservation of a room", "Cancellation of a pickup". */
function nounOfAction(tokens: readonly string[], start: number, words: Words): FoundVerb | undefined {
  const at = determiners.has(tokens[start] ?? '') ? start + 1 : start;
  const verb = words.verbOf(tokens[at] ?? '');
  return verb !== undefined && tokens[at + 1] === 'of' ? { verb, at } : undefined;
}

/** From "allows the agent to cancel" to "cancel"; a carrier without a following verb stays the verb. */
function followCarrier(tokens: readonly string[], found: FoundVerb, words: Words): FoundVerb {
  if (carrierVerbs.has(found.verb)) {
    const carried = carriedVerb(tokens, found, words);
    return carried === undefined ? found : followCarrier(tokens, carried, words);
  }
  // "Provides a way to cancel", "Gives guests the ability to book".
  const way = tokens
    .slice(found.at, found.at + 8)
    .findIndex((token) => /^(?:way|ability|option|possibility|means|chance)$/.test(token));
  if (way === -1) return found;
  const at = found.at + way + 1;
  return /^(?:to|of|for)$/.test(tokens[at] ?? '') ? (nextVerb(tokens, at + 1, words) ?? found) : found;
}

function carriedVerb(tokens: readonly string[], { verb, at }: FoundVerb, words: Words): FoundVerb | undefined {
  for (let next = at + 1; next < Math.min(tokens.length, at + 10); next++) {
    const token = tokens[next] ?? '';
    if (token === 'to') return nextVerb(tokens, next + 1, words);
    const act = words.isVerb(token) ? undefined : words.verbOf(token);
    if (act !== undefined && next <= at + 3 && /^(?:of|for|,)$/.test(tokens[next + 1] ?? ','))
      return { verb: act, at: next };
    if (next <= at + 2 && words.inflectionOf(token)?.form === 'participle')
      return { verb: words.baseOf(token), at: next };
    if (token === 'know' && verb === 'let') return { verb: 'notify', at: next };
    if (/^(?:let|help)$/.test(verb) && next > at + 1 && words.isVerb(token) && isBareVerb(tokens, next, words))
      return { verb: token, at: next };
    if (/^(?:that|which|who|when|if)$/.test(token)) return undefined;
  }
  return undefined;
}

/** After "lets a tenant": a base verb followed by a possible object. */
function isBareVerb(tokens: readonly string[], at: number, words: Words): boolean {
  const before = tokens[at - 1] ?? '';
  const next = tokens[at + 1];
  const ends =
    next === undefined ||
    determiners.has(next) ||
    /^(?:for|to|in|on|from|with|by|at|up|out|off|of|it|them|and)$/.test(next);
  return (
    !determiners.has(before) && !words.isAdjective(before) && ends && !(words.isNoun(tokens[at] ?? '') && next === 'of')
  );
}
