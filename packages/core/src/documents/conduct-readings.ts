/** Reads the verbs of an operation from its summary, description, name and path, for the derivation of its conduct. */
import type { Words } from '@dragoman/agis';
import { createWords } from '@dragoman/agis';
import { computing, described, effects, joined, made, making, ordering, records, trailing } from './conduct-words.js';
import { toSnakeCase } from './identifier.js';
import { maySayAction, withoutAsked } from './sentence-voice.js';

/** The words that readings are based on. */
export const words: Words = createWords();

/** Methods that read, unless their words say otherwise. */
const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

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

/** Words after an order: "skip to the next song", "feed the cat". */
export const orderedWords = new Set(
  'to the a an all this your their his her our on off up down out every each any its my new'.split(' '),
);

/** One verb of a text, name or path, with its context. */
export interface Reading {
  verb: string;
  /** The verb with its particle: `check:out`. */
  phrase?: string | undefined;
  /** True when the phrase is a known one, so that the families are those of the phrase. */
  phrasal?: true | undefined;
  /** True when the word can only be a verb here. */
  plain: boolean;
  /** Words of the text, nouns in the singular. */
  tokens: readonly string[];
  families: readonly string[];
  /** What a verb such as "start" does: "Start the cremation of a deceased" cremates. */
  action?: Reading | undefined;
  /** True for a participle that may describe the noun after it: "Remaining quota". */
  describes?: true | undefined;
}

/** Maximum number of characters of a text that is read. */
export const maxText = 400;

/** What the texts say, the most telling first: summary, or else description; then name and last words of the path. */
export function readEvidence({ method, summary, description, name, path }: ConductEvidence): Reading[] {
  const titled = readSummary(summary, readingMethods.has(method.toUpperCase()));
  const told = [...titled, ...readDescription(description, titled)];
  const ending = lastSegment(path);
  return [
    ...told,
    ...readOwnName(name ?? '', titled),
    ...(namesChanged(path, ending, titled) ? [] : readName(actionOnItem(path) ?? ending)),
    ...(method.toUpperCase() === 'POST' && !/\}[^/]*$/.test(path) ? readMade(ending, told) : []),
  ];
}

/** Next to a title with a verb, a sentence about what is possible, or how data is passed, does not say what is done. */
function readDescription(description: string | undefined, [titled]: readonly Reading[]): Reading[] {
  return sentencesOf(description, 1)
    .filter((sentence) => titled === undefined || maySayAction(sentence))
    .flatMap(readText);
}

/** "Update SMS template" at `/templates/sms/{id}`: the end of the path is the kind of thing that is changed. */
function namesChanged(path: string, ending: string, [first]: readonly Reading[]): boolean {
  if (first === undefined || !path.endsWith('}') || !words.hasNounReading(ending.toLowerCase())) return false;
  return first.families.includes('change') && first.verb !== ending.toLowerCase();
}

/** POST on `/payments` makes a payment: "Start a transaction", but not "Create a payment link" or "Search". */
function readMade(ending: string, told: readonly Reading[]): Reading[] {
  const noun = ending.toLowerCase().replace(/s$/, '');
  const isOther = told.some(
    ({ verb, tokens }) =>
      !making.has(verb) || tokens.some((token, at) => token === noun && records.has(tokens[at + 1] ?? '')),
  );
  if (!made.has(noun) || isOther) return [];
  return [{ verb: 'create', plain: false, families: ['create'], tokens: ['create', noun] }];
}

/** "PREVIEW: Creates a site", "(BETA) Get chat history": how finished the operation is, not what it does. */
const maturity =
  /^\s*(?:[([](?:preview|beta|alpha|experimental|deprecated|internal|draft|legacy|early access|new)[)\]]|(?:preview|beta|alpha|experimental|deprecated|internal|draft|legacy|early access|new|note) ?[:\u2013-])\s+/i;

/**
 * A harmless first sentence must not hide the second one: all of them count where something is changed, and the first
 * one that says an action where something is read.
 */
function readSummary(summary: string | undefined, reads: boolean): Reading[] {
  const said = sentencesOf(summary?.replace(maturity, '').replaceAll(/[:;](?=\s)/g, '.'), 3).map((sentence) =>
    withoutAsked(sentence, readsOnly),
  );
  const readings = said.map((sentence) => readText(reads ? sentence : withArticle(sentence)));
  return reads
    ? (readings.find((each) => each.some(({ families, plain }) => plain || families.length > 0)) ?? [])
    : readings.flat();
}

/** "Check", "list": an action in the clause after such a verb is not carried out. */
function readsOnly(start: string): boolean {
  const [verb = '', particle] = start.split(' ');
  const families = words.familiesOf(words.baseOf(verb));
  return (
    computing.has(particle === undefined ? verb : `${verb}:${particle}`) ||
    computing.has(verb) ||
    (families.length > 0 && families.every((family) => family === 'find' || family === 'read'))
  );
}

/** Ends at its punctuation, or at a line that begins with advice: "Save a record\nTo update fields, remove all spaces". */
const oneSentence = /\S.*?(?:[.!?](?=\s|$)|(?=\s*\n\s*(?:To|If|When|Note|For|You|Example|See|Use)\b)|$)/gs;

/** The first sentences of a text, without markup. */
export function sentencesOf(text: string | undefined, most: number): string[] {
  const plain = (text ?? '')
    .slice(0, 4 * maxText)
    .replaceAll(/<[^>]*>|[`*_#]/g, ' ')
    // "Capture a PaymentIntent" names a payment intent.
    .replaceAll(/(?<=[a-z]{3})(?=[A-Z][a-z]{2})/g, ' ')
    .replaceAll(/\b(e)-(?=mail)/gi, '$1')
    .trim();
  const found = plain.match(oneSentence) ?? [];
  return found.slice(0, most).map((sentence) => sentence.slice(0, maxText));
}

/** The last segment of a path that is no placeholder; of `/#Action=Send` the value, of `/jobs/{id}:stop` the action. */
export function lastSegment(path: string): string {
  const segments = path
    .split(/[/#?&]|(?<=[\w}]):(?=[a-z])/i)
    .filter((segment) => segment !== '' && !/[{}]/.test(segment));
  return (segments.at(-1) ?? '').slice(0, maxText).replace(/^.*=|\.(json|xml|cgi|php|aspx?|jsp|do)$/gi, '');
}

/** `/payments/{id}/capture` captures payments, as `capture_payments` does. */
function actionOnItem(path: string): string | undefined {
  const [, things, verb] = /\/([A-Za-z_-]+)\/\{[^/{}]*\}[/:]([A-Za-z]+)\/?$/.exec(path.slice(-maxText)) ?? [];
  return things === undefined || verb === undefined ? undefined : `${verb}_${things}`;
}

/** True for a verb that is also the text that reaches somebody: "message", "email". */
export function carriesText(verb: string): boolean {
  return effects.some(({ kind, verbs }) => kind === 'people' && verbs?.has(verb) === true);
}

/** `phone_number`, `emailAddresses`: where somebody is reached, which reaches nobody. */
const carriers = new Set(['phone', 'email', 'mail', 'fax', 'sms', 'text']);

/** A name starts with its verb, after groups such as `chat.` and `repos/`, or ends with it: `order_refund`. A plural is a collection. */
export function readName(name: string): Reading[] {
  const tokens = toSnakeCase(lastPart(name), '').split('_');
  const [first = '', ...rest] = tokens;
  const isThing =
    (words.hasNounReading(first) && !ordering.has(first) && described.has(rest[0] ?? '')) ||
    (carriers.has(first) && /^(?:number|address)(?:es|s)?$/.test(rest[0] ?? '')) ||
    otherWith.get(first)?.includes(rest[0] ?? '') === true;
  const isVerb = (words.isVerb(first) || joined.has(first)) && words.singularOf(first) === first && !isThing;
  const last = rest.at(-1) ?? '';
  const isAsked = /^(?:can|is|has|may|should|on|before|after|pre|post)$/.test(first) || rest.at(-2) === 'to';
  // `complete_send` and `force_cancel` do what their last word says.
  const isCarried = /^(?:complete|finish|force|confirm|perform|execute|bulk|batch)$/.test(first);
  const endsInEffect =
    trailing.has(last) && !isAsked && (isCarried || (!making.has(first) && (!isVerb || words.hasNounReading(first))));
  // `transferBalanceGet` reads, whatever its first word does.
  if ((!isVerb && !endsInEffect) || (/^(?:get|search|fetch)$/.test(last) && !ordering.has(first))) return [];
  const verb = endsInEffect ? last : first;
  const plain = !words.hasNounReading(verb);
  const phrase = `${first}:${rest[0] ?? ''}`;
  return [
    { verb, phrase, plain, families: words.familiesOf(verb), tokens: tokens.map((token) => words.singularOf(token)) },
  ];
}

/** "Check whether a record can be deleted" as `checkDelete` checks: the name begins as the title does. */
function readOwnName(name: string, [first]: readonly Reading[]): Reading[] {
  const [start = ''] = toSnakeCase(lastPart(name), '').split('_');
  if (first === undefined || start !== first.verb || !readsOnly(start)) return readName(name);
  return [{ ...first, tokens: toSnakeCase(lastPart(name), '').split('_') }];
}

/** Without groups and placeholders: `{id}_update` of `patch-/calls/{id}_update` says "update". */
function lastPart(name: string): string {
  const [last = ''] = name.slice(0, maxText).split(/[./]/).reverse();
  return last.replace(/^\{[^}]*\}/, '');
}

/** Prefixes that belong to the verb after their hyphen: "re-open", "un-publish". */
const ownPrefix = /^(?:re|pre|auto|un|de|dis|co|mis|over)-/i;

/** "Shadow-ban a user" bans, "e-file a motion" files, "re-open a case" reopens; "full-text search" does neither. */
function withoutHyphen(text: string): string {
  const [, before = '', verb = '', next = ''] = /^([a-z]+)-([a-z]+) ([a-z]+)/i.exec(text) ?? [];
  const written = `${before}-${verb}`;
  if (/^(?:dry|test|trial|mock)-run$/i.test(written)) return text.replace(written, 'simulate');
  const isOrder = orderedWords.has(next.toLowerCase()) || !words.hasNounReading(verb);
  if (!words.isListedVerb(words.baseOf(verb)) || !isOrder) return text;
  return text.replace(written, ownPrefix.test(written) ? before + verb : verb);
}

/** "Check affordability": a title of few words, some of them rare, is read if it starts with a verb. */
function withArticle(text: string): string {
  const [start = '', ...rest] = text.split(/\s+/);
  const isShort = rest.length > 0 && rest.length < 4 && words.isFiled(start) && !words.isRatherNoun(start);
  return isShort && !words.readIntent(text).english ? `${start} the ${rest.join(' ')}` : text;
}

/** "BLAST search": an acronym before a noun is no verb, unless it is one of those of messages and methods. */
function withoutAcronym(text: string): string {
  const [, acronym = '', next = ''] = /^([A-Z]{2,}) ([a-z]+)/.exec(text) ?? [];
  const isUsual = words.familiesOf(acronym).some((each) => each !== 'send') || /^(?:GET|PUT|SMS)$/.test(acronym);
  return words.isListedVerb(acronym) && !isUsual && words.isNoun(next) ? text.slice(acronym.length + 1) : text;
}

/** One reading for each verb: "prints and mails a letter" has two. */
export function readText(said: string): Reading[] {
  const text = withoutAcronym(withoutHyphen(said));
  if (text === '') return [];
  // The "on" of "on-call" is no preposition.
  const written = text.toLowerCase().match(/(?<![a-z])(?:on|off|in|out|by|at|to)(?=-[a-z])-[a-z]+|[a-z]+/g) ?? [];
  const tokens = written.map((token) => words.singularOf(token));
  // "Text of the note"
  const isTitle = ({ verb }: { verb: string }) =>
    written[0] === verb && written[1] === 'of' && words.hasNounReading(verb) && carriesText(verb);
  const isAction = ({ verb }: { verb: string }) =>
    otherWith.get(verb)?.includes(tokens[tokens.indexOf(verb) + 1] ?? '') !== true;
  return words
    .readIntent(text)
    .verbs.filter((each) => isAction(each) && !isTitle(each))
    .map(({ verb, phrase: known, families }) => {
      const at = written.findIndex((token) => words.baseOf(token) === verb);
      const phrase = known ?? `${verb}:${written[at + 1] ?? ''}`;
      const leads = at === 0 || (at === 2 && written[0] === 'this') || /^(?:to|will|can)$/.test(written[at - 1] ?? '');
      const plain = leads && (!words.hasNounReading(verb) || isOrdered(written.slice(at + 1)));
      return {
        verb,
        phrase,
        phrasal: known === undefined ? undefined : true,
        plain,
        families,
        tokens,
        action: readAction(carrierOf(verb, phrase), written.slice(at + 1)),
        describes: written[at]?.endsWith('ing') === true && !isOrdered(written.slice(at + 1)) ? true : undefined,
      };
    });
}

/** "Order the scuttling of a vessel" requests it; "order a book" orders a thing. */
function carrierOf(verb: string, phrase: string): string {
  if (verb === 'order' && phrase === 'order:the') return 'request';
  return carrying.has(phrase) ? phrase : verb;
}

/** "Drill open a safe": what follows a noun is never the result of an action with its object. */
function isOrdered([next = '', after = '']: readonly string[]): boolean {
  return orderedWords.has(next) || (results.has(next) && /^(?:an?|the)$/.test(after));
}

const results = new Set('open shut loose free apart dry flat clean clear'.split(' '));

/** The action of "start the cremation of" and "start the termination": the noun after the verb, as a verb. */
function readAction(carrier: string, following: readonly string[]): Reading | undefined {
  if (!carrying.has(carrier)) return undefined;
  // "Start dialing the list"
  const phase = /^(?:start|begin|commence)$/.test(carrier) ? gerundOf(following[0] ?? '') : undefined;
  const [gerund = ''] = following;
  if (phase !== undefined && !words.isNoun(gerund) && !words.isAdjective(gerund))
    return { verb: phase, plain: true, families: words.familiesOf(phase), tokens: [phase] };
  const end = following.findIndex((word) => afterObject.has(word));
  const object = following.slice(0, end === -1 ? undefined : end);
  const noun = object.at(-1) ?? '';
  if (noun === '' || object.length > maxObject) return undefined;
  const verb = words.verbOf(noun) ?? (following[end] === 'of' ? gerundOf(noun) : undefined);
  // Without "of", only a known effect counts: "start a conversation" makes a thing.
  const isAction = following[end] === 'of' || effects.some(({ verbs }) => verbs?.has(verb ?? '') === true);
  if (verb === undefined || !isAction) return undefined;
  return { verb, plain: true, families: words.familiesOf(verb), tokens: [verb] };
}

/** The verb of "request the towing of a vehicle". */
function gerundOf(noun: string): string | undefined {
  const found = noun.endsWith('ing') ? words.inflectionOf(noun) : undefined;
  return found?.form === 'participle' ? found.base : undefined;
}

/** Words that end the object of a verb. */
const afterObject = new Set('of for to from in on at with by via using and or when if that which'.split(' '));

/** Verbs that only say that an action takes place. */
export const carrying: ReadonlySet<string> = new Set(
  'start begin commence perform conduct undertake initiate execute carry:out request'.split(' '),
);

/** Maximum number of words of the object of such a verb. */
const maxObject = 4;

/** "Sign in" signs nothing, and "text to speech" texts nobody. */
const otherWith: ReadonlyMap<string, readonly string[]> = new Map([
  ['sign', ['in', 'up', 'on', 'out', 'off']],
  ['text', ['to']],
]);
