/**
 * The object of a reading sentence, word for word: "the berths with free water that opened today". The phrases after a
 * noun distinguish it, so that they are kept where every word is understood, and left to other rules elsewhere.
 */
import type { Words } from '@dragoman/agis';
import { isManner, isThing } from './noun-phrase.js';

/** The parts of an object. */
export interface PlainPhrase {
  /** The article or the word in its place; empty where there is none. */
  determiner: string;
  /** The words before everything that qualifies the noun. */
  head: string;
  /** The head and what qualifies it. */
  text: string;
  /** True when a phrase about what the request names was left out. */
  isCut: boolean;
}

const determiner =
  /^(an?|the|all(?: of)?(?: the| your| our)?|any|each|every|many|multiple|several|(?:your|my|our|their)(?: own)?|its|this|these|those|single(?= [a-z]))\s+/i;

/** How something is done, for what, and by what it is found: clauses of the verb rather than of its object. */
const ofVerb =
  /(?:\s+[-–—]+\s+|\s*[;:]\s|,?\s+(?:using|via|(?<!\b(?:the|an?|any|each|of|for|in|with|by|from) )given|in an? [a-z]+ (?:manner|way|fashion)|if|when|while|unless|so that|such that|in order to|once|after|before|according to|depending on|optionally|please|in bulk|in batch|broken down|on behalf of|in (?:a|the|one) (?:single )?(?:call|request|response|format|form|order)|(?:as )?(?:identified|specified|indicated|defined|determined|described|denoted|provided|given) (?:by|in|with)|(?:(?:sorted|ordered|paginated|paged|keyed|based|depending)(?: up)?on|(?:sorted|ordered|paginated|keyed) by|based (?:up)?on)|(?<!\b(?:[a-z]+ed|made|sent|held|given|paid|sold|built|written|taken|bought|kept|known|seen|drawn) )by|for use (?:in|with))\s).*$/i;

/** "with pagination", "with the given ID", "from its unique identifier": nothing that the object is distinguished by. */
const ofRequest =
  /\s+(?:(?:with|by|from|for|having|matching) (?:(?:an?|the|its|their|this|that|specified|given|provided|requested|corresponding|unique|specific|particular|supplied|optional) )*(?:[\w-]+ )?(?:ids?|uuids?|guids?|identifiers?)|with (?:support for |optional |the given |the specified |the provided |advanced )?(?:[\w-]+ )?(?:pagination|paging|filter(?:ing|s)?|sorting|search|(?:query )?parameters?|criteria|options)(?: (?:and|or) [\w-]+){0,3})$/i;

const keptPrepositions =
  /^(?:of|for|in|from|on|about|at|within|under|into|between|per|over|against|near|across|during|along|around|through|throughout|among|inside|outside|with|without|by|as|to|including|excluding)$/;
const relative = /^(?:that|which|who|whose|where)$/;
const finite =
  /^(?:is|are|was|were|be|been|has|have|had|will|can|may|must|should|would|could|does|do|did|isn't|aren't)$/;
const strangers =
  /^(?:it|them|they|you|we|he|she|i|us|me|what|how|why|then|please|also|etc|e\.g|i\.e|such|currently|there|here|yourself|itself|not|no|or|either|both|neither|just|only)$/;
const articles = /^(?:an?|the|all|any|each|every|your|my|our|its|their|this|these|those|that|one|two)$/;

/** Participles that do not end in "ed". */
export const irregularParticiple =
  /^(?:found|made|sent|held|given|paid|sold|built|written|taken|bought|kept|known|seen|shown|drawn)$/;

/** Maximum number of words of an object. */
const maxWords = 20;

/** The object; undefined where a word of it is not understood. */
export function plainPhrase(given: string, words: Words): PlainPhrase | undefined {
  const bare = given.replace(/[.\s]+$/, '').replace(ofVerb, '');
  // "the user identified by a token's inbox" is about the inbox.
  if (/['’]s? /.test(given.slice(bare.length))) return undefined;
  // "All classes for the given market" without its end would claim more.
  const object = (/^all /i.test(bare) ? bare : bare.replace(ofRequest, '').replace(ofRequest, '')).trim();
  const [said = '', article = ''] = determiner.exec(object) ?? [];
  const text = object.slice(said.length).replace(/^(?:specific|specified|particular|given|single) (?=[a-z])/, '');
  const parts = text.split(' ');
  if (!/^[\w'’ -]+$/.test(text) || parts.length > maxWords || /\d{4}|_|\s-|-\s|--|\b(?:identifier|it's)\b/.test(text))
    return undefined;
  const at = parts.findIndex((_, index) => index > 0 && isTail(parts, index, words));
  const head = at < 0 ? parts : parts.slice(0, at);
  if (!isHead(head, words) || !isTailUnderstood(head, parts.slice(head.length), words)) return undefined;
  const name = head.join(' ');
  // "a berth for the specified berth ID"
  const ownKey = new RegExp(`^ for (?:the )?(?:specified|given|provided) ${name} (?:id|identifier)$`, 'i');
  return {
    determiner: article.toLowerCase(),
    head: name,
    text: ownKey.test(text.slice(name.length)) ? name : text,
    isCut: object !== bare.trim(),
  };
}

/** True for a word that begins what qualifies the noun before it. */
function isTail(parts: readonly string[], index: number, words: Words): boolean {
  const word = parts[index] ?? '';
  const next = parts[index + 1] ?? '';
  if (keptPrepositions.test(word) || relative.test(word)) return true;
  const isLink = keptPrepositions.test(next) || articles.test(next);
  const isParticiple =
    /^[a-z]+$/.test(word) && /^(?:past|participle)$/.test(words.inflectionOf(word)?.form ?? '') && !words.isNoun(word);
  // "vouchers available", "users assigned to a group", "titles matching a word"
  const isQuality = words.isAdjective(word) && !words.hasNounReading(word) && keptPrepositions.test(next);
  return (
    (isParticiple && (isLink || next === '')) ||
    isQuality ||
    (irregularParticiple.test(word) && keptPrepositions.test(next))
  );
}

/** True for adjectives and nouns that end in a noun. */
function isHead(head: readonly string[], words: Words): boolean {
  const [first = ''] = head;
  const last = head.at(-1) ?? '';
  if (head.length > 7 || strangers.test(first.toLowerCase()) || finite.test(first)) return false;
  if (head.some((word, at) => at > 0 && (articles.test(word) || strangers.test(word) || finite.test(word))))
    return false;
  // "list and filter berths", "help diagnose problems": a second verb.
  const isSecond = head.some((word, at) => at > 0 && isOnlyVerb(word, words));
  return !isSecond && !isManner(last, words) && isThing(last, words);
}

/** True where every noun of the tail is one, no clause lacks its verb and no second sentence begins. */
function isTailUnderstood(head: readonly string[], tail: readonly string[], words: Words): boolean {
  if (tail.length === 0) return true;
  const clause = tail.findIndex((word) => relative.test(word));
  const plain = clause < 0 ? tail : tail.slice(0, clause);
  const last = (tail.at(-1) ?? '').toLowerCase();
  const isEnded =
    isThing(tail.at(-1) ?? '', words) ||
    words.isAdjective(last) ||
    words.inflectionOf(last) !== undefined ||
    /ly$/.test(last);
  if (!isEnded || keptPrepositions.test(last) || articles.test(last) || finite.test(last)) return false;
  if (tail.some((word) => strangers.test(word.toLowerCase()) || word === 'based')) return false;
  if (plain.some((word) => finite.test(word))) return false;
  return plain.every((word, at) => {
    const next = plain[at + 1] ?? '';
    // "to delete", "and returns": a purpose or a second action.
    if (word === 'to' && !articles.test(next) && words.isListedVerb(next) && !words.isNoun(next)) return false;
    if (word === 'to' && at === 0 && !articles.test(next)) return false;
    if (word === 'and' && isOnlyVerb(next, words)) return false;
    // "the actions the user has taken": a clause without "that".
    return !(
      articles.test(word) &&
      isThing(plain[at - 1] ?? head.at(-1) ?? '', words) &&
      !isLink(plain[at - 1], words)
    );
  });
}

/** True for a word after which an article may come. */
function isLink(word = '', words: Words): boolean {
  return (
    keptPrepositions.test(word) ||
    /^(?:and|or)$/.test(word) ||
    articles.test(word) ||
    /^(?:past|participle)$/.test(words.inflectionOf(word)?.form ?? '')
  );
}

/** "returns", "diagnose": a verb that is neither a noun nor a quality. */
function isOnlyVerb(word: string, words: Words): boolean {
  const base = words.baseOf(word);
  return (
    /^[a-z]+$/.test(word) &&
    words.isListedVerb(base) &&
    !words.isNoun(word) &&
    !words.isNoun(words.singularOf(word)) &&
    !words.isAdjective(word) &&
    !/^(?:past|participle)$/.test(words.inflectionOf(word)?.form ?? '')
  );
}
