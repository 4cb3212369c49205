/** The thing that a sentence acts on as a path, and names of things for addresses that have none. */
import type { Words } from '@dragoman/agis';
import type { Operation } from '@dragoman/model';
import { toSlug } from '../../../documents/identifier.js';
import { pluralNoun, singularOf } from './inflect-noun.js';
import { joiningWords } from './verb-table.js';

/** A path with its reason, and the inputs of its parameters where the names differ. */
export interface PathCandidate {
  path: string;
  reason: string;
  /** Operation inputs by path parameter. */
  inputs: ReadonlyMap<string, string>;
}

export const none: ReadonlyMap<string, string> = new Map();

/** The reason of a path that is the object of the operation's sentence. */
export const sentenceReason = 'it is the subject of its sentence';

/** What naming the thing of an address needs to know. */
interface ThingNaming {
  operation: Operation;
  words: Words;
  main: string | undefined;
  isOnly: boolean;
}

/** Gives an address that names no thing that of the sentence. */
export function nameThing(written: string[], { operation, words, main, isOnly }: ThingNaming): void {
  // `/pmapi/fetch` with "Fetches current values": an abbreviation names nothing without the thing.
  const [only = ''] = written;
  const isBare =
    written.length === 1 &&
    !isOnly &&
    /^(?!.*auth)[a-z]{1,5}$|api$/.test(only) &&
    !words.isNoun(singularOf(only, words));
  const [thing] = isBare ? fromSentence(operation, words) : [];
  if (thing !== undefined && !thing.path.includes(only)) written.push(thing.path.slice(1));
  // `/search` with "Search meals" is about meals.
  const [sought] = written.length === 1 && searches.test(only) ? fromSentence(operation, words) : [];
  if (
    sought !== undefined &&
    main !== undefined &&
    words.familiesOf(main)[0] === 'find' &&
    isSought(sought.path, words)
  )
    written.splice(0, 1, pluralNoun(sought.path.slice(1), words));
  if (written[0]?.startsWith('{') === true) {
    const noun = nounOfParameter(written[0]);
    // `/{name}` with "Updates a brand" is one of the brands.
    const { summary = '', description = '' } = operation;
    // `/{width}/{height}` with "Request a picture"
    const isBareAddress = written.length > 1 && written.every((segment) => segment.startsWith('{'));
    const isAny =
      isBareAddress || (written.length === 1 && (anyParameter.test(noun) || /-(?:id|uuid|guid|ref)-/.test(noun)));
    const [named] = isAny
      ? [summary, description].flatMap((text) =>
          subjectOf(text.replace(/ [-–—] .*$/s, '').replace(factOf, '$1$2'), words),
        )
      : [];
    const last = named?.path.slice(1).split('-').at(-1) ?? '';
    const isThing = named !== undefined && words.isNoun(last) && !words.isAdjective(last);
    written.unshift(
      isThing
        ? pluralNoun(named.path.slice(1), words)
        : /^(?:to|from|path|proxy|any|rest|all|wildcard|splat)$/.test(noun)
          ? 'resources'
          : noun,
    );
  }
}

/** "the latest state of an operation": the operation is the thing. */
const factOf =
  /^(\w+ )(?:the |an? )?(?:\w+ )?(?:state|status|details?|information|metadata|contents?|properties|[a-z]+ion) (?:of|on) ((?:an?|the|this|one) \w)/i;

/** Addresses that name a way of reading and no thing. */
const searches = /^(?:search|query|lookup|find)$/;

function isSought(path: string, words: Words): boolean {
  const noun = path.slice(1).split('-').at(-1) ?? '';
  return (
    words.isNoun(singularOf(noun, words)) &&
    !/search|using|site|librar|database|catalog|index|web/.test(path) &&
    !searches.test(noun) &&
    !/^(?:results?|data|list|all|items?|web)$/.test(noun)
  );
}

/** Names of parameters that say nothing about what they name. */
const anyParameter =
  /^(?:to|from|name|id|parent|resource|resource-name|key|path|slug|uid|uuid|value|identifier|proxy|any|rest|all|wildcard|splat)$/;

/** `{realm}` → `realm`, `{userId}` → `user`. */
function nounOfParameter(segment: string): string {
  const noun = segment.slice(1, -1).replace(/_(?:id|ids|key|name|number|sid|gid|uuid|guid|code|slug)$/, '');
  return noun.replaceAll('_', '-');
}

/** Words for the interface itself: "Root endpoint". */
export const namesNothing = /^(?:end ?points?|apis?|root)$/i;

export function fromSentence({ summary, description }: Operation, words: Words): PathCandidate[] {
  const sentence = summary ?? description;
  return sentence === undefined ? [] : subjectOf(sentence, words);
}

function subjectOf(sentence: string, words: Words): PathCandidate[] {
  const [main] = words.readIntent(sentence.slice(0, 500)).verbs;
  const object = main?.object ?? objectAfterVerbs(sentence, words);
  // "Root endpoint" names no thing.
  if (object === undefined || namesNothing.test(object) || /^(?:get|post|put|patch|delete)$/i.test(object)) return [];
  // "stored payment details" are payment details.
  const before = new RegExp(`\\b([a-z]{3,}) ${object}\\b`, 'i').exec(sentence)?.[1]?.toLowerCase() ?? '';
  const isCompound =
    words.isNoun(before) &&
    !words.isAdjective(before) &&
    words.baseOf(before) === before &&
    !joiningWords.has(before) &&
    before !== main?.verb;
  // "Exports all berths": a path has the number of its sentence.
  const several = pluralNoun(object, words);
  const isMany = several !== object && new RegExp(`\\ball (?:[\\w-]+ ){0,2}${several}\\b`, 'i').test(sentence);
  const path = `/${pathWord(isCompound ? `${before} ${object}` : isMany ? several : object)}`;
  return [{ path, reason: sentenceReason, inputs: none }];
}

/** "Publish or unpublish an asset", "Generate embeddings": the noun that ends the object. */
function objectAfterVerbs(sentence: string, words: Words): string | undefined {
  const [, first = '', phrase = ''] =
    /^([A-Za-z]+)(?:(?:,| or| and|, or|, and) [a-z]+)* ((?:[a-z-]+ ){0,3}[a-z-]+)/.exec(sentence) ?? [];
  if (!words.isListedVerb(words.baseOf(first.toLowerCase()))) return undefined;
  const tokens = phrase.split(' ').filter((word) => !/^(?:an?|the|all|this|your|new|existing)$/.test(word));
  const until = tokens.findIndex((word) => joiningWords.has(word));
  const noun = (until < 0 ? tokens : tokens.slice(0, until)).at(-1) ?? '';
  const isNoun = words.isNoun(singularOf(noun, words)) || (/[^su]s$/.test(noun) && !words.isVerb(words.baseOf(noun)));
  const isAbout = /^(?:operation|method|endpoint|request|call|action)s?$/.test(noun);
  return isNoun && !isAbout && !words.isAdjective(noun) ? noun : undefined;
}

export function pathWord(text: string): string {
  return toSlug(text, '');
}

/** "time to live" of `/time-to-live` is one name, though it looks like a purpose. */
export function joinNames(sentence: string, path = ''): string {
  const names = path.split('/').filter((segment) => /-(?:to|of)-/.test(segment));
  return names.reduce(
    (text, name) =>
      text.replace(new RegExp(`(?<=\\s)${name.replaceAll('-', '\\s+')}\\b`, 'i'), (found) =>
        found.toLowerCase().replaceAll(/\s+/g, '___'),
      ),
    sentence,
  );
}
