/** Whether an operation that reads returns several things. */
import type { Words } from '@dragoman/agis';
import type { Operation } from '@dragoman/model';
import { toPlainText } from '@dragoman/model';
import { toSnakeCase } from '../../documents/identifier.js';
import { actionSentence } from './action-sentence.js';
import type { EndpointFacts } from './endpoint-facts.js';
import { leadSentence } from './lead-sentence.js';
import { type Phrase, readPhrase } from './read-phrase.js';

type Read = Pick<Operation, 'summary' | 'description' | 'binding'>;

/** True for reading several things: the response or the address is that of a collection, and its noun is a plural. */
export function returnsMany({ binding, summary, description }: Read, words: Words, facts?: EndpointFacts): boolean {
  if (binding.kind !== 'http' || facts === undefined || !isRead(binding) || namesList(binding.urlTemplate))
    return false;
  const last = binding.urlTemplate.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
  // `/users/by-role/{role}`, "Get bookmarks" of `/bookmarks/{email}`
  if (last.includes('{')) return facts.returnsMany === true && objectOf([summary, description], words)?.isMany === true;
  const noun = toSnakeCase(last, '').split('_').at(-1)?.toLowerCase() ?? '';
  const isPluralNoun = isPlural(noun, words) && !reportNouns.test(noun);
  const object = objectOf([summary, description], words);
  const [head = ''] = (object?.text ?? '').split(/ (?:of|for|in|on|by|from|at) /, 1);
  const isAbout = /^(?:information|info|data|details)\b/i.test(object?.text ?? '');
  // "Retrieve the status of all jobs" returns one thing.
  if (object !== undefined && /^(?:a|the)$/.test(object.determiner) && !object.isMany && !isAbout) return false;
  if (facts.isCollection && isPluralNoun) return true;
  if (facts.content !== 'data') return false;
  // "Get all berths", `listBerths` and a plural without a response that says otherwise.
  const isSeveral = object?.isMany === true && !reportNouns.test(head);
  if (
    isSeveral &&
    (object?.determiner === 'all' || /(?:^|[a-z._-])list(?=[A-Z_.-]|$)/i.test(binding.operationId ?? ''))
  )
    return true;
  if (facts.isOpen === true && isPluralNoun && isCountable(noun, words) && (object === undefined || isSeveral))
    return true;
  return facts.returnsMany === true && (isPluralNoun || (object?.isMany === true && !reportNouns.test(head)));
}

/** The object of the first text that begins with a reading verb; otherwise the whole of a title. */
function objectOf(texts: readonly (string | undefined)[], words: Words): Phrase | undefined {
  const sentences = texts.flatMap((text) =>
    text === undefined ? [] : [actionSentence(leadSentence(toPlainText(text.slice(0, 1_000))), words)],
  );
  const said = sentences.find((sentence) => readingVerb.test(sentence));
  if (said !== undefined) return readPhrase(said.replace(/^\S+\s+/, ''), 'get', words);
  const [title = ''] = sentences;
  const [first = ''] = title.toLowerCase().split(' ', 1);
  const isVerb = words.isListedVerb(words.baseOf(first)) && !words.isAdjective(first);
  return readPhrase(isVerb ? title.replace(/^\S+\s+/, '') : title, 'get', words);
}

const readingVerb = /^(?:get|return|retrieve|fetche?|show|list|read|view|find|display|provide|load|obtain)s? /i;

/** "analytics" has no singular. */
function isCountable(noun: string, words: Words): boolean {
  const singular = words.singularOf(noun);
  return singular !== noun && words.isNoun(singular);
}

/** Nouns in the plural that are one thing. */
const reportNouns =
  /\b(?:stats|statistics|metrics|settings|details|preferences|options|analytics|status|series|news|values|points|readings|demographics|data|info|information|details)$/i;

/** True for a word in the plural, as far as its form shows. */
export function isPlural(word: string, words: Words): boolean {
  return words.singularOf(word) !== word || /(?:list|all|people|[^sui]s)$/.test(word);
}

/** True for an address that is only read. */
export function isRead(binding: Operation['binding']): boolean {
  return binding.kind === 'http' && ['GET', 'HEAD'].includes(binding.method.toUpperCase());
}

/** `/ticker-list` with LIST would say it twice. */
export function namesList(template: string): boolean {
  return /list$/i.test(template.split(/[?#]/, 1)[0]?.replace(/\.\w+$/, '') ?? '');
}
