/** The last check of an intent: what was cut in its middle is closed, and what stays broken gives way to another sentence. */
import type { Words } from '@dragoman/agis';
import { withoutManner } from './verb-place.js';
import { isSoundText } from './verify-outcome.js';
import { isKnownWord } from './word-case.js';

/** Words that no sentence ends in; "the group a user belongs to" may end in a preposition. */
const openEnd =
  /[\s,]+(?:an?|the|of|and|or|with|from|via|as|into|its|their|your|any|each|which|that|whose|using|including|containing|such as|e\.g|i\.e)$/i;

/** "of the vehicle's" before a list that was left out. */
const openOwner = /(?:\s+(?:of|for|about|on|in))?(?:\s+(?:an?|the|your|its))?(?:\s+[\w-]+)?\s+[\w-]+['’]s?$/;

/** A sentence without markup, and without an end that has lost what follows it. */
export function closedSentence(given: string): string {
  const plain = given
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    .replaceAll(/\*\*|`/g, '')
    .replaceAll(/\b(an?|the|of|to|in|for|and|is|are) \1\b/gi, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const end = /[.!?]$/.exec(plain)?.[0] ?? '';
  let text = end === '' ? plain : plain.slice(0, -1);
  const open = text.lastIndexOf('(');
  if (open > 0 && !text.includes(')', open)) text = text.slice(0, open);
  if (text.split('"').length % 2 === 0) text = text.replaceAll('"', '');
  for (let shorter = cutEnd(text); shorter !== text; shorter = cutEnd(text)) text = shorter;
  return `${text}${end}`;
}

function cutEnd(text: string): string {
  return text
    .replace(/[\s,:;(/–—-]+$/, '')
    .replace(/\s['‘]/.test(text) ? /$^/ : openOwner, '')
    .replace(openEnd, '');
}

/** True for a sentence of at least two words without traces of markup that begins with a verb, as far as it is English. */
export function isSoundIntent(text: string, words: Words): boolean {
  if (/[^\p{ASCII}]/u.test(text)) return isSoundText(text);
  const said = withoutManner(text, words);
  const [first = ''] = /^[A-Za-z]+/.exec(said) ?? [];
  const base = words.baseOf(first.toLowerCase());
  // "Aquires a berth": a misspelt verb
  const isUnknown =
    /^[A-Z][a-z]+s (?:an?|the) /.test(said) && !isKnownWord(words.singularOf(first.toLowerCase()), words);
  const isVerb =
    isUnknown ||
    // "This resource lists all berths"
    /^th(?:is|e)$/i.test(first) ||
    words.isVerb(base) ||
    words.isListedVerb(base) ||
    /^(?:log|sign)(?:in|out|up|on|off)$/.test(base);
  // "Successful redirection", "Skinnies this instance"
  return isSoundText(text) && /\w\W+\w/.test(text) && (isVerb || !words.readIntent(text).english);
}
