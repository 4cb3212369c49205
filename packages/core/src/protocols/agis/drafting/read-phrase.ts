/** Reads the object of a sentence: its determiner, its words without clauses and purposes, and its number. */
import type { Words } from '@dragoman/agis';
import { isManner } from './noun-phrase.js';
import { irregularParticiple, plainPhrase } from './plain-phrase.js';
import { lowerTitle } from './word-case.js';

/** The object of a verb. */
export interface Phrase {
  /** `a`, `the`, `all`, or nothing. */
  determiner: string;
  /** The rest, without parentheses, relative clauses and purposes. */
  text: string;
  /** True when a clause that restricts it was left out. */
  isCut: boolean;
  isMany: boolean;
  /** True for a phrase that is kept word for word. */
  isPlain?: boolean;
}

const pronouns: ReadonlySet<string> = new Set(
  'it them this that these those everything something you your me us one either both neither'.split(' '),
);

const boundary =
  /\s*(?:\s(?:--|[-–—])\s|(?<![\w-])(?:that|which|who|whose|where|when|while|if|unless|so that|because|once|after|before|broken down|(?<!\b(?:made|sent|written|(?!(?:identified|specified|given|defined|filtered|sorted|grouped|ordered|indicated|selected|matched|determined|denoted|named|described|referenced|keyed|queried|searched|limited|authenticated) )[a-z]+ed) )by|using|via|based (?:on|upon)|according|including|without|(?<!\w(?:ed|ble) )with|such|whether|in order|as (?:provided|specified|defined|described|given|shown|documented|stated)|(?<!\b(?:an?|the|any|each|of|for|in|within|under|at|from|by|on|with|between) )given|in bulk|you|we|they)\b).*$/i;

/** "a single berth or multiple berths". */
const oneOrMany = /^(?:an?|one|a single) [a-z]+ or (?:multiple|several|many) ([a-z]+s)\b/i;

/** The object of a verb; undefined when the words after it are something else. */
export function readPhrase(given: string, verb: string, words: Words): Phrase | undefined {
  // "Search a site for questions" returns questions.
  const [, sought] =
    (/^(?:search|query|ask)$/.test(verb) && /^(?:an?|the|all|our|your)\s+(?:[\w-]+\s+){1,4}for\s+(.+)$/i.exec(given)) ||
    (/^(?:search|query)$/.test(verb) &&
      /^(?:the )?(?:web|internet|site|website|database|index|catalog|archive) for (.+)$/i.exec(given)) ||
    [];
  const searched =
    sought ?? (/^(?:search|look|find)$/.test(verb) ? given.replace(/^(?:for|through|over|across|in)\s+/i, '') : given);
  // "Show me the details", "a transaction or multiple transactions"
  const plain = searched
    .replace(/^(?:me|us) (?=[a-z])/, '')
    .replace(/^all (?=list of )/i, 'the ')
    .replace(/^((?:an? |the )?list) (?:with|containing) (?=\w+ \w)/i, '$1 of ');
  const listed = cutEnumeration(plain.replace(oneOrMany, 'one or more $1'), words);
  if (listed === undefined) return undefined;
  const whole = cutVerbs(listed, words)
    .replace(/(?<!\b(?:one|single|two|zero)) or (?:multiple|several|many) [a-z]+$/i, '')
    .trim();
  const ended = cutContact(whole, words).replace(boundary, '');
  // "the task from the point where it failed": the place says nothing without its clause.
  const placed = /^\s*where\b/i.test(whole.slice(ended.length))
    ? ended.replace(/ (?:from|at|to) (?:an?|the) \w+$/, '')
    : ended;
  const cut = cutAdverb(placed, words).replace(byIdentifier, '').trim();
  // "A report" alone says too little; "a report that details the traffic" does not.
  const isWhole =
    returning.has(verb) && /^(?:an? |the )?\w+$/.test(cut) && / that /.test(whole) && whole.split(' ').length <= 16;
  // "the user identified by a token's inbox" is about the inbox.
  if (/\bby (?!it)\S+['’]s /.test(whole.slice(cut.length))) return undefined;
  const isQualified =
    returning.has(verb) && isPlainClause(whole.slice(cut.length)) && whole.split(' ').length <= maxQualified;
  const text =
    isWhole || isQualified
      ? whole
      : cut.replace(wasEnded(whole, cut) || isContact(whole, ended) ? / of all (?=\w+$)/ : /$^/, ' of ');
  const match =
    /^(an?|the|all(?: of(?: the| an?)?| the| your)?|any|another|each|every|your own|your|my|our|this|these|its|their|one or more|more|one(?! (?:off|time|way)\b)|multiple|many|several|some|a single)\s+/i.exec(
      text,
    );
  const isSaid = match !== null;
  const rest = text
    .slice(match?.[0].length ?? 0)
    // "a Single resource", but not the name "Single Send"
    .replace(isSaid ? /^single (?=(\w+))/i : /^single (?=(\w+))/, (single, next: string) =>
      words.isListedVerb(next) && !words.isRatherNoun(next) ? single : '',
    )
    .replace(/^(?:specific|particular|given|existing|individual) (?=[A-Za-z])/i, '');
  const wasCut = whole.length > text.length;
  // "a URL that can be used": the clause has lost its verb.
  const kept = (isQualified ? rest : trimEnd(rest, words, wasCut)).replace(
    / (?:that|which|who)(?: (?:you|we|they|it|can|may|could|is|are|was|were|be|been|has|have))*$/i,
    '',
  );
  const short = isQualified ? kept : shorten(kept);
  const noun = closed(
    lowerTitle(short === kept ? kept : trimEnd(short, words, true), words).replace(/^existing (?=[a-z])/, ''),
    words,
    /^an?$/i.test(match?.[1] ?? ''),
  );
  if (!isObject(noun, verb, words)) return undefined;
  // "a user's notifications": the article belongs to the user.
  const said = determinerOf(match?.[1]);
  const determiner = said === 'a' && /^[\w-]+['’]s /.test(noun) ? 'the' : said;
  const isCut =
    !isWhole &&
    !isQualified &&
    /^\s*(?:that|which|who|whose|where|with|without|the|an?|by|you|we|they)\b/i.test(whole.slice(cut.length));
  // "A page showing all rooms" is one.
  // "an entry or entries" agrees with its last word.
  const isSingle =
    /^(?:an?|a single)$/i.test(match?.[1] ?? '') && !/ and |^[\w-]+['’]s |^\w+ or \w+(?:[^s]s)$/.test(noun);
  const isMany = (determiner === 'all' && !masses.test(noun)) || (!isSingle && isManyPhrase(noun, words));
  return { determiner, text: noun, isMany, isCut };
}

/** The object of a reading verb word for word, where all of it is understood; else as `readPhrase` reads it. */
export function readObject(given: string, verb: string, words: Words): Phrase | undefined {
  const listed = given.replace(/^((?:an? |the )?list) (?:with|containing) (?=\w+ \w)/i, '$1 of ');
  const plain = returning.has(verb) ? plainPhrase(listed, words) : undefined;
  if (plain === undefined) return readPhrase(given, verb, words);
  const text = lowerTitle(plain.text, words);
  const head = text.slice(0, plain.head.length);
  if (!isObject(head, verb, words)) return readPhrase(given, verb, words);
  const said = determinerOf(plain.determiner);
  const isOwned = /^[\w-]+['’]s /.test(head);
  const determiner = said === 'a' && isOwned ? 'the' : said;
  const isMany = (determiner === 'all' && !masses.test(head)) || (determiner !== 'a' && isManyPhrase(head, words));
  return { determiner, text, isCut: plain.isCut, isMany, isPlain: true };
}

/** "from its unique identifier": by what a thing is found says nothing about it. */
const byIdentifier =
  /(?<=\S) (?:from|by|with|given|for|having) (?:(?:an?|the|its|it's|their|this|that|specified|given|unique|specific) )*(?:[\w-]+ )?(?:ids?|uuid|guid|identifiers?)(?=$| (?:in|of|on) )/i;

/** False for a quality without its noun, a pronoun, a clause, or an activity that a verb such as "start" has. */
function isObject(noun: string, verb: string, words: Words): boolean {
  const [first = ''] = noun.toLowerCase().split(' ', 1);
  return (
    !isOnlyQuality(noun, words) &&
    /^["'\w].*[A-Za-z]{2,}|^[A-Za-z]{2,}/.test(noun) &&
    !determiners.test(first) &&
    !pronouns.has(first) &&
    (!prepositions.has(first) ||
      /^per (?:diem|capita)\b|^near (?:duplicate|identical|optimal|perfect)\b/i.test(noun)) &&
    // "Confirm all documents are uploaded" has a clause rather than an object.
    !/\b(?:is|are|was|were|has|have|be|been|will)\b/.test(noun.replace(/ (?:that|which|who) .*$/i, '')) &&
    !(/ing$/.test(first) && phases.has(verb))
  );
}

/** "latest", "pending": a quality of something that is not named. */
function isOnlyQuality(text: string, words: Words): boolean {
  return (
    /^(?:latest|current|last|next|previous|recent|available|new|all)$/i.test(text) ||
    (/^[a-z]+$/.test(text) && words.isAdjective(text) && !words.isNoun(text))
  );
}

/** Without an end that has lost its object: "titles starting", "answerers active", "xrefs that map", "the template of the". */
function closed(text: string, words: Words, isOne: boolean): string {
  const [last = '', before = ''] = text.split(' ').toReversed();
  const isAfterMany = /^[a-z]+[^s]s$/.test(before) && words.singularOf(before) !== before;
  const isOpen =
    /^(?:an?|the|its|their|that|which|who)$/.test(last) ||
    (prepositions.has(last) && !/ that .* to$/.test(text)) ||
    /^(?:that|which|who)$/.test(before) ||
    (/^[a-z]{3,}ly$/.test(last) && !words.isNoun(last)) ||
    (isAfterMany &&
      (/^(?:starting|ending|beginning)$/.test(last) ||
        (/^[a-z]+$/.test(last) &&
          (isGerund(last, words) || (!isOne && words.isAdjective(last) && !words.isPlainlyNoun(last))))));
  return isOpen && before !== '' ? closed(text.slice(0, -last.length - 1), words, isOne) : text;
}

/** Words of an object with its relative clause. */
const maxQualified = 18;

/** "that match the search term": a clause that stays true when its sentence becomes passive. */
function isPlainClause(text: string): boolean {
  return (
    /^ ?(?:that|which|who) [a-z][\w'’/ -]+$/.test(text) &&
    !/\b(?:it|its|their|them|they|you|your|we|our|this|these|those|which|where|when|if|can|will|should)$|^ ?\w+ (?:it|they|you|we|this)\b|\b(?:it|its|you|your|we|our|them) /.test(
      text,
    )
  );
}

/** True when a clause without "that" was left out: "all events this team has competed at". */
function isContact(whole: string, cut: string): boolean {
  return /^\s*(?:this|the|an?|your|each|these) /i.test(whole.slice(cut.length));
}

/** True when a relative clause was left out. */
function wasEnded(whole: string, cut: string): boolean {
  return /^\s*(?:that|which|who|whose)\b/i.test(whole.slice(cut.length));
}

/** Nouns without a plural. */
const masses =
  /(?:information|info|activity|history|usage|content|feedback|traffic|software|state|access|progress|inventory)(?=$| (?:of|for|in|on|from|about) )/i;

/** Ends before a clause without "that": "the badges the users have earned". */
function cutContact(text: string, words: Words): string {
  const parts = text.split(' ');
  const at = parts.findIndex((word, index) => {
    const before = (parts[index - 1] ?? '').toLowerCase();
    const isNoun = words.isNoun(before) && !prepositions.has(before) && !determiners.test(before);
    const isClause = parts
      .slice(index + 2)
      .some((each, after) => auxiliary.test(each) || (after < 3 && isThirdPerson(each, words)));
    return index > 0 && /^(?:the|an?|your|its|their|this|these|each)$/.test(word) && isNoun && isClause;
  });
  if (at >= 0) return parts.slice(0, at).join(' ');
  // "the repositories Octopus can access"
  const modal = parts.findIndex((word) => /^(?:can|may|could|must|should|will|has|have)$/.test(word));
  const isBare = modal > 0 && !boundary.test(` ${parts.slice(0, modal).join(' ')}`);
  const head = parts.findIndex(
    (word, index) => index < modal - 1 && /^[a-z]+$/i.test(word) && isPluralWord(word, words),
  );
  return isBare && head > 0 ? parts.slice(0, head + 1).join(' ') : text;
}

const auxiliary = /^(?:have|has|had|are|is|was|were|can|may)$/i;

/** "belongs", but not "tags". */
function isThirdPerson(word: string, words: Words): boolean {
  return words.inflectionOf(word)?.form === 'third-person' && !words.hasNounReading(words.baseOf(word));
}

/** "a server gracefully" is a server; "a partially refunded order" stays. */
function cutAdverb(text: string, words: Words): string {
  const parts = text.split(' ');
  const at = parts.findIndex((word, index) => {
    const next = parts[index + 1];
    const isEnd = next === undefined || prepositions.has(next.toLowerCase());
    if (index > 0 && isEnd && /^(?:again|immediately|together|anew|now)$/.test(word)) return true;
    return index > 0 && isEnd && isManner(word, words);
  });
  return at < 0 ? text : [...parts.slice(0, at), ...parts.slice(at + 1)].join(' ').replace(/ and [a-z]+ly$/, '');
}

const returning: ReadonlySet<string> = new Set('get return retrieve fetch list show view find provide give'.split(' '));

/** Verbs whose object is an activity: "Start watching a vehicle". */
const phases: ReadonlySet<string> = new Set('start stop begin continue finish pause resume enable disable'.split(' '));

/** Without punctuation, and without a participle whose agent was cut: "the class referenced". */
function trimEnd(text: string, words: Words, wasCut: boolean): string {
  const plain = text
    .replace(/ (?:from|of|to|by|for|with) (?:either|both|any)$/i, '')
    .replace(/[\s,\-–—|/]+$/, '')
    .replace(/(?<=\S) (?:async|asynchronously)$/i, '')
    .replace(/\s+(?:and|or|as|of|to|for|in|on|at|from|around|about|with|by|within|under|between|near)$/i, '');
  const [last = ''] = plain.split(' ').slice(-1);
  const isPast = words.inflectionOf(last.toLowerCase())?.form === 'past' && !words.hasNounReading(last.toLowerCase());
  // "a virtual network peering" has lost nothing.
  const isForm =
    (/ed$/.test(last) && isPast) ||
    (wasCut && irregularParticiple.test(last)) ||
    (wasCut && (isPast || isGerund(last, words)));
  // "Marks a transfer as returned"
  const isCut = plain.includes(' ') && isForm && !/ as \S+$/.test(plain);
  return isCut ? plain.slice(0, -last.length - 1) : plain;
}

/** "showing", which is no noun, unlike "building". */
function isGerund(word: string, words: Words): boolean {
  return /^[a-z]+ing$/.test(word) && words.inflectionOf(word) !== undefined && !words.hasNounReading(word);
}

const determiners = /^(?:an?|the|all|each|every|this|these|its|their)$/;

/** "…, state, city level" after a comma: the rest of an enumeration rather than a remark. */
const enumeration =
  /^,\s+(?!(?:including|such|which|that|with|by|sorted|ordered|grouped|filtered|optionally|based|using|as|if|in|for|at|on|and|or|given|along|like|e\.g|i\.e)\b)([\w-]+)(?: (?!is\b|are\b|will\b|can\b)[\w-]+){0,2}(?:,| or | and )/i;

/** Ends at a comma; before the phrase whose enumeration it would cut, and nowhere when the object itself is one. */
function cutEnumeration(text: string, words: Words): string | undefined {
  // "current, seasonal collections"
  const kept = cutComma(
    text.replaceAll(
      /\b([a-z]+), ([a-z]+)(?<!ing)(?= (?!the |an? |and |or )[a-z]+)/g,
      (whole, one: string, other: string) =>
        words.isAdjective(one) && words.isAdjective(other) ? `${one} ${other}` : whole,
    ),
  );
  const [found, first = ''] = enumeration.exec(text.slice(kept.length)) ?? [];
  if (found === undefined || isOnlyAdjective(first, words) || / (?:including|such as) /.test(kept)) return kept;
  const [, before] = /^(.*\S) (?:for|in|from|on|at|within|with|to|into|by|as|about|via) /.exec(kept) ?? [];
  return before;
}

/** Ends at a comma, unless it separates the parts of an enumeration. */
function cutComma(given: string): string {
  // "a random, short recipe"
  const text = given.replace(
    /^((?:an?|the) [a-z-]+(?: or [a-z-]+(?: [a-z-]+)?)?), ([a-z-]+(?: [a-z-]+)?)(?= [A-Za-z]+(?:$| (?:to|of|for|in|on|from) [\w ]+$))/i,
    '$1 $2',
  );
  const isListing =
    !/, [a-z]+ing (?:it|them|the|an?)\b/.test(text) &&
    /^[^,;:.]{1,40}(?:,[^,;:.]{1,40}){1,6},? (?:and|or) [^,]{1,60}$/.test(text);
  if (isListing) return text;
  const kept = text.replace(/\s*[,;:].*$/s, '');
  // "Set the status to ACTIVE, INACTIVE or DELETED": one of several values is no outcome.
  return /,.* or /.test(text.slice(kept.length)) ? kept.replace(/ to [A-Z_]+$/, '') : kept;
}

function determinerOf(said = ''): string {
  const word = said.toLowerCase();
  if (/^all of an?$/.test(word)) return 'a';
  if (/^all/.test(word)) return 'all';
  if (word === 'each' || word === 'every') return 'each';
  return word === 'a' || word === 'an' || word === 'one' || word === 'any' || word === 'another' || word === 'a single'
    ? 'a'
    : word === ''
      ? ''
      : 'the';
}

const prepositions: ReadonlySet<string> = new Set(
  'of for in from on about at within under to into between per over by as against near across during along around through throughout among inside outside via with and or'.split(
    ' ',
  ),
);

/** Ends before a purpose ("to obtain …") and a second action ("and compare …"). */
function cutVerbs(text: string, words: Words): string {
  // The last of several things is no second action.
  if (/,\s+(?:and|or)\s+\S+$/.test(text)) return text;
  const parts = text.split(' ');
  const at = parts.findIndex((word, index) => {
    const next = (parts[index + 1] ?? '').toLowerCase();
    if (index === 0 || !/^(?:to|and|or)$/i.test(word) || isGerundForm(next, words)) return false;
    // "a link that can be used to start a training"
    if (/^to$/i.test(word) && /^(?:used|needed|required|allowed|able|ready)$/.test(parts[index - 1] ?? ''))
      return !parts.slice(0, index).some((each) => /^(?:that|which|who)$/.test(each));
    // "tokens to use with the interface"
    if (/^to$/i.test(word) && /^(?:use|be)$/.test(next)) return true;
    // "historical and forecast weather"
    if (/^(?:and|or)$/i.test(word) && isOnlyAdjective(parts[index - 1] ?? '', words)) return false;
    // "…, and returns a new token": the second verb of a sentence in the third person.
    if (/^(?:returns|gets|sends|creates|updates|deletes|sets)$/.test(next)) return true;
    // "Signs a receipt and stores it"
    const after = (parts[index + 2] ?? '').toLowerCase();
    if (/^(?:it|them|its|their|this|an?|the)$/.test(after) && words.isVerb(words.baseOf(next))) return true;
    // "a route and stop", "a scheduled or completed call"
    const isNoun = index === parts.length - 2 && words.isNoun(next) && !/^to$/i.test(word);
    if (isNoun || (/^or$/i.test(word) && words.inflectionOf(next)?.form !== 'third-person')) return false;
    // "access and refresh tokens": one noun for both
    if (/^and$/i.test(word) && index === 1 && words.hasNounReading(next) && parts.length > 3) return false;
    // "for a route ID and route type"
    if (/^and$/i.test(word) && words.isRatherNoun(words.baseOf(next))) return false;
    return words.isListedVerb(words.baseOf(next)) && (!words.hasNounReading(next) || words.isFiled(next));
  });
  if (at < 0) return text;
  // A phrase that may end in a second noun is left out whole.
  const isUnclear = /^and$/i.test(parts[at] ?? '') && words.hasNounReading(words.baseOf(parts[at + 1] ?? ''));
  const begin = parts.findLastIndex((word, index) => index > 0 && index < at && prepositions.has(word.toLowerCase()));
  return parts.slice(0, isUnclear && begin > 0 ? begin : at).join(' ');
}

/** "billing", but not "bring". */
function isGerundForm(word: string, words: Words): boolean {
  return /ing$/.test(word) && words.baseOf(word) !== word;
}

/** At most 14 words; the last phrases go first. */
function shorten(text: string): string {
  let kept = text.split(' ');
  while (kept.length > 14) {
    const at = kept.findLastIndex((word, index) => index > 0 && prepositions.has(word.toLowerCase()));
    if (at < 1) return '';
    kept = kept.slice(0, at);
  }
  return kept.join(' ');
}

const carriers =
  /^(?:containing|including|providing|showing|representing|using|pointing|describing|matching|belonging|having|listing)$/i;

/** "hooks assigned to a user" and "hooks providing content", not "allowed address" and "filtering settings". */
function isAfterNoun(word: string, before: string, next: string | undefined, words: Words): boolean {
  if (carriers.test(word)) return true;
  if (word.endsWith('ing') && next !== undefined && !prepositions.has(next.toLowerCase()))
    return words.singularOf(before.toLowerCase()) !== before.toLowerCase();
  return next === undefined || prepositions.has(next.toLowerCase()) || determiners.test(next.toLowerCase());
}

/** A noun phrase without the phrases that follow its noun: "route" of "route between two points". */
export function headOf(text: string): string {
  const parts = text.split(' ');
  const at = parts.findIndex(
    (word, index) => index > 0 && (prepositions.has(word.toLowerCase()) || /^(?:with|that|which|who)$/i.test(word)),
  );
  return at < 0 ? text : parts.slice(0, at).join(' ');
}

/** True for a noun phrase in the plural. */
export function isManyPhrase(text: string, words: Words): boolean {
  const parts = text.split(' ');
  const at = parts.findIndex(
    (word, index) =>
      /^(?:that|which|who|whose)$/i.test(word) ||
      // "disruptions relevant for a station", "codes available"
      (index > 0 &&
        (isOnlyAdjective(word, words) || /[a-z]ible$/.test(word)) &&
        prepositions.has(parts[index + 1]?.toLowerCase() ?? 'of')) ||
      // "berths found along a route"
      (index > 0 && irregularParticiple.test(word) && prepositions.has(parts[index + 1] ?? '')) ||
      (index > 0 && prepositions.has(word.toLowerCase()) && !/^(?:and|or)$/i.test(word)) ||
      (index > 0 &&
        /(?:ed|ing)$/.test(word) &&
        isAfterNoun(word, parts[index - 1] ?? '', parts[index + 1], words) &&
        // "versions backing the inference"
        (!words.hasNounReading(word.toLowerCase()) || determiners.test(parts[index + 1] ?? ''))),
  );
  const head = at < 0 ? parts : parts.slice(0, at);
  // "rates and taxes", not "arrival and availability information"
  const isMass =
    /(?:information|info|data|metadata)$/i.test(head.at(-1) ?? '') &&
    /^and$/i.test(head.at(-3) ?? '') &&
    !/[^s]s$/.test(head.at(-4) ?? '');
  const joint = head.findIndex((word, index) => /^and$/i.test(word) && !isOnlyAdjective(head[index - 1] ?? '', words));
  // "email and password configuration" is one: both words belong to the last noun.
  const isShared =
    joint === 1 &&
    head.length === 4 &&
    head.every((word, index) => index === 1 || /^[a-z]+$/.test(word)) &&
    sharedNouns.test(head.at(-1) ?? '');
  if (!isMass && !isShared && joint >= 0) return true;
  // "the credentials, the list of printers and their trays"
  if (/^[^,]*[a-z], .* and /.test(text) && !/ (?:that|which|who) /.test(text)) return true;
  return isPluralWord((head.at(-1) ?? '').replace(/^.*-/, '').replace(/[^A-Za-z]/g, ''), words);
}

/** Nouns that two nouns before them qualify. */
const sharedNouns =
  /^(?:config|configuration|setup|status|state|policy|schema|history|report|list|template|key|mapping|integration|summary|plugin|type|count|level|mode|flow|endpoint|document|authentication|notice|pair|combination|check)$/;

function isOnlyAdjective(word: string, words: Words): boolean {
  return words.isAdjective(word.toLowerCase()) && !words.isNoun(word.toLowerCase());
}

function isPluralWord(given: string, words: Words): boolean {
  const last = given.toLowerCase();
  if (/^[A-Z]+$/.test(given)) return false;
  // "analysis", but "wikis"
  if (/(?:ss|us|is|news|\wseries|species|alias|canvas|atlas|bias|lens)$/.test(last))
    return words.singularOf(last) !== last || (/[^sx]is$/.test(last) && !words.isNoun(last));
  return words.singularOf(last) !== last || /[^s]s$/.test(last);
}
