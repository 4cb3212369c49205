/** The last check of a generated outcome; one that does not pass gives way to one that says less. */
import type { Words } from '@dragoman/agis';
import { isManner } from './noun-phrase.js';
import { headOf, isManyPhrase } from './read-phrase.js';

/** Identifiers that name nothing for a reader: GUIDs, hashes, and the parts of them. */
const opaque =
  /\b(?=[\da-f-]*\d)(?=[\da-f-]*[a-f])[\da-f]{8,}(?:-[\da-f]+)*\b|\b[\da-f]{8}[ -][\da-f]{4}[ -]|\b\d{7,}\b/i;

/** "postal code postal code": words of an address that came twice. */
const repeated = /\b(\w{3,}(?: \w+)?) \1\b/i;

/** Nouns whose number their form does not show. */
const unclear =
  /(?:data|media|people|children|criteria|men|women|staff|series|news|status|address|sms|dns|https|statistics|analytics|metrics|settings)$/i;

/** True for a segment or a word that is an identifier rather than a name. */
export function isOpaque(text: string): boolean {
  return opaque.test(text) || /^\d+$/.test(text);
}

/** Two determiners, two articles, marks of code, and quotes or parentheses that are not closed. */
const broken =
  /\b(?:an?|the) (?:an?|the|your|my|its|their|this|all|each)\b|\b(an?|the|of|to|in|for|and|is|are) \1\b|[<>{}\\]|&[a-z]+;|\*\*|\$\w/i;

/** True for a text without traces of markup and words that were cut. */
export function isSoundText(text: string): boolean {
  const count = (mark: string) => text.split(mark).length - 1;
  return !broken.test(text) && count('(') === count(')') && count('"') % 2 === 0 && count('`') % 2 === 0;
}

/** Participles that have an object. */
const linking =
  /^(?:following|matching|containing|including|using|having|belonging|filtering|indicating|specifying|describing|representing)$/;

/** "The recent articles globally", "The blogs following", "history data filtering": a clause that lost its end. */
function endsOpen(outcome: string, words: Words): boolean {
  const [, last = ''] = / ([a-z]+) (?:is|are|has|have|exists?)(?: returned$|\b)/.exec(outcome) ?? [];
  return linking.test(last) || isManner(last, words);
}

/** True when the subject has the number of its verb, no opaque identifier and no word twice. */
export function isSoundOutcome(outcome: string, words: Words): boolean {
  if (opaque.test(outcome) || repeated.test(outcome)) return false;
  if (!isSoundText(outcome)) return false;
  if (
    / (?:of|for|and|or|with|by|from|the|an?|to|via|into|used|can|may|will|its|their) (?:is|are|has|have|no longer|exists?)\b/.test(
      outcome,
    ) &&
    !/\bbelongs? to is /.test(outcome)
  )
    return false;
  // "The summary of the user's is returned" has lost what the user has.
  if (/['’]s (?:is|are|has|have|no longer|exists?)\b/.test(outcome)) return false;
  if (endsOpen(outcome, words)) return false;
  const [, article = '', subject = '', verb = ''] =
    // A relative clause has a verb of its own.
    /^(An? new|An?|The|All|Each)(?: requested| matching)? (.+?) (?:that|which|who) .* (is|are) returned$/.exec(
      outcome,
    ) ??
    /^(An? new|An?|The|All|Each)(?: requested| matching)? (.+?) (is|are|has|have|exists?|no longer exists?)\b/.exec(
      outcome,
    ) ??
    [];
  const head = headOf(subject);
  const last = head.split(' ').at(-1) ?? '';
  if (head === '' || /\b(?:and|or)\b|,/.test(head) || !/^[a-z]+$/.test(last) || unclear.test(head)) return true;
  // "contacts specific to a client"
  const before = head.split(' ').at(-2) ?? '';
  const isQualified =
    head !== subject && words.isAdjective(last) && /^[a-z]+s$/.test(before) && words.singularOf(before) !== before;
  const isMany = isQualified || isManyPhrase(subject, words);
  if (/^An?\b/.test(article)) return !isMany;
  return isMany === /^(?:are|have|exist|no longer exist)$/.test(verb);
}
