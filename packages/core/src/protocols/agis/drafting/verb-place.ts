/** Whether a word that is a noun too is a verb at its place in a sentence. */
import type { Words } from '@dragoman/agis';
import { isDeterminer } from './title-facts.js';

/** Words before a verb that is not the first word of its sentence. */
const beforeVerb =
  /^(?:to|will|can|may|should|must|also|then|you|we|they|it|which|that|not|please|bulk|batch|mass|soft|hard|async|re|,)$/;

/** False for "work" in "Family work groups list" and "email" in "process reports and email communication": nouns. */
export function isInVerbPlace(verb: string, sentence: string, words: Words): boolean {
  const tokens = sentence.toLowerCase().match(/[a-z]+|,/g) ?? [];
  const places = tokens.flatMap((token, at) => (words.baseOf(token) === verb ? [at] : []));
  if (places.length === 0) return true;
  return places.some((at) => {
    const [before = '', token = '', next = ''] = [tokens[at - 1], tokens[at], tokens[at + 1]];
    // "a location being measured by …"
    if (before === 'being' && !/^(?:is|are|was|were)$/.test(tokens[at - 2] ?? '')) return false;
    if (at === 0 || !words.isNoun(token) || isDeterminer(next) || /^(?:it|them)$/.test(next)) return true;
    // "Create and email invoices", but not "process reports and email communication"
    if (/^(?:and|or|,)$/.test(before))
      return tokens
        .slice(0, at)
        .every(
          (each, index) =>
            /^(?:and|or|,)$|ly$/.test(each) ||
            (words.isListedVerb(words.baseOf(each)) && !/^(?!and$|or$|.*ly$)[a-z]+$/.test(tokens[index - 1] ?? '')),
        );
    return (
      beforeVerb.test(before) ||
      (/ly$/.test(before) && !words.isNoun(before)) ||
      (words.inflectionOf(token)?.form === 'past' && /^(?:is|are|be|been|being|was|were|gets?)$/.test(before)) ||
      speaker.test(before)
    );
  });
}

/** Subjects of sentences about the operation. */
const speaker =
  /^(?:operation|endpoint|method|call|service|action|api|function|command|request|resource|agents?|callers?|users?|clients?|system)$/;

/** "Immediately cancel a job" cancels it, and "Batch fetch records" fetches them. */
export function withoutManner(text: string, words: Words): string {
  const [first = '', second = ''] = text.toLowerCase().split(' ', 2);
  const isManner =
    (/ly$/.test(first) && !words.isNoun(first) && !words.isVerb(first)) || /^(?:batch|bulk|mass)$/.test(first);
  return isManner && words.isListedVerb(words.baseOf(second)) ? text.slice(first.length + 1) : text;
}
