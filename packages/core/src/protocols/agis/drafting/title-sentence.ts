/** A sentence from a title that its operationId or its address shows to be a noun: "Budget settings" of `getBudgetSettings`. */
import type { Words } from '@dragoman/agis';
import type { Operation } from '@dragoman/model';
import { singularOf } from './inflect-noun.js';
import { ownName, wordsOf } from './name-sentence.js';
import { isRead } from './reads-many.js';
import { addressOf } from './schema-thing.js';
import { recordWords } from './verb-table.js';

/** Verbs of names that only read. */
const readingNames = /^(?:get|list|fetch|retrieve|read|show|view|load)$/;

/** Verbs that begin titles of addresses that are read, although they are nouns too. */
const usualVerbs = /^(?:count|filter|compare|preview|download|export|query|view|show|browse|access|monitor|watch)$/;

/** "Gets the budget settings"; undefined for a title whose first word is no verb, and without evidence that it is a noun. */
export function titleSentence(operation: Operation, words: Words): string | undefined {
  const { summary = '', binding } = operation;
  if (binding.kind !== 'http' || !isRead(operation) || !/^[A-Za-z]+(?: [A-Za-z]+){1,4}\.?$/.test(summary))
    return undefined;
  const title = wordsOf(summary);
  const [first = ''] = title;
  const isVerb = words.isVerb(first) && words.hasNounReading(first) && words.baseOf(first) === first;
  if (!isVerb || recordWords.has(first) || usualVerbs.test(first)) return undefined;
  const [verb = '', ...named] = wordsOf(ownName(binding.operationId ?? '', ''));
  const isNamed = readingNames.test(verb) && isStart(title, named, words);
  return isNamed || isEndOf(title, addressOf(binding.urlTemplate), words)
    ? `${verb === 'list' ? 'Lists' : 'Gets'} the ${title.join(' ')}`
    : undefined;
}

function isStart(title: readonly string[], named: readonly string[], words: Words): boolean {
  return title.every((word, at) => singularOf(word, words) === singularOf(named[at] ?? '', words));
}

/** "Budget settings" of `/budgets/{id}/settings`: the address has the first word in the plural, which no verb has. */
function isEndOf(title: readonly string[], address: string, words: Words): boolean {
  const literal = wordsOf(address.replace(/^https?:\/\/[^/]*/i, '').replaceAll(/\{[^{}]*\}/g, ''));
  const end = literal.slice(-title.length);
  const [first = ''] = end;
  return first !== title[0] && singularOf(first, words) === title[0] && isStart(title, end, words);
}
