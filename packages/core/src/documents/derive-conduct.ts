/**
 * Derives what an operation does from everything its description says: method, name, summary, description and path.
 * Words raise the impact above that of the method; only the words at the start of a summary lower it, and only to
 * reading, since descriptions are untrusted.
 */
import type { Words } from '@dragoman/agis';
import { createWords } from '@dragoman/agis';
import type { Impact } from '@dragoman/model';
import {
  acting,
  computing,
  costly,
  described,
  type Effect,
  effects,
  joined,
  making,
  naming,
  records,
  telling,
  trailing,
} from './conduct-words.js';
import { toSnakeCase } from './identifier.js';

/** What is known of an operation. */
export interface ConductEvidence {
  method: string;
  /** Path with placeholders. */
  path: string;
  /** Name in the document, such as an operationId. */
  name?: string | undefined;
  summary?: string | undefined;
  description?: string | undefined;
}

/** What the operation does, as far as can be said. */
export interface Conduct {
  impact: Impact;
  idempotent: boolean;
  /** Why, as a clause: "moves money: 'payout'"; undefined when only the method counts. */
  reason?: string;
  /** True when the texts are in a language that is not read here, so that only name and path count. */
  unread?: true;
}

const words: Words = createWords();

const byMethod: Readonly<Record<string, Conduct>> = {
  GET: { impact: 'informational', idempotent: true },
  HEAD: { impact: 'informational', idempotent: true },
  OPTIONS: { impact: 'informational', idempotent: true },
  TRACE: { impact: 'informational', idempotent: true },
  QUERY: { impact: 'informational', idempotent: true },
  DELETE: { impact: 'irreversible', idempotent: true },
  PUT: { impact: 'reversible', idempotent: true },
};

/** Derives the conduct. */
export function deriveConduct(evidence: ConductEvidence): Conduct {
  return judgeConduct(evidence, () => readEvidence(evidence));
}

function judgeConduct(evidence: ConductEvidence, read: () => readonly Reading[]): Conduct {
  const method = evidence.method.toUpperCase();
  const usual = byMethod[method] ?? { impact: 'reversible', idempotent: false };
  if (['DELETE', 'HEAD', 'OPTIONS', 'TRACE'].includes(method)) return usual;
  const readings = read();
  if (isUnread(evidence)) return unreadConduct(usual, readings);
  if (usual.impact === 'informational') return readingConduct(usual, readings);
  const harm = readings.map(irreversibleEffect).find((found) => found !== undefined);
  if (harm !== undefined) return { impact: 'irreversible', idempotent: usual.idempotent, reason: harm };
  const [first] = readings;
  if (method === 'POST' && first !== undefined && isReading(first)) {
    return { impact: 'informational', idempotent: false, reason: `only reads: '${first.verb}'` };
  }
  return usual;
}

/** Letters of other scripts, and function words that almost every English sentence of four words has one of. */
const otherLetters = /(?!\p{Script=Latin})\p{L}/gu;
const englishWords =
  /\b(?:an?|the|all|of|to|for|by|and|or|with|in|on|from|this|your|is|are|as|new|get|list|create|update|delete)\b/i;

/** Letters with accents, or function words of languages that many descriptions are written in. */
const accents = /\P{ASCII}/u;
const otherWords =
  /\b(?:de|del|la|el|los|las|una?|por|para|con|les?|des|du|une|et|der|die|das|den|eine?|und|von|zu|mit|il|di|per|van|het|een|voor|os|do|dos|em|uma|todos|alle)\b/i;

/** True when there is a text, and none of it is English: another script, or words of another language. */
function isUnread({ summary, description }: ConductEvidence): boolean {
  const texts = [summary, description].flatMap((text) => sentencesOf(text, 2)).filter((text) => /\p{L}/u.test(text));
  return texts.length > 0 && texts.every(isForeign);
}

function isForeign(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const others = text.match(otherLetters)?.length ?? 0;
  if (2 * others > letters) return true;
  const parts = text.match(/\p{L}+/gu) ?? [];
  return (
    parts.length >= 3 &&
    !englishWords.test(text) &&
    !words.readIntent(text).english &&
    (accents.test(text) || otherWords.test(text))
  );
}

/**
 * The text cannot be read, so it must not make an operation harmless: without a verb in name or path, what may act is
 * irreversible, and what reads is not sent twice.
 */
function unreadConduct(usual: Conduct, readings: readonly Reading[]): Conduct {
  const { impact, idempotent } = usual;
  const harm = readings.map(irreversibleEffect).find((found) => found !== undefined);
  if (harm !== undefined) return { impact: 'irreversible', idempotent: false, reason: harm, unread: true };
  const verb = readings.find(({ families }) => families.length > 0)?.verb;
  const told = verb === undefined ? 'name and path have no verb' : `name or path say '${verb}'`;
  if (impact !== 'informational') {
    const safe = verb === undefined ? 'irreversible' : 'reversible';
    return { impact: safe, idempotent: idempotent && verb !== undefined, reason: told, unread: true };
  }
  const { reason: _, ...read } = readingConduct(usual, readings);
  return { ...read, idempotent: read.idempotent && verb !== undefined, reason: told, unread: true };
}

/** The impact, and whether a safeguard is needed: it cannot be undone, or a mistake is costly although it can. */
export function assessRisk(evidence: ConductEvidence): { impact: Impact; risky: boolean } {
  let readings: readonly Reading[] | undefined;
  const read = () => {
    readings ??= readEvidence(evidence);
    return readings;
  };
  const { impact } = judgeConduct(evidence, read);
  if (impact !== 'reversible') return { impact, risky: impact === 'irreversible' };
  return { impact, risky: read().some(({ verb }) => costly.has(verb)) };
}

/** True when the words say that it pays, or that it reaches somebody; a second call does so a second time. */
export function showsKind(evidence: ConductEvidence, kinds: readonly (Effect['kind'] & string)[]): boolean {
  const own = effects.filter(({ kind }) => kind !== undefined && kinds.includes(kind));
  return readEvidence(evidence).some((reading) => own.some((effect) => showsEffect(effect, reading) !== undefined));
}

/**
 * Why a request may do something, for callers that have no permission to change anything; undefined when it only reads.
 * More careful than the impact: a reading method needs a reading verb, or none at all.
 */
export function mayAct(evidence: ConductEvidence): string | undefined {
  const { impact, reason } = deriveConduct(evidence);
  if (namesCollection(evidence) && impact !== 'reversible') return undefined;
  if (impact !== 'informational') return reason ?? `${evidence.method.toUpperCase()} changes something`;
  const { summary, description } = evidence;
  // Descriptions often mention other operations.
  const readings = readEvidence({ ...evidence, description: summary === undefined ? description : undefined });
  const harm = readings.map(irreversibleEffect).find((found) => found !== undefined);
  if (harm !== undefined) return harm;
  const [first] = readings;
  if (isUnread(evidence) && readings.length === 0) return 'its text is in a language that is not read';
  if (endsInReading(evidence.name) || (first !== undefined && onlyReads(first))) return undefined;
  const verb = actingVerb(evidence, readings);
  return verb === undefined ? undefined : `may change something: '${verb}'`;
}

/** Words after an order: "skip to the next song", "feed the cat". */
const ordered = new Set('to the a an all this your on off up down'.split(' '));

/** "Push history": what happened, except for words that do something to it. */
function isPastOf(verb: string, next: string): boolean {
  return (
    /^(?:history|statistics)$/.test(next) &&
    words.hasNounReading(verb) &&
    !/^(?:reset|clear|update|change|print|report|log|record)$/.test(verb)
  );
}

/** The verb that may do something: of a reading, at the end of the path, or at the start of a summary without a reading. */
function actingVerb({ path, summary = '' }: ConductEvidence, readings: readonly Reading[]): string | undefined {
  const last = lastSegment(path).toLowerCase();
  // A summary such as "Tasks" names the collection at the end of the path.
  const collection = words.singularOf(last);
  const isThing = (verb: string) => collection !== last && verb === collection;
  const [start = '', next = ''] = summary.toLowerCase().match(/[a-z]+/g) ?? [];
  const isNoun = (verb: string) => start === verb && !ordered.has(next) && (naming.has(verb) || isPastOf(verb, next));
  const found = readings.find((each) => !onlyReads(each) && !isThing(each.verb) && !isNoun(each.verb))?.verb;
  if (found !== undefined || joined.has(last)) return found ?? last;
  if (readings.length > 0 || telling.has(start) || !words.isVerb(start)) return undefined;
  return words.hasNounReading(start) && !ordered.has(next) ? undefined : start;
}

/** "Charges of a customer" at `/charges`: the plural with "of" or an article before it is a thing, whatever its verb does. */
function namesCollection({ method, path, name, summary = '' }: ConductEvidence): boolean {
  if (method.toUpperCase() !== 'GET' || readName(name ?? '').length > 0) return false;
  const last = lastSegment(path).toLowerCase();
  const [first = '', next = ''] = summary.toLowerCase().match(/[a-z]+/g) ?? [];
  const isPlural = words.singularOf(last) !== last;
  if (isPlural && first === last && /^(?:|of|for|per|in|by)$/.test(next)) return true;
  return /\}\/?$/.test(path) && /^(?:an?|the)$/.test(first) && words.singularOf(last) === words.singularOf(next);
}

function onlyReads(reading: Reading): boolean {
  return isReading(reading) || telling.has(reading.verb);
}

/** Names such as `task_read` end with their verb. */
function endsInReading(name: string | undefined): boolean {
  return /[a-z0-9][_.-](?:get|read|list|find|search|show|fetch|query|describe|count)$/i.test(name ?? '');
}

interface Reading {
  verb: string;
  /** Words of the text, nouns in the singular. */
  tokens: readonly string[];
  families: readonly string[];
}

/** Maximum number of characters of a text that is read. */
const maxText = 400;

/** What the texts say, the most telling first: summary, or else description; then name and last words of the path. */
function readEvidence({ method, summary, description, name, path }: ConductEvidence): Reading[] {
  return [
    ...readSummary(summary, byMethod[method.toUpperCase()]?.impact === 'informational'),
    ...sentencesOf(description, 1).flatMap(readText),
    ...readName(name ?? ''),
    ...readName(lastSegment(path)),
  ];
}

/**
 * A harmless first sentence must not hide the second one: all of them count where something is changed, and the first
 * one that says an action where something is read.
 */
function readSummary(summary: string | undefined, reads: boolean): Reading[] {
  const readings = sentencesOf(summary, 3).map(readText);
  return reads ? (readings.find((each) => each.some(({ families }) => families.length > 0)) ?? []) : readings.flat();
}

/** The first sentences of a text, without markup. */
function sentencesOf(text: string | undefined, most: number): string[] {
  const plain = (text ?? '')
    .slice(0, 2 * maxText)
    .replaceAll(/<[^>]*>|[`*_#]/g, ' ')
    .trim();
  const found = plain.match(/\S.*?(?:[.!?](?=\s|$)|$)/gs) ?? [];
  return found.slice(0, most).map((sentence) => sentence.slice(0, maxText));
}

/** The last segment of a path that is no placeholder; of `/#Action=Send` the value. */
function lastSegment(path: string): string {
  const segments = path.split(/[/#?&]/).filter((segment) => segment !== '' && !/[{}]/.test(segment));
  return (segments.at(-1) ?? '').slice(0, maxText).replace(/^.*=|\.(json|xml)$/gi, '');
}

/** A name starts with its verb, after groups such as `chat.`, or ends with it: `order_refund`. A plural is a collection. */
function readName(name: string): Reading[] {
  const tokens = toSnakeCase(name.slice(0, maxText).split('.').at(-1) ?? '', '').split('_');
  const [first = '', ...rest] = tokens;
  const isThing =
    (words.hasNounReading(first) && described.has(rest[0] ?? '')) ||
    otherWith.get(first)?.includes(rest[0] ?? '') === true;
  const isVerb = words.isVerb(first) && words.singularOf(first) === first && !isThing;
  const last = rest.at(-1) ?? '';
  const isAsked = /^(?:can|is|has|may|should|on|before|after|pre|post)$/.test(first) || rest.at(-2) === 'to';
  const endsInEffect = trailing.has(last) && !isAsked && !making.has(first) && (!isVerb || words.hasNounReading(first));
  if (!isVerb && !endsInEffect) return [];
  const verb = endsInEffect ? last : first;
  return [{ verb, families: words.familiesOf(verb), tokens: tokens.map((token) => words.singularOf(token)) }];
}

/** One reading for each verb: "prints and mails a letter" has two. */
function readText(text: string): Reading[] {
  if (text === '') return [];
  const tokens = (text.toLowerCase().match(/[a-z]+/g) ?? []).map((token) => words.singularOf(token));
  const isAction = ({ verb }: { verb: string }) =>
    otherWith.get(verb)?.includes(tokens[tokens.indexOf(verb) + 1] ?? '') !== true;
  return words
    .readIntent(text)
    .verbs.filter(isAction)
    .map(({ verb, families }) => ({ verb, families, tokens }));
}

/** "Sign in" signs nothing, and "text to speech" texts nobody. */
const otherWith: ReadonlyMap<string, readonly string[]> = new Map([
  ['sign', ['in', 'up', 'on', 'out', 'off']],
  ['text', ['to']],
]);

/** The effect that cannot be undone; undefined when the text shows none. */
function irreversibleEffect(reading: Reading): string | undefined {
  for (const effect of effects) {
    const word = showsEffect(effect, reading);
    if (word !== undefined) return `${effect.name}: '${word}'`;
  }
  return undefined;
}

function showsEffect({ verbs, objects, makers }: Effect, { verb, tokens }: Reading): string | undefined {
  if (verbs?.has(verb) === true) return verb;
  if (objects === undefined || makers?.has(verb) !== true) return undefined;
  // The object is what follows the verb up to a preposition: "create a payment for a plan".
  const start = tokens.findIndex((token) => words.baseOf(token) === verb) + 1;
  const phrase = tokens.slice(start, start + 6);
  const end = phrase.findIndex((token) => prepositions.has(token));
  const object = end === -1 ? phrase : phrase.slice(0, end);
  const at = object.findLastIndex((token) => objects.has(token));
  return at === -1 || records.has(object[at + 1] ?? '') ? undefined : object[at];
}

const prepositions = new Set([
  'for',
  'from',
  'to',
  'of',
  'in',
  'on',
  'with',
  'by',
  'using',
  'and',
  'or',
  'at',
  'into',
  'via',
]);

function isReading({ verb, families }: Reading): boolean {
  return (
    computing.has(verb) ||
    (verb !== 'receive' && families.length > 0 && families.every((family) => family === 'find' || family === 'read'))
  );
}

/** A reading method whose own words say that it acts: "GET /auth.revoke: Revokes a token". */
function readingConduct(usual: Conduct, [first, ...rest]: readonly Reading[]): Conduct {
  if (first === undefined || isReading(first)) return usual;
  const harm = irreversibleEffect(first);
  if (harm !== undefined) return { impact: 'irreversible', idempotent: false, reason: harm };
  const acts = acting.has(first.verb) && [first, ...rest].every((reading) => !isReading(reading));
  return acts ? { impact: 'reversible', idempotent: false, reason: `changes something: '${first.verb}'` } : usual;
}
