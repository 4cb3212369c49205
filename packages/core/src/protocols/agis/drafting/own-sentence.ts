/** The provider's own sentence about an operation: of its summary and its description, the one that says more. */
import type { Words } from '@dragoman/agis';
import type { Operation } from '@dragoman/model';
import { plainUnlessHostile } from '../../../gateway/model-text.js';
import { actionSentence, isAcronym, isNamedBy } from './action-sentence.js';
import { singularOf } from './inflect-noun.js';
import { leadSentence, withoutHeadings } from './lead-sentence.js';
import { isRead } from './reads-many.js';
import { isActionSegment, isQualified } from './title-facts.js';
import { withoutManner } from './verb-place.js';
import { recordWords } from './verb-table.js';

/** A sentence, and the text of the provider that it is taken from. */
export interface SourcedText {
  text: string;
  source: string;
}

/** The sentence about what the operation does for its caller; undefined when there is none. */
export function intentOf(operation: Operation, words: Words): SourcedText | undefined {
  const { summary, description, verb, binding } = operation;
  if (verb !== undefined && summary !== undefined) return { text: summary, source: summary };
  const found = [summary, description].map((source) => sentenceIn(source, words));
  const [title, sentence] = found;
  // A title without a verb says less than a description that begins with one.
  const isAct =
    binding.kind === 'http' && !isRead(operation) && isActionSegment(title?.text, binding.urlTemplate, words);
  const isBetter =
    title !== undefined &&
    sentence !== undefined &&
    (isTitleOnly(title.text, words) ||
      isHeadlineOf(title.text, sentence.text, words) ||
      // "Text to JSON"
      /^[A-Z]\w+ to [A-Z]\w+$/.test(title.text) ||
      // "Get details" and "POST Berths Test API" say nothing about what.
      /^(?:get|retrieve|fetch|show|list|view|return)s? (?:the |all )?(?:details?|info|information|data|list|all|status|items?|one|single|records?)\.?$/i.test(
        title.text,
      ) ||
      /^(?:GET|POST|PUT|PATCH|DELETE) [A-Z].* (?:API|Service|Endpoint)$/.test(summary ?? '') ||
      // "Berths - Forecast" names a group and its action.
      (/^(?:\([A-Z]+\) )?[\w ]+ [-–—:] [A-Z][a-z]+(?: [A-Z][a-z]+ion)?$/.test(summary ?? '') && !isRead(operation)) ||
      // "Retrieve by number" and "Logs (CSV)" do not say what is done to what.
      /^[A-Za-z]+ (?:(?:by|from|using|via) |^(?:Get|Find|Search|List|Create|Update|Delete) with |\([^)]*\)$)|^[A-Za-z/]+ (?:By|In|On|For) [A-Z]\w+$/.test(
        title.text,
      ) ||
      isTwoVerbs(summary ?? '', words) ||
      (!isAct && isNamedBy(title.text, sentence.text, words)) ||
      (isNounFirst(title.text, words) && !repeats(title.text, sentence.text))) &&
    beginsWithVerb(sentence.text, words);
  return isBetter ? sentence : (title ?? sentence);
}

/** "Mark Complete": two verbs without an object. */
function isTwoVerbs(title: string, words: Words): boolean {
  const [first = '', second = '', more] = title.toLowerCase().replace(/\.$/, '').split(' ');
  return more === undefined && words.isListedVerb(first) && words.isListedVerb(second) && !words.isNoun(second);
}

/** First words that say the same. */
const alike = [
  /^(?:get|retrieve|return|fetch|read|show)$/,
  /^(?:list|get|retrieve|return|fetch)$/,
  /^(?:delete|remove)$/,
  /^(?:create|add|register)$/,
  /^(?:update|modify|edit|change|patch|set)$/,
];

/** "Set Rules" above "Sets the rules of a firewall": the sentence says all that the headline says, and more. */
function isHeadlineOf(title: string, sentence: string, words: Words): boolean {
  const [said = '', ...rest] = title.toLowerCase().match(/[a-z]+/g) ?? [];
  const [first = ''] = sentence.toLowerCase().split(' ', 1);
  const [one, other] = [words.baseOf(said), words.baseOf(first)];
  const isSame = one === other || alike.some((verbs) => verbs.test(one) && verbs.test(other));
  const isShort = rest.length > 0 && rest.length <= 5 && /^[\w -]+\.?$/.test(title);
  // A headline has no article: "Get team memberships", unlike "Get the memberships of a team".
  const isBare = !rest.some((word) => determiners.test(word));
  const isWhole = /^[A-Z].{10,138}$/.test(sentence) && /\b(?:an?|the|all|each|every)\b/.test(sentence);
  if (!isSame || !isShort || !isBare || !isWhole || /ing$/.test(first) || /, (?:returns|gets|lists) /.test(sentence))
    return false;
  const isPlain =
    !/[:;"'`()\d_]|[a-z][A-Z]|\s[A-Z][a-z]|\b(?:your?|we|our|i|must|should|please|or|if|provided|current|this|can|may|will)\b/.test(
      sentence,
    );
  const plain = sentence.toLowerCase();
  return isPlain && rest.every((word) => plain.includes(singularOf(word, words).replace(/y$/, '')));
}

const determiners = /^(?:an?|the|all)$/;

/** "Licenses transfer between accounts" below "Transfer Licenses" begins with the object. */
function repeats(title: string, sentence: string): boolean {
  return title
    .toLowerCase()
    .split(' ')
    .includes(sentence.toLowerCase().split(' ', 1)[0] ?? '');
}

/** "Email Information": a short title whose first word is as much a noun as a verb. */
function isNounFirst(text: string, words: Words): boolean {
  const parts = text.split(' ');
  const first = parts[0]?.toLowerCase() ?? '';
  const isTitleCase = parts.length === 2 && parts.every((part) => /^[A-Z][a-z]+$/.test(part));
  const [family] = words.familiesOf(first);
  return (
    isTitleCase && words.hasNounReading(first) && (family === 'send' || family === 'create') && !recordWords.has(first)
  );
}

/** Maximum length of a description's sentence that replaces a title. */
export const maxReplacingLength = 240;

/** Maximum length of a title that becomes part of a sentence. */
export const maxTitleLength = 120;

function isTitleOnly(text: string, words: Words): boolean {
  const { english, verbs } = words.readIntent(text);
  const isReadable = english || /^[\w\s,.'()&/-]+$/.test(text);
  // "Chat with an assistant" has a verb before its preposition.
  const [, verb = ''] = /^([A-Z][a-z]+) (?:with (?=\w)|to (?=[a-z]))/.exec(text) ?? [];
  if (beginsWithVerb(text, words) || (verb !== '' && words.isListedVerb(verb.toLowerCase()))) return false;
  return isReadable && text.length <= maxTitleLength && (verbs.every(({ certain }) => !certain) || isAcronym(text));
}

/** "Stripe finalizes drafts automatically", "Rescue mode is an environment": what is so, rather than what is done. */
export function isStatement(text: string, words: Words): boolean {
  const [first = '', second = '', third = ''] = text.split(' ');
  const isThird = (verb: string) =>
    words.inflectionOf(verb)?.form === 'third-person' && words.isListedVerb(words.baseOf(verb));
  if ((/ly$/.test(second) && isThird(third)) || /^[A-Z]\w+ \w+ (?:is|are) (?:an?|the) /.test(text)) return true;
  // "Accounts represent persons" begins with a noun: no object begins with a verb.
  const one = words.singularOf(first.toLowerCase());
  const isSaid = words.isListedVerb(second) && !words.isNoun(second) && !words.isAdjective(second);
  if (
    isSaid &&
    !words.isFiled(words.baseOf(first.toLowerCase())) &&
    third !== '' &&
    one !== first.toLowerCase() &&
    words.isNoun(one) &&
    words.baseOf(second) === second
  )
    return true;
  if (words.isListedVerb(words.baseOf(first.toLowerCase())) && !/^(?:is|are|has|have|can|will)$/.test(second))
    return false;
  if (
    /^(?:[A-Z][\w-]*|The [\w-]+|This [\w-]+|An? [\w-]+)(?: [a-z]+)? (?:is|are|was|were|has|have|can|will|must|may) /.test(
      text,
    )
  )
    return true;
  const isName = /^[A-Z][a-z]+(?<!ly)$/.test(first) && !words.isVerb(words.baseOf(first.toLowerCase()));
  return isName && isThird(second) && !words.hasNounReading(words.baseOf(second));
}

export function beginsWithVerb(given: string, words: Words): boolean {
  const text = withoutManner(given, words);
  const [first = ''] = /^[A-Za-z]+(?=\s(?!is\b|are\b))/.exec(text) ?? [];
  // "Votes cast under a credential" begins with a noun.
  if (isQualified(text, words) || /^use (?:this|the|it)\b/i.test(text)) return false;
  const verb = words.baseOf(first.toLowerCase());
  if (words.inflectionOf(first.toLowerCase())?.form === 'past') return false;
  return (
    text.length <= maxReplacingLength &&
    words.isListedVerb(verb) &&
    (verb !== first.toLowerCase() ||
      /^list \S+ \S|^(?:start|stop|send) \S/i.test(text) ||
      !words.hasNounReading(verb) ||
      /^[A-Za-z]+ [a-z]+ \S+ \S/.test(text))
  );
}

/** The first sentence of a text, with its action first; undefined when it says nothing. */
export function sentenceIn(source: string | undefined, words: Words): SourcedText | undefined {
  return source === undefined ? undefined : words.recall(findSentence, source);
}

function findSentence(source: string, words: Words): SourcedText | undefined {
  const [paragraph = ''] = withoutHeadings(source).split(
    /\n\s*\n|(?<=[a-z]) {4,}(?=[a-z])|(?<=[a-z.])(?<!\b(?:of|the|an?|for|in|to|and|or|by|with|from)) {2,}(?=[A-Z])/,
    1,
  );
  const text = leadSentence(plainUnlessHostile(paragraph))
    .replace(/^(?:description|summary|purpose|note)\s*:\s*/i, '')
    // An enumeration after the sentence, and the heading of one.
    .replace(/,?(?: optionally subject to| from either| from one of| from)?:\s+[*•-]\s.*$/s, '')
    .replace(/(?<=[a-z])\s+[A-Z][a-z][^.:]{3,60}:$/, '')
    // "Returns berths, if the caller has one of the following privileges:"
    .replace(
      /(?:,|\s+(?:with|if|when|using|given|for|and|by|in|as|based on|provided))(?:\s+[\w-]+){0,8}\s+following\b(?:\s+[\w-]+){0,4}:?$/i,
      '',
    )
    .replaceAll(/(?<=^|\s)([*_]{1,2})(\S(?:.*?\S)?)\1(?=\W|$)/g, '$2')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/!+$/, '');
  const sentence = actionSentence(text, words);
  return isSentence(sentence, words) && !isMisspelt(sentence, words) ? { text: sentence, source } : undefined;
}

/** "Retrival of a berth": the word that carries the text is not known. */
function isMisspelt(text: string, words: Words): boolean {
  const [, head = ''] = /^([A-Z][a-z]{3,}) of (?:an?|the|all|one|single) /.exec(text) ?? [];
  const word = head.toLowerCase();
  return word !== '' && !words.isNoun(word) && !words.isVerb(word) && words.inflectionOf(word) === undefined;
}

/** "Not implemented", "Deprecated", "Please use POST /berths": a remark on the operation rather than what it does. */
function isState(text: string): boolean {
  return /^(?:please )?use (?:the )?(?:GET|POST|PUT|PATCH|DELETE|\/)|^please (?:use|see|refer)\b|^(?:(?:deliberately|currently|now|yet) )?(?:(?:not |un)(?:yet )?(?:implemented|supported|stable|available|used)|gone|deprecated|obsolete|removed|todo|tbd|work in progress|coming soon)(?: yet)?[.!]?$/i.test(
    text,
  );
}

/**
 * "Posting delete process is asynchronous", "Postings, unable to be processed, sent to the queue": what happens to a
 * thing, although the first word is that of a verb too.
 */
function isProcess(text: string, words: Words): boolean {
  const [first = ''] = /^[A-Z][a-z]+/.exec(text) ?? [];
  const plain = first.toLowerCase();
  const isSubject =
    /^[A-Z][a-z]+(?: (?!an?\b|the\b|all\b|if\b|whether\b|that\b|which\b|who\b|what\b|when\b|where\b|how\b|each\b|this\b|your\b|by\b|for\b|with\b)[a-z-]+){1,3} (?:is|are|was|were|would|will be) /.test(
      text,
    ) || /^[A-Z][a-z]+s, [a-z]+ [^,]+, (?:sent|[a-z]+ed) /.test(text);
  const isImperative = words.isListedVerb(plain) && !/ing$/.test(plain);
  return isSubject && !isImperative && words.hasNounReading(plain);
}

/** True for a text that says nothing about what the operation does for its caller. */
export function isAside(text: string, words: Words): boolean {
  return isState(text) || isProcess(text, words);
}

/** False for a URL, one word and an identifier, which say nothing; other scripts may write without spaces. */
function isSentence(text: string, words: Words): boolean {
  if (/<[a-z]+ [^>]*>|&[a-z]+;/i.test(text)) return false;
  if (text === '' || /^https?:\S+$/i.test(text) || /^auto[- ]?generated\b/i.test(text)) return false;
  // "The operation will not return old ones", "By keyword"
  if (/^(?:the|this) (?:operation|method|endpoint|api|call|request) (?:will|does|is|can|may) not\b/i.test(text))
    return false;
  if (/^(?:by|for|with|from|of) /i.test(text) || isAside(text, words)) return false;
  // "B accepts a request from A": who does it to whom, in letters.
  if (/^[A-Z] (?!\d)[a-z]+ .*\b(?!I\b)[A-Z]\b(?!['’-])/.test(text)) return false;
  // "When is the pilot free?"
  if (/^(?:when|where|what|who|which|how|why|is|are|was|can|could|does|do|did|has|have|will) [^.!]*\?$/i.test(text))
    return false;
  // "Requires one of the following privileges:"
  if (
    /:$/.test(text) ||
    /^(?:requires?|needs?|required|you (?:need|must)|the (?:user|caller) (?:needs?|must|requires?)) /i.test(text)
  )
    return false;
  // "When you do this, there is that" and "This API will be retired" are remarks.
  if (/^(?:when|if) [^,]{3,120}, there (?:is|are)\b|^there (?:is|are)\b|^(?:please )?note that\b/i.test(text))
    return false;
  if (/^this \w+ (?:will be|is|has been) (?:retired|deprecated|removed)\b/i.test(text)) return false;
  if (/^the .{3,60} can be [a-z]+ed in (?:multiple|several|many|different|two) ways\b/i.test(text)) return false;
  // "A maximum of 25 rules can be created", "The keys have moved to another endpoint"
  if (
    /^(?:currently, )?(?:an?|the) (?:maximum|minimum|limit) (?:of|number)\b|\b(?:have|has) (?:been )?moved\b/i.test(
      text,
    )
  )
    return false;
  return /[^\p{ASCII}]/u.test(text) || /[A-Za-z]\W+[A-Za-z]/.test(text);
}
