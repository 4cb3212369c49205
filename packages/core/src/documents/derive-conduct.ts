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
  undoable,
} from './conduct-words.js';
import { toSnakeCase } from './identifier.js';
import { finalWords, passiveVerb, startsWithAction } from './stated-finality.js';

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
  /** True when no known effect was found, and caution alone decides; advice to authors needs more than that. */
  guessed?: true;
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
  if (usual.impact === 'informational') return cautious(readingConduct(usual, readings, evidence), evidence, readings);
  const harm =
    readings.map(irreversibleEffect).find((found) => found !== undefined) ?? coordinatedEffect(evidence.summary);
  if (harm !== undefined) return { impact: 'irreversible', idempotent: usual.idempotent, reason: harm };
  const stated = statedEffect(evidence.description);
  if (stated !== undefined) {
    // "Tags are removed" may be about something else.
    const isPlain = /undone|revers|permanent/.test(stated);
    const conduct: Conduct = { impact: 'irreversible', idempotent: usual.idempotent, reason: stated };
    return isPlain ? conduct : { ...conduct, guessed: true };
  }
  const [first] = readings;
  if (first === undefined) return usual;
  if (method === 'POST' && isReading(first)) {
    return { impact: 'informational', idempotent: false, reason: `only reads: '${first.verb}'` };
  }
  return canBeUndone(first) || replacesItem(evidence)
    ? usual
    : { impact: 'irreversible', idempotent: usual.idempotent, reason: unknownTo(first), guessed: true };
}

/** A GET that may act is not repeated, although it seems to read. */
function cautious(conduct: Conduct, evidence: ConductEvidence, readings: readonly Reading[]): Conduct {
  if (!conduct.idempotent || namesCollection(evidence)) return conduct;
  const verb = suspectedVerb(evidence, readings);
  return verb === undefined ? conduct : { ...conduct, idempotent: false, reason: `may change something: '${verb}'` };
}

/** The verb of a reading method that may do something; undefined when its words only read. */
function suspectedVerb(evidence: ConductEvidence, readings: readonly Reading[]): string | undefined {
  const [first] = readings;
  if (endsInReading(evidence.name) || (first !== undefined && onlyReads(first))) return undefined;
  return actingVerb(evidence, readings);
}

/** Letters of other scripts, and function words that almost every English sentence of four words has one of. */
const otherLetters = /(?!\p{Script=Latin})\p{L}/gu;
const englishWords =
  /^(?:an?|the|all|of|to|for|by|and|or|with|in|on|from|this|your|is|are|as|new|get|list|create|update|delete)$/i;

/** Letters with accents, or function words of languages that many descriptions are written in. */
const accents = /\P{ASCII}/u;
const otherWords =
  /^(?:de|del|la|el|los|las|una?|por|para|con|les?|des|du|une|et|der|die|das|den|eine?|und|von|zu|mit|il|di|per|van|het|een|voor|os|do|dos|em|uma|todos|alle)$/i;

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
  if (parts.length < 3) return false;
  // Short words such as "an" and "in" belong to several languages: the majority decides.
  const english = parts.filter((part) => englishWords.test(part)).length;
  const foreign = parts.filter((part) => otherWords.test(part)).length;
  if (english > 0 || words.readIntent(text).english) return foreign >= 2 && foreign > english;
  return foreign > 0 || accents.test(text);
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
  const { reason: _, ...read } = readingConduct(usual, readings, { method: 'GET', path: '' });
  return { ...read, idempotent: read.idempotent && verb !== undefined, reason: told, unread: true };
}

/** The impact, and whether a safeguard is needed: it cannot be undone, or a mistake is costly although it can. */
export function assessRisk(evidence: ConductEvidence): { impact: Impact; risky: boolean; guessed?: true | undefined } {
  let readings: readonly Reading[] | undefined;
  const read = () => {
    readings ??= readEvidence(evidence);
    return readings;
  };
  const { impact, guessed } = judgeConduct(evidence, read);
  if (impact !== 'reversible') return { impact, risky: impact === 'irreversible', guessed };
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
  if (isUnread(evidence) && readings.length === 0) return 'its text is in a language that is not read';
  const verb = suspectedVerb(evidence, readings);
  return verb === undefined ? undefined : `may change something: '${verb}'`;
}

/** Words after an order: "skip to the next song", "feed the cat". */
const ordered = new Set('to the a an all this your on off up down out every each any its my new'.split(' '));

const determiners = new Set('the a an this your every each everything everyone'.split(' '));

/** Words that can precede an article without being a verb: "about the API", "whether a name is free". */
const leading = new Set(
  (
    'about after all and any are as at based before behind below between both by does during either even few for from ' +
    'given has have here how if in information inside into is just like many me more most near not of off on once one ' +
    'only or over part per plus returns same since so some such than that then there these they this those through to ' +
    'today under until up via was what when where whether which while who whose why with within without you your'
  ).split(' '),
);

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
  // Without a summary, the end of the path is the title: `/things/{id}/price`.
  const isTitle = (verb: string) => verb === (start === '' ? last : start) && naming.has(verb);
  const isNoun = (verb: string) => !ordered.has(next) && (isTitle(verb) || (start === verb && isPastOf(verb, next)));
  const found = readings.find((each) => !onlyReads(each) && !isThing(each.verb) && !isNoun(each.verb))?.verb;
  if (found !== undefined || joined.has(last)) return found ?? last;
  if (readings.length > 0 || telling.has(start)) return undefined;
  // Only a verb precedes an article, also one that is in no dictionary: "cordon the node".
  if (determiners.has(next) && !leading.has(start)) return start;
  return !words.isVerb(start) || (words.hasNounReading(start) && !ordered.has(next)) ? undefined : start;
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
  /** The verb with its particle: `check:out`. */
  phrase?: string | undefined;
  /** True when the word can only be a verb here. */
  plain: boolean;
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
  const readings = sentencesOf(summary?.replaceAll(/[:;](?=\s)/g, '.'), 3).map(readText);
  return reads
    ? (readings.find((each) => each.some(({ families, plain }) => plain || families.length > 0)) ?? [])
    : readings.flat();
}

/** The first sentences of a text, without markup. */
function sentencesOf(text: string | undefined, most: number): string[] {
  const plain = (text ?? '')
    .slice(0, 4 * maxText)
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
  const isVerb = (words.isVerb(first) || joined.has(first)) && words.singularOf(first) === first && !isThing;
  const last = rest.at(-1) ?? '';
  const isAsked = /^(?:can|is|has|may|should|on|before|after|pre|post)$/.test(first) || rest.at(-2) === 'to';
  const endsInEffect = trailing.has(last) && !isAsked && !making.has(first) && (!isVerb || words.hasNounReading(first));
  if (!isVerb && !endsInEffect) return [];
  const verb = endsInEffect ? last : first;
  const plain = !words.hasNounReading(verb);
  const phrase = `${first}:${rest[0] ?? ''}`;
  return [
    { verb, phrase, plain, families: words.familiesOf(verb), tokens: tokens.map((token) => words.singularOf(token)) },
  ];
}

/** One reading for each verb: "prints and mails a letter" has two. */
function readText(text: string): Reading[] {
  if (text === '') return [];
  const written = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const tokens = written.map((token) => words.singularOf(token));
  const isAction = ({ verb }: { verb: string }) =>
    otherWith.get(verb)?.includes(tokens[tokens.indexOf(verb) + 1] ?? '') !== true;
  return words
    .readIntent(text)
    .verbs.filter(isAction)
    .map(({ verb, phrase, families }) => {
      const at = written.findIndex((token) => words.baseOf(token) === verb);
      const leads = at === 0 || (at === 2 && written[0] === 'this') || /^(?:to|will|can)$/.test(written[at - 1] ?? '');
      const plain = leads && (!words.hasNounReading(verb) || ordered.has(written[at + 1] ?? ''));
      return { verb, phrase, plain, families, tokens };
    });
}

/** "Sign in" signs nothing, and "text to speech" texts nobody. */
const otherWith: ReadonlyMap<string, readonly string[]> = new Map([
  ['sign', ['in', 'up', 'on', 'out', 'off']],
  ['text', ['to']],
]);

/** Conjunctions before a further verb: "get ready and pay out all balances". */
const coordinated = /(?:,|\b(?:and|then|or|also))\s+([a-z]+)\s+([a-z]+)/gi;

/** The effect of a further verb of the summary that its reading misses; a harmless start must not hide it. */
function coordinatedEffect(summary: string | undefined): string | undefined {
  for (const [, word = '', next = ''] of (summary ?? '').slice(0, maxText).toLowerCase().matchAll(coordinated)) {
    const verb = words.baseOf(word);
    const effect = effects.find(({ verbs }) => verbs?.has(verb) === true);
    const isVerb = ordered.has(next) || (!words.hasNounReading(word) && words.isNoun(next));
    if (effect !== undefined && isVerb) return `${effect.name}: '${verb}'`;
  }
  return undefined;
}

/** Maximum number of sentences of a description that are searched for effects. */
const maxSentences = 12;

/** The effect that a further sentence of the description states: "This cannot be undone.", "The card is charged." */
function statedEffect(description: string | undefined): string | undefined {
  const [first, ...further] = sentencesOf(description, maxSentences);
  const stated = [first ?? '', ...further].map(finalWords).find((found) => found !== undefined);
  if (stated !== undefined) return `cannot be taken back: '${stated}'`;
  for (const sentence of further) {
    const passive = passiveVerb(sentence);
    const verb = passive === undefined ? undefined : words.inflectionOf(passive)?.base;
    // "Values are overwritten" and "requests are approved" are said of ordinary updates too.
    const effect = effects.find(
      ({ name, verbs }) => name !== 'cannot be taken back' && verbs?.has(verb ?? '') === true,
    );
    if (effect !== undefined) return `${effect.name}: '${passive}'`;
    const found = startsWithAction(sentence) ? readText(sentence).map(irreversibleEffect)[0] : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** True when another call can revert it, or when the word may be no verb at all. */
function canBeUndone({ verb, plain, families }: Reading): boolean {
  if (!plain || undoable.has(verb) || undoable.has(verb.replace(/^re/, ''))) return true;
  if (/^un/.test(verb) && words.isVerb(verb.slice(2))) return true;
  // A family that was only inferred from related verbs proves too little.
  const known = words.isFiled(verb) ? [...families, ...words.familiesOf(verb)] : [];
  return known.some((family) => ['change', 'find', 'read', 'analyse'].includes(family));
}

/** PUT on an item: the state from before can be put back. */
function replacesItem({ method, path }: ConductEvidence): boolean {
  return method === 'PUT' && path.endsWith('}');
}

const unknownTo = ({ verb }: Reading) => `may be impossible to undo: '${verb}'`;

/** The effect that cannot be undone; undefined when the text shows none. */
function irreversibleEffect(reading: Reading): string | undefined {
  for (const effect of effects) {
    const word = showsEffect(effect, reading);
    if (word !== undefined) return `${effect.name}: '${word}'`;
  }
  return undefined;
}

function showsEffect({ verbs, objects, makers }: Effect, { verb, phrase = '', tokens }: Reading): string | undefined {
  if (verbs?.has(verb) === true) return verb;
  if (verbs?.has(phrase) === true) return phrase.replace(':', ' ');
  if (objects === undefined || makers?.has(verb) !== true) return undefined;
  // The object is what follows the verb up to a preposition: "create a payment for a plan".
  const start = tokens.findIndex((token) => words.baseOf(token) === verb) + 1;
  const following = tokens.slice(start, start + 6);
  const end = following.findIndex((token) => prepositions.has(token));
  const object = end === -1 ? following : following.slice(0, end);
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
    (computing.has(verb) && families.every((family) => family !== 'end')) ||
    (verb !== 'receive' && families.length > 0 && families.every((family) => family === 'find' || family === 'read'))
  );
}

/** A reading method whose own words say that it acts: "GET /auth.revoke: Revokes a token". */
function readingConduct(usual: Conduct, readings: readonly Reading[], { summary, name }: ConductEvidence): Conduct {
  const [first] = readings;
  const hidden = coordinatedEffect(summary);
  if (hidden !== undefined) return { impact: 'irreversible', idempotent: false, reason: hidden };
  if (first === undefined || onlyReads(first)) return usual;
  const harm = irreversibleEffect(first);
  if (harm !== undefined) return { impact: 'irreversible', idempotent: false, reason: harm };
  if (readings.some(onlyReads) || endsInReading(name) || !(acting.has(first.verb) || isOrder(first))) return usual;
  if (!acting.has(first.verb) && !canBeUndone(first)) {
    return { impact: 'irreversible', idempotent: false, reason: unknownTo(first), guessed: true };
  }
  const conduct: Conduct = { impact: 'reversible', idempotent: false, reason: `changes something: '${first.verb}'` };
  return acting.has(first.verb) ? conduct : { ...conduct, guessed: true };
}

/** "Open the gate": a verb that is no noun here, and that neither reads nor computes. */
function isOrder({ plain, families }: Reading): boolean {
  const may = (...kinds: string[]) => families.some((family) => kinds.includes(family));
  return plain && !may('find', 'analyse') && (!may('read') || may('change', 'end'));
}
