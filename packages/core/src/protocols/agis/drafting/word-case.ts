/**
 * How a document writes its words: common nouns in lower case somewhere, names never. Titles are written in capitals
 * throughout, so that only other sentences show which words are names.
 */
import type { Words } from '@dragoman/agis';
import type { JsonValue, Operation } from '@dragoman/model';
import { isJsonObject, schemaProperties } from '@dragoman/model';

/** How often a word is written in lower case and with a capital letter inside sentences. */
export type WordCase = ReadonlyMap<string, CaseCount>;

interface CaseCount {
  lower: number;
  upper: number;
  /** In capitals throughout: "ETL". */
  capitals: number;
}

/** Words of a title that are written in lower case even there. */
const small =
  /^(?:an?|the|of|for|in|into|from|to|on|by|at|with|within|as|about|per|via|and|or|over|under|using|between|this|that|its|is|are|all|any|if|whether)$/;

/** Longer texts show nothing more. */
const maxTextLength = 1_000;

/** Counts the words of the texts of all operations, and of the descriptions of their inputs. */
export function wordCaseOf(operations: readonly Operation[]): WordCase {
  const texts = new Set<string>();
  for (const { summary, description, input, output } of operations) {
    const described = [...Object.values(schemaProperties(input)), output].map(descriptionOf);
    for (const text of [summary, description, ...described]) if (text !== undefined) texts.add(text);
  }
  const counts = new Map<string, CaseCount>();
  for (const text of texts) {
    // The URL of a link is not part of its title.
    const plain = text.slice(0, maxTextLength).replaceAll(/\]\([^()]*\)/g, ']');
    for (const sentence of plain.split(/[.!?:;\n]+/)) countIn(sentence, counts);
  }
  return counts;
}

function descriptionOf(schema: JsonValue | undefined): string | undefined {
  const text = isJsonObject(schema) ? schema.description : undefined;
  return typeof text === 'string' ? text : undefined;
}

function countIn(sentence: string, counts: Map<string, CaseCount>): void {
  for (const word of sentence.match(/(?<![\w'"`{/.-])[A-Z]{2,5}(?![\w'"`}/-])/g) ?? [])
    count(word.toLowerCase(), 'capitals', counts);
  const [, ...words] = sentence.match(/(?<![\w'"`{/.-])[A-Za-z][a-z]+(?![\w'"`}/-])/g) ?? [];
  if (isTitleCase(words)) return;
  for (const word of words) count(word.toLowerCase(), /^[a-z]/.test(word) ? 'lower' : 'upper', counts);
}

function count(word: string, form: keyof CaseCount, counts: Map<string, CaseCount>): void {
  const found = counts.get(word) ?? { lower: 0, upper: 0, capitals: 0 };
  found[form] += 1;
  counts.set(word, found);
}

/** True where every longer word has a capital letter. */
function isTitleCase(words: readonly string[]): boolean {
  const long = words.filter((word) => word.length > 2 && !small.test(word.toLowerCase()));
  return long.some((word) => /^[A-Z]/.test(word)) && long.every((word) => /^[A-Z]/.test(word));
}

/** True for a word of the dictionary, and for a compound of two nouns such as "subaccounts". */
export function isKnownWord(word: string, words: Words): boolean {
  const isNoun = (each: string) => words.isNoun(each) || words.isNoun(words.singularOf(each));
  const isCompound = () =>
    Array.from({ length: Math.max(0, word.length - 6) }, (_, at) => at + 3).some(
      (at) => isNoun(word.slice(at)) && (isNoun(word.slice(0, at)) || prefix.test(word.slice(0, at))),
    );
  return (
    isNoun(word) ||
    derived.test(word) ||
    isAgentNoun(word, words) ||
    small.test(word) ||
    words.isAdjective(word) ||
    words.isAdverb(word) ||
    words.isVerb(word) ||
    words.inflectionOf(word) !== undefined ||
    isCompound()
  );
}

/** "provider", "connector", "invitees": who or what does what a verb says. */
function isAgentNoun(word: string, words: Words): boolean {
  const [, stem = ''] = /^([a-z]{3,}?)(?:er|or|ee)s?$/.exec(word) ?? [];
  return [stem, `${stem}e`, stem.replace(/([a-z])\1$/, '$1')].some((verb) => stem !== '' && words.isListedVerb(verb));
}

const derived = /.(?:ics|ity|ities|ness|[st]ions?|ments?|ings?|able|ible|ships?|isms?|ences?|ances?|less)$/;
const prefix = /^(?:sub|meta|auto|geo|multi|micro|super|inter|over|under|pre|non|web|time)$/;

/** A name: a capitalized word that no dictionary has. */
function isName(word: string, words: Words): boolean {
  return /^[A-Z][a-z]{2,}$/.test(word) && !isKnownWord(word.toLowerCase(), words);
}

/** "Account Session" → "account session"; names such as OAuth2, SMS and Authentiq stay. */
export function lowerTitle(text: string, words: Words): string {
  const parts = text.split(' ');
  const isTitle = parts.every((word) => /^[A-Z0-9&]/.test(word) || small.test(word));
  const isPlain = (word: string) => /^(?:[A-Z][a-z]+(?:-[A-Za-z][a-z]+)*|A)$/.test(word);
  return isTitle
    ? parts.map((word) => (isPlain(word) && !isName(word, words) ? word.toLowerCase() : word)).join(' ')
    : text;
}

/** What is known about the words of a document. */
export interface CaseEvidence {
  wordCase: WordCase;
  words: Words;
  /** The path of the endpoint: its segments are common nouns. */
  path: string;
}

/** Abbreviations that programs write like words: "Xml", "Id". */
export const abbreviation =
  /^(?:id|uid|uuid|guid|url|uri|xml|json|csv|pdf|html|sms|api|http|sql|dns|vat|otp|qr|sso)s?$/i;

/** A run of words with capital letters inside a sentence. */
const run = /(?<![\w'"`{/.-])[A-Z][a-z]*(?:-[a-z]+)?(?: [A-Z][a-z]*(?:-[a-z]+)?)*(?![\w"`}/-]|\.\w)/g;

function wordsIn(text: string): readonly string[] {
  return text.match(/(?<![\w'"`{/.-])[A-Za-z][a-z]*(?![\w"`}/-]|\.\w)/g) ?? [];
}

/** A sentence with its common words in lower case: "Get Online Recordings for training" → "Get online recordings …". */
export function withoutCapitals(sentence: string, evidence: CaseEvidence): string {
  const [first = ''] = /^\S+/.exec(sentence) ?? [];
  const rest = sentence.slice(first.length);
  const isAll = isTitleCase(wordsIn(rest));
  // "Get Online Recordings for a training": the part before the preposition is a title.
  const head = rest.search(/ (?:of|for|in|into|from|to|on|by|at|with) |[.,:;(]/);
  const isHead = head > 0 && !/^ (?:an?|the|all|this) /i.test(rest) && isTitleCase(wordsIn(rest.slice(0, head)));
  const plain = rest.replaceAll(run, (found, at: number) => {
    // "between A and B", "of A by name": no article
    if (found === 'A' && !/^ (?!(?:and|or|by|to|with|from|for)\b)[A-Za-z]/.test(rest.slice(at + 1))) return found;
    const isTitle = isAll || (isHead && at < head);
    if (/[.:;!?]\s*$/.test(`${first}${rest.slice(0, at)}`)) return found;
    const parts = found.split(' ');
    const isCommon = (word: string) => isCommonWord(word, isTitle, evidence);
    // "Access Control List" and "Cloudforce One" are names as a whole.
    if (!isTitle && !parts.every(isCommon)) return found;
    return parts.map((word) => (isCommon(word) ? word.toLowerCase() : word)).join(' ');
  });
  return `${first}${plain.replaceAll(/(?<=[\s(])[A-Za-z]+(?=$|[\s,.;)'’])/g, (word) =>
    isWrittenSo(word, evidence)
      ? word.toUpperCase()
      : abbreviation.test(word) && !/^[A-Z]+s?$/.test(word)
        ? word.toUpperCase().replace(/(?<=.{2})S$/, /s$/i.test(word) && !/sms/i.test(word) ? 's' : 'S')
        : word,
  )}`;
}

/** "Etl" of a document that writes "ETL" and never "etl". */
function isWrittenSo(word: string, { wordCase, words }: CaseEvidence): boolean {
  const plain = word.toLowerCase();
  const { lower = 0, upper = 0, capitals = 0 } = wordCase.get(plain) ?? {};
  return !abbreviation.test(word) && capitals > 0 && lower + upper === 0 && !isKnownWord(plain, words);
}

function isCommonWord(word: string, isTitle: boolean, { wordCase, words, path }: CaseEvidence): boolean {
  const plain = word.toLowerCase();
  // "N-central" is a name.
  if (/^[A-Z](?:-|$)/.test(word)) return word === 'A';
  if (small.test(plain)) return true;
  const { lower, upper } = wordCase.get(plain) ?? { lower: 0, upper: 0 };
  if (lower > 0 && lower >= upper) return true;
  const one = words.singularOf(plain);
  // "Privy" is a name, though "privy" is an adjective.
  const isQuality = words.isAdjective(plain) && !words.isNoun(one) && plain !== 'near';
  if (lower === 0 && upper > 1 && isQuality) return false;
  const isSegment = path.split('/').some((segment) => words.singularOf(segment) === one || segment === `${plain}s`);
  return isTitle ? isSegment || !isName(word, words) : isSegment && words.isNoun(one);
}
