/** Whether an operation that reads returns several things. */
import type { Words } from '@dragoman/agis';
import type { Operation } from '@dragoman/model';
import { toPlainText } from '@dragoman/model';
import { toSnakeCase } from '../../../documents/identifier.js';
import { actionSentence } from './action-sentence.js';
import { withNumber } from './agreeing-object.js';
import type { EndpointFacts } from './endpoint-facts.js';
import { singularOf } from './inflect-noun.js';
import { leadSentence } from './lead-sentence.js';
import { type Phrase, readPhrase } from './read-phrase.js';
import { addressOf, fileEnding } from './schema-thing.js';

type Read = Pick<Operation, 'summary' | 'description' | 'impact' | 'binding'>;

/** True for reading several things: the response or the address is that of a collection, and its noun is a plural. */
export function returnsMany(operation: Read, words: Words, facts?: EndpointFacts): boolean {
  const { binding, summary, description } = operation;
  // `reactions.get`, where there is `reactions.list` too
  if (binding.kind !== 'http' || facts === undefined || /[./]get$/i.test(addressOf(binding.urlTemplate))) return false;
  if (!isRead(operation)) {
    // "Get all articles" of an address that takes its query as a body
    const sought = binding.method.toUpperCase() === 'POST' ? objectOf([summary, description], words) : undefined;
    const [found = ''] = (sought?.text ?? '').split(/ (?:of|for|in|on|by|from|at) |\s\(/, 1);
    const isPlain = isCountable(lastOf(found), words) && !reportNouns.test(found);
    return sought?.isMany === true && (sought.determiner === 'all' || isPlain);
  }
  const last = (addressOf(binding.urlTemplate).split('/').at(-1) ?? '').replace(fileEnding, '');
  // `/users/by-role/{role}`, "Get bookmarks" of `/bookmarks/{email}`
  const object = objectOf([summary, description], words);
  const [head = ''] = (object?.text ?? '').split(/ (?:of|for|in|on|by|from|at) /, 1);
  // "Requests voters data"
  const ofMany = /^([a-z]+s) (?:data|info|information|list)$/i.exec(head)?.[1];
  const isSeveral =
    (object?.isMany === true && !reportNouns.test(head)) ||
    (ofMany !== undefined && isPlural(ofMany, words) && !reportNouns.test(ofMany));
  if (last.includes('{')) {
    // "Return parents from a hash" of `/parents/{sha1}`
    const isOther =
      facts.isOpen === true &&
      /^(?!(?:id|key|name|uuid|slug)s?\})/i.test(last.slice(1)) &&
      !last.toLowerCase().includes(singularOf(head.split(' ').at(-1) ?? '', words).slice(0, 4));
    const isOwn = isOwnKey(addressOf(binding.urlTemplate), words);
    if (!isOwn && facts.returnsMany === true && isMass(head)) return true;
    // "Get messages from a channel" of `/messages/{channel}`
    if (!isOwn && isSeveral && facts.returnsOne !== true && isCountable(lastOf(head), words)) return true;
    return (
      isSeveral &&
      (facts.returnsMany === true ||
        (object?.determiner === 'all' && facts.returnsOne !== true) ||
        (isOther && object?.determiner !== 'the' && singularOf(head, words) !== head && isCountable(head, words)))
    );
  }
  const noun = toSnakeCase(last, '').split('_').at(-1)?.toLowerCase() ?? '';
  const isPluralNoun = isPlural(noun, words) && !reportNouns.test(noun);
  if (
    facts.content === 'data' &&
    (saysList(summary, words) || (!isOfOne.test(summary ?? '') && saysList(description, words)))
  )
    return true;
  // "Read multiple devices' info" and "Retrieve a list existing reports" that return an array
  if (
    facts.returnsMany === true &&
    /^[a-z]+ (?:multiple|several|(?:an?|the) list) /i.test(summary ?? description ?? '')
  )
    return true;
  const isAbout = /^(?:information|info|data|details)\b/i.test(object?.text ?? '');
  // "Retrieve the status of all jobs" returns one thing.
  if (object !== undefined && /^(?:a|the)$/.test(object.determiner) && !object.isMany && !isAbout) return false;
  if (facts.isCollection && isPluralNoun) return true;
  if (facts.content !== 'data') return false;
  // "Get all berths", `listBerths` and a plural without a response that says otherwise.
  if (
    isSeveral &&
    (object?.determiner === 'all' || /(?:^|[a-z._-])list(?=[A-Z_.-]|$)/i.test(binding.operationId ?? ''))
  )
    return true;
  // `/version-list` says the list itself.
  if (namesList(binding.urlTemplate)) return isSeveral && object?.determiner === '';
  const isPlain = object?.determiner === '' && isCountable(head.toLowerCase().split(' ').at(-1) ?? '', words);
  const isInPath = binding.urlTemplate.toLowerCase().includes(head.toLowerCase().split(' ').at(-1) ?? '-');
  if (facts.isOpen === true && isSeveral && isPlain && isInPath) return true;
  if (facts.isOpen === true && isPluralNoun && (isSeveral || (object === undefined && isCountable(noun, words))))
    return true;
  // "Get the comments of a request" of `/requests/{id}/comments`
  const isNamed = singularOf(head.toLowerCase().split(' ').at(-1) ?? '', words) === singularOf(noun, words);
  if (isSeveral && isNamed && isPluralNoun && isCountable(noun, words)) return true;
  // "Gets incentive listings", and the response has listings.
  const named = singularOf(head.toLowerCase().split(' ').at(-1) ?? '', words);
  if (isSeveral && facts.arrays?.some((name) => singularOf(name, words) === named) === true) return true;
  // "Get clearance data" that returns an array of it
  if (facts.returnsMany === true && (isPluralNoun || isSeveral || isMass(head))) return true;
  // "Get paginated devices"
  return isSeveral && facts.returnsOne !== true && isCountable(lastOf(head), words);
}

function lastOf(head: string): string {
  return head.toLowerCase().split(' ').at(-1) ?? '';
}

/** `/users/{id}`, `/users/{user_name}`: the last parameter names one of the things before it. */
function isOwnKey(address: string, words: Words): boolean {
  const [, owner = '', key = ''] = /([\w-]+)\/\{([^{}]+)\}$/.exec(address) ?? [];
  const one = singularOf(nameWordsOf(owner).at(-1) ?? '', words);
  return (
    key === '' ||
    /^(?:id|uid|uuid|guid|key|slug|code|ref|handle|name|number)$/i.test(key) ||
    (nameWordsOf(key).some((word) => word === one || (word.length > 3 && owner.toLowerCase().includes(word))) &&
      !/ids$/i.test(key)) ||
    key.toLowerCase().startsWith(one)
  );
}

function nameWordsOf(text: string): string[] {
  return toSnakeCase(text, '').toLowerCase().split(/[_-]/);
}

/** The object of the first text that begins with a reading verb; otherwise the whole of a title. */
function objectOf(texts: readonly (string | undefined)[], words: Words): Phrase | undefined {
  const sentences = texts.flatMap((text) =>
    text === undefined ? [] : [actionSentence(leadSentence(toPlainText(text.slice(0, 1_000))), words)],
  );
  const said = sentences.find((sentence) => readingVerb.test(sentence));
  if (said !== undefined) {
    const object = readPhrase(said.replace(/^\S+\s+/, ''), 'get', words);
    return object && withNumber(object, words, true);
  }
  const [title = ''] = sentences;
  const [first = ''] = title.toLowerCase().split(' ', 1);
  const isVerb = words.isListedVerb(words.baseOf(first)) && !words.isAdjective(first);
  return readPhrase(isVerb ? title.replace(/^\S+\s+/, '') : title, 'get', words);
}

/** "Get a list of clusters", "Retrieves the collection of import resources". */
function saysList(text: string | undefined, words: Words): boolean {
  if (text === undefined) return false;
  const sentence = actionSentence(leadSentence(toPlainText(text.slice(0, 1_000))), words);
  if (
    /^(?:get|return|retrieve|fetche?)s? (?:an? |the )?(?:(?!of |for |in |from |to |the |an? )[\w-]+ ){1,3}list[.]?$/i.test(
      sentence,
    )
  )
    return true;
  return /^(?:get|return|retrieve|fetche?|show|provide|obtain)s? (?:an? |the )?(?:[\w-]+ ){0,2}(?:list|listing|collection|page) of (?:all )?(?:[\w-]+ ){0,4}[\w-]+[^su\W]s\b/i.test(
    sentence,
  );
}

/** A title about one thing: "Get a category". */
const isOfOne = /^[a-z]+ (?:an?|the|this|single|one|specific) (?!list)/i;

const readingVerb = /^(?:get|return|retrieve|fetche?|show|list|read|view|find|display|provide|load|obtain|request)s? /i;

/** "analytics" has no singular. */
function isCountable(noun: string, words: Words): boolean {
  const singular = singularOf(noun, words);
  return singular !== noun && words.isNoun(singular);
}

/** Nouns in the plural that are one thing. */
const reportNouns =
  /\b(?:stats|statistics|metrics|settings|details|preferences|options|analytics|status|series|news|values|points|readings|demographics|initials|credentials|coordinates|data|info|information|details|contents)$/i;

/** True for what is not counted: "clearance data". */
function isMass(text: string): boolean {
  return /(?:^|\s)(?:data|info|information|metadata|activity|availability|media|content|inventory)$/i.test(text);
}

/** True for a word in the plural, as far as its form shows. */
export function isPlural(word: string, words: Words): boolean {
  return words.singularOf(word) !== word || /(?:list|all|people|[^sui]s)$/.test(word);
}

/** True for an operation that only reads: GET whose texts say that it acts ("Logs out") does not. */
export function isRead({ binding, impact, summary, description }: Read): boolean {
  if (binding.kind !== 'http' || !['GET', 'HEAD'].includes(binding.method.toUpperCase())) return false;
  if (impact === undefined || impact === 'informational') return true;
  const texts = [summary, description].flatMap((text) =>
    text === undefined ? [] : [text.replace(/^\[[^\]]*\]\s*/, '')],
  );
  if (texts.length === 0) return true;
  // "Email history" of `/email/history`, "Bill detail" of `/bills/{id}`: the address has the first word as a thing.
  const [first = ''] = (texts[0] ?? '').split(' ', 1);
  const isThing = new RegExp(`/${first.replaceAll(/\W/g, '')}s?/`, 'i').test(binding.urlTemplate) && first !== '';
  return isThing || texts.some((text) => reading.test(text));
}

/** Texts about reading or computing; a filter changes no more than the response. */
const reading =
  /^(?:(?:this|the) [a-z]+ )?(?:get|return|retrieve|fetche?|show|list|read|view|find|display|provide|load|obtain|query|search|check|infer|estimate|predict|suggest|recommend|calculate|compute|compare|acquire)s? |^[\w -]+ (?:search|lookup|history|details?|statistics)$|^appl(?:y|ies) (?:the |an? )?filters?\b/i;

/** `/ticker-list` with LIST would say it twice. */
export function namesList(template: string): boolean {
  return /[\w-]list$/i.test((template.split(/[?#]/, 1)[0] ?? '').replace(/\.(?!list)\w+$/, ''));
}
