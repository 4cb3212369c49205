/** The verbs that the summary or the description of an operation says. */
import type { Words } from '@dragoman/agis';
import { toPlainText } from '@dragoman/model';
import { toSnakeCase } from '../../../documents/identifier.js';
import { actionSentence, isAcronym, isNamedBy, verbOfActivity } from './action-sentence.js';
import { leadSentence, withoutHeadings } from './lead-sentence.js';
import { madeState } from './made-state.js';
import { isAside } from './own-sentence.js';
import { isRead, namesList } from './reads-many.js';
import { addressOf } from './schema-thing.js';
import type { SentencePlace } from './title-facts.js';
import {
  isAbbreviation,
  isActionSegment,
  isCompound,
  isDeterminer,
  isGerundTitle,
  isNounTitle,
  isQualified,
  isTitleOfReading,
  isUsual,
  namesThing,
} from './title-facts.js';
import { type Named, nameWords, type VerbCandidate, verbsFor } from './verb-candidate.js';
import { isInVerbPlace, withoutManner } from './verb-place.js';
import { emptyVerbs, joiningWords, recordWords, runningVerbs, weakVerbs } from './verb-table.js';

/** Verbs of the summary; a description counts where the summary has none. */
export function fromSentence(operation: Named, words: Words): VerbCandidate[] {
  const { summary, description, binding } = operation;
  const id =
    binding.kind === 'http' ? (nameWords(toSnakeCase(binding.operationId ?? '', ''))[0] ?? lastWord(binding)) : '';
  const named: VerbCandidate[] = [];
  const segment =
    binding.kind === 'http' ? (addressOf(binding.urlTemplate).split('/').at(-1)?.toLowerCase() ?? '') : '';
  const plain = (text: string) => leadSentence(toPlainText(withoutHeadings(text.slice(0, 1_000))));
  for (const sentence of [summary, description]) {
    if (sentence === undefined) continue;
    const text = plain(sentence);
    // "Blocklist" of `/blocklist` is the thing, and the description says what is done with it.
    const isNoun =
      sentence === summary &&
      description !== undefined &&
      /^[A-Z]?[a-z]+$/.test(text) &&
      text.toLowerCase() === segment &&
      // "Logout" of `/logout`
      !/^(?:log|sign)-?(?:in|out|up|on|off)$/.test(segment) &&
      startsWithVerb(plain(description), words);
    if (isNoun) continue;
    const action = actionSentence(text, words);
    if (isAside(action, words)) continue;
    if (
      sentence === summary &&
      description !== undefined &&
      (isRead(operation) || !isActionSegment(action, binding.kind === 'http' ? binding.urlTemplate : '', words)) &&
      isNamedBy(action, actionSentence(plain(description), words), words)
    )
      continue;
    const found = readSentence(
      action,
      {
        id,
        template: binding.kind === 'http' ? binding.urlTemplate : '',
        reads: isRead(operation),
        backed: backedVerbs(operation, words),
      },
      words,
    );
    const isTitled = sentence !== summary && summary !== undefined;
    // "You can execute your queries" below a title says less than the HTTP method.
    const used = isTitled ? found.filter(({ method }) => !isWeakHere(method, action, words)) : found;
    // The verb of a description says more than the noun of a title.
    if (used[0]?.reason.startsWith(deedReason) === true && sentence === summary) named.push(...used);
    else if (used.some(({ method }) => method === named[0]?.method)) return named;
    else if (used.length > 0 && (named.length === 0 || startsWithVerb(text, words))) return used;
  }
  return named;
}

/** "You can execute your queries" says less than the HTTP method; "Process the report" says what is done. */
function isWeakHere(method: string, action: string, words: Words): boolean {
  const verb = method.toLowerCase();
  const [first = ''] = withoutManner(action, words).toLowerCase().split(' ', 1);
  return weakVerbs.has(verb) && !(runningVerbs.has(verb) && words.baseOf(first) === verb);
}

/**
 * First words that two sources have: "Split document" of `/SplitPdf`, and a title whose description begins with the same
 * word and another object. A word that is a noun too is then the verb.
 */
function backedVerbs(operation: Named, words: Words): ReadonlySet<string> {
  const { summary, description, binding } = operation;
  if (isRead(operation) || binding.kind !== 'http') return new Set();
  // `/runners:load_program`
  const segment = nameWords(toSnakeCase(addressOf(binding.urlTemplate).split(/[/:]/).at(-1) ?? '', ''));
  const [title, text] = [summary, description].map((each) => (each ?? '').toLowerCase().match(/[a-z]+/g) ?? []);
  const isEchoed =
    title !== undefined &&
    text !== undefined &&
    words.baseOf(title[0] ?? '') === words.baseOf(text[0] ?? '-') &&
    title[1] !== text[1];
  return new Set([
    ...(segment.length > 1 && (!words.isAdjective(segment[0] ?? '') || isUndone(segment[0], title?.[0]))
      ? segment.slice(0, 1)
      : []),
    ...(isEchoed ? [title[0] ?? ''] : []),
  ]);
}

/** Verbs that begin segments and titles alike: "Clear cache" of `/clear-cache`, "Reset time" of `/reset_time`. */
const undoing = /^(?:reset|clear|change|cancel|revoke|refresh|renew|purge|flush|restart|clean|empty)$/;

function isUndone(segment = '', title = '-'): boolean {
  return segment === title && undoing.test(segment);
}

/** "Volumes List", "Snapshot Create": a title with its verb at the end. */
function verbAtEnd(tokens: readonly string[]): { verb: string; object: undefined }[] {
  const last = tokens.at(-1) ?? '';
  const isTitle = tokens.length <= 5 && recordWords.has(last) && !tokens.some((token) => joiningWords.has(token));
  return isTitle ? [{ verb: last, object: undefined }] : [];
}

/** The verb of the noun that ends a title: "General-purpose authentication" of an address that acts authenticates. */
function deedOfTitle(tokens: readonly string[], { template, reads }: SentencePlace, words: Words): string | undefined {
  const [first = '', last = ''] = [tokens[0], tokens.at(-1)];
  const isOwnVerb = /^(?:import|export|upload|sync|backup|transfer|refund)$/.test(last);
  const deed = words.verbOf(last) ?? (isOwnVerb ? last : undefined);
  // "Email validation" and "Design file import" begin with a noun, "Request refund" does not.
  const isNoun =
    words.hasNounReading(first) &&
    words.isFiled(deed ?? '') &&
    first !== 'request' &&
    !weakVerbs.has(first) &&
    (tokens.length > 2 || last.endsWith('ion'));
  const mayBegin = words.isListedVerb(words.baseOf(first)) && !words.isAdjective(first) && !isNoun;
  const segment = addressOf(template).split('/').at(-1)?.toLowerCase() ?? '';
  // What is read is examined at most, and "Design export" of `/exports` names a thing.
  const isComputed = /^(?:validate|verify|calculate)$/.test(deed ?? '');
  const isDone = reads ? isComputed : !segment.startsWith(last) || (isComputed && segment === last);
  return isDone && !mayBegin && tokens.length > 1 && tokens.length <= 5 ? deed : undefined;
}

const deedReason = 'its title is about';

function startsWithVerb(text: string, words: Words): boolean {
  const [first = ''] = text.toLowerCase().split(' ', 1);
  return words.isListedVerb(words.baseOf(first)) && !words.hasNounReading(first);
}

/** `POST /plans/request` → `request`; the last word of an address that is read is its noun. */
function lastWord({ method, urlTemplate }: { method: string; urlTemplate: string }): string {
  const [word = ''] = /[a-z]+$/.exec(urlTemplate.split(/[?#]/, 1)[0] ?? '') ?? [];
  return method.toUpperCase() === 'GET' ? '' : word;
}

/** Particles that are read as verbs in "get back". */
const particleVerbs: ReadonlySet<string> = new Set(['back', 'down', 'up', 'out', 'like', 'base', 'address', 'number']);

/** "Log in", "Sign up" and "Look up" are one verb. */
function phrasalVerb(sentence: string, reads: boolean, words: Words): VerbCandidate[] | undefined {
  const [, log = '', particle = ''] = /^(log|sign)s? (in|out|up|on|off)\b/i.exec(sentence) ?? [];
  if (log !== '' && !reads)
    return [{ method: `${log}${particle}`.toUpperCase(), reason: `its sentence says "${log} ${particle}"` }];
  return /^looks? up\b/i.test(sentence)
    ? verbsFor({ word: 'lookup', because: 'its sentence says "look up"' }, words)
    : undefined;
}

/** "Perform a search", "Performs sentiment analysis", "Perform a dry run". */
function performedVerb(tokens: readonly string[], reads: boolean, words: Words): VerbCandidate[] | undefined {
  const act =
    tokens.slice(0, 5).find((token) => /^(?:search|lookup)$/.test(token)) ??
    tokens.map((token) => verbOfActivity(token, words)).find((verb) => verb !== undefined);
  if (act !== undefined) return verbsFor({ word: act, because: `its sentence says "${act}"` }, words);
  const [first = ''] = tokens;
  // "Perform a Cartesian join over two sets"
  const until = tokens.findIndex((token) => joiningWords.has(token) || token === 'over');
  const deed = (until < 0 ? tokens : tokens.slice(0, until)).at(-1) ?? '';
  if (
    !reads &&
    (words.isFiled(deed) || (first === deed && !/^(?:action|operation|task)s?$/.test(deed))) &&
    words.isListedVerb(deed) &&
    !weakVerbs.has(deed)
  )
    return verbsFor({ word: deed, because: `its sentence says "perform a ${deed}"` }, words);
  return !reads && (isDeterminer(first) || /^(?:action|operation)s?$/.test(first))
    ? verbsFor({ word: 'execute', because: 'its sentence says "perform"' }, words)
    : undefined;
}

/** "Sign typed data": a noun does not come before a participle and its noun. */
function isBeforeQuality([first = '', second = '', third = '']: readonly string[], words: Words): boolean {
  return words.isListedVerb(first) && words.inflectionOf(second)?.form === 'past' && words.isNoun(third);
}

/** True for a sentence that names what is at its address. */
function isTitleAt(sentence: string, { template, reads }: SentencePlace, words: Words): boolean {
  // "Listing by id" of `/listing/{id}`
  const isListing = /^listing\b/i.test(sentence) && /\/listings?\b/i.test(template);
  return (
    // "Text to JSON"
    /^[A-Z]\w+ to [A-Z]\w+$/.test(sentence) ||
    /^[A-Za-z]+\d/.test(sentence) ||
    isListing ||
    (reads && /^[A-Za-z]+, /.test(sentence)) ||
    isGerundTitle(sentence, words) ||
    isQualified(sentence, words) ||
    isAcronym(sentence) ||
    (reads && isTitleOfReading(sentence, words))
  );
}

/** The verbs of sentences whose first words decide: "Provides a report", "Perform a search", "Make a page public". */
function settledVerb(sentence: string, place: SentencePlace, words: Words): VerbCandidate[] | undefined {
  const { reads } = place;
  const tokens = sentence.toLowerCase().match(/[a-z]+/g) ?? [];
  const [first = '', second = ''] = tokens;
  const base = words.baseOf(first);
  // "Provide explicit consent" asks the caller; "Provides a report" returns one.
  if (first === 'provide' && !reads) return verbsFor({ word: first, because: 'its sentence says "provide"' }, words);
  if (base === 'return' || base === 'provide') return returned(tokens.slice(1), place, words);
  const performed = base === 'perform' ? performedVerb(tokens.slice(1), reads, words) : undefined;
  if (performed !== undefined) return performed;
  if (/^(?:make|send|issue)s? an? (?:http )?(?:get|put|post|patch|delete) request/i.test(sentence))
    return verbsFor(
      { word: reads ? 'fetch' : 'send', because: 'its sentence says that a request is passed on' },
      words,
    );
  // "Posts a trace file to the server"
  if (
    base === 'post' &&
    !reads &&
    !isDeterminer(second) &&
    /^posts? (?:[\w-]+ ){1,6}(?:to|on|onto|into) /i.test(sentence)
  )
    return verbsFor({ word: 'post', because: 'its sentence says "post"' }, words);
  if (!reads && /^calls? the (?:[\w-]+ ){1,3}(?:action|function|procedure|hook|command)\b/i.test(sentence))
    return verbsFor({ word: 'invoke', because: 'its sentence says "call"' }, words);
  const phrasal = phrasalVerb(sentence, reads, words);
  if (phrasal !== undefined) return phrasal;
  // "Make a page public" publishes it.
  const [, , state] = (reads ? null : madeState.exec(sentence)) ?? [];
  return state === undefined
    ? undefined
    : verbsFor(
        { word: stateVerbs[state.toLowerCase()] ?? 'set', because: `its sentence says "make … ${state}"` },
        words,
      );
}

function readSentence(sentence: string, place: SentencePlace, words: Words): VerbCandidate[] {
  const { id, template, reads } = place;
  const tokens = sentence.toLowerCase().match(/[a-z]+/g) ?? [];
  const [first = '', second = ''] = tokens;
  const base = words.baseOf(first);
  // "Activates or deactivates a key" does one of two opposite things.
  const [, other = ''] = /^[a-z]+(?:\/| or )([a-z]+)/i.exec(sentence) ?? [];
  const isOpposed = other !== '' && words.areOpposed(base, words.baseOf(other.toLowerCase()));
  if (/^(\w{4,}) or (?:de|un|dis)\1 /i.test(sentence) || isOpposed) return [];
  // "Logout", "Alert": one word is the action of an address that acts.
  if (tokens.length === 1 && !reads && words.isFiled(first) && words.isVerb(first))
    return verbsFor({ word: first, because: `its sentence says "${first}"` }, words);
  const isAct = !reads && isActionSegment(sentence, template, words);
  const isTitle = isTitleAt(sentence, place, words);
  // "Power off a server"
  const isPhrasal = /^(?:on|off|up|down|out|in|back)$/.test(second) && isDeterminer(tokens[2] ?? '');
  const isThing = namesThing(sentence, template, words);
  // "Enables SSL analyzing"
  const isThird =
    words.inflectionOf(first)?.form === 'third-person' &&
    words.isListedVerb(base) &&
    (!words.hasNounReading(base) || (!reads && /^(?:for|on|with)$/.test(second)));
  const isImperative =
    !isTitle &&
    !isThing &&
    (words.isVerb(first) || isThird) &&
    (isAct ||
      isThird ||
      !words.hasNounReading(first) ||
      recordWords.has(first) ||
      first === id ||
      // "Chat with an assistant" of `/chat`
      (/^(?:with|to|as)$/.test(second) && !reads && addressOf(template).toLowerCase().endsWith(`/${first}`)) ||
      isDeterminer(second) ||
      (place.backed?.has(first) === true &&
        tokens.length > 1 &&
        (!isCompound(template, first, second) || undoing.test(first))) ||
      isPhrasal ||
      (!reads && tokens.length === 2 && actingTitles.test(first) && words.isNoun(second)) ||
      // "Associate roles with a user"
      (!reads && words.singularOf(second) !== second && joiningWords.has(tokens[2] ?? '')) ||
      (!reads && isBeforeQuality(tokens, words)));
  const settled = settledVerb(sentence, place, words);
  if (settled !== undefined) return settled;
  const found = words.readIntent(sentence).verbs;
  // "Make a donation" donates.
  const deedNoun = base === 'make' && isDeterminer(second) ? (found[0]?.object ?? '') : '';
  const made = words.verbOf(deedNoun) ?? (words.isFiled(deedNoun) ? deedNoun : undefined);
  if (made !== undefined)
    return verbsFor({ word: made, because: `its sentence says "make a ${found[0]?.object}"` }, words);
  const last = tokens.at(-1) ?? '';
  const verbs = found.slice(0, 3).filter(
    ({ verb }) =>
      !emptyVerbs.has(verb) &&
      // "Rails checkout" begins with a plural.
      !(verb === base && verb !== first && words.isNoun(first) && !words.isFiled(base) && !isDeterminer(second)) &&
      !((isTitle || isThing) && verb === base) &&
      !particleVerbs.has(verb) &&
      !(reads && verb !== base && namesPlural(template, verb)) &&
      (verb === base || isInVerbPlace(verb, sentence, words)) &&
      !isAbbreviation(verb, sentence) &&
      // "Reserved berth names" of an address that is read
      !(reads && verb !== last && words.baseOf(last) === verb && words.isNoun(last)) &&
      !(verb === first && !isAct && isCompound(template, first, second)) &&
      (verb !== first || isImperative || (isUsual(first, words) && !isNounTitle(sentence, { id, template }, words))),
  );
  const title = verbs.length === 0 ? verbAtEnd(tokens) : [];
  const deed = verbs.length === 0 ? deedOfTitle(tokens, place, words) : undefined;
  if (deed !== undefined && title.length === 0)
    return verbsFor({ word: deed, because: `${deedReason} "${last}"` }, words);
  // "History is stored if …" below `/GetHistory` describes it; the address says what is done.
  if (isRemark(sentence, verbs[0]?.verb, template, words)) return [];
  const led =
    isImperative && verbs[0]?.verb !== base && !emptyVerbs.has(base) ? [{ verb: base, object: undefined }] : [];
  return [...led, ...verbs, ...title].flatMap(({ verb, object }) =>
    candidatesOf(verb, object, { sentence, place, words }),
  );
}

/** Verbs of titles of two words, although they are nouns too: "Record transaction". */
const actingTitles =
  /^(?:record|report|schedule|issue|log|share|rate|review|charge|refund|transfer|reserve|process|release|reward)$/;

/** Verbs that bring a thing into a state. */
const stateVerbs: Readonly<Record<string, string>> = Object.freeze({
  public: 'publish',
  visible: 'publish',
  private: 'hide',
  hidden: 'hide',
  active: 'activate',
  available: 'activate',
  inactive: 'deactivate',
  unavailable: 'deactivate',
});

/** "User logins" of `/logins`: the address ends in the plural of a verb, which is a noun there. */
function namesPlural(template: string, verb: string): boolean {
  return new RegExp(`/${verb}e?s$`, 'i').test(addressOf(template).replace(/\.json$/i, ''));
}

/** The verbs that a verb of the sentence stands for. */
function candidatesOf(
  verb: string,
  object: string | undefined,
  { sentence, place: { template, reads }, words }: { sentence: string; place: SentencePlace; words: Words },
): VerbCandidate[] {
  const about = object === undefined ? undefined : words.singularOf(object);
  // The subject of "Gets the list of …" is the listed thing.
  const isNamed = namesList(template) && (reads || !/\/list$/i.test(template));
  const isAsked = reads && asking.test(verb);
  const isRetrieval = /^(?:get|retrieve|fetch)$/.test(verb) || isAsked;
  // "Get a task list" of `/task-lists/{id}`
  const isOne =
    reads && /\}$/.test(addressOf(template)) && !/\b(?:list|array|page|collection|set) of\b/i.test(sentence);
  const isList = isRetrieval && isListNoun(about, sentence) && !isNamed && !isOne;
  const thing = about === undefined || isRecord(sentence, about) ? undefined : about;
  const word = isList ? 'list' : isAsked ? 'get' : verb;
  return verbsFor({ word, object: thing, because: `its sentence says "${verb}"` }, words);
}

/** Verbs of the caller that say no more than reading: "Request a list", "Obtain the details". */
const asking = /^(?:obtain|request|access|acquire|receive)$/;

/** "a list", "a page of projects". */
function isListNoun(about: string | undefined, sentence: string): boolean {
  if (about === 'list' || about === 'array') return true;
  return (
    about !== undefined &&
    /^(?:page|collection|set)$/.test(about) &&
    new RegExp(`\\b${about} of \\w+s\\b`, 'i').test(sentence)
  );
}

/** "Create an external subscription" makes a record and subscribes nobody. */
function isRecord(sentence: string, about: string): boolean {
  return new RegExp(`\\b(?:external|imported|custom|test|sample|draft) (?:\\w+ )?${about}`, 'i').test(sentence);
}

/** A passive sentence that contradicts the verb of the address. */
function isRemark(sentence: string, verb: string | undefined, template: string, words: Words): boolean {
  const [, done = ''] = /^[A-Z][\w ]{2,60} (?:is|are) (?:\w+ly )?([a-z]+ed)\b/.exec(sentence) ?? [];
  const last = template.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
  const [named = ''] = nameWords(toSnakeCase(last, ''));
  return done !== '' && words.baseOf(done) === verb && recordWords.has(named) && named !== verb;
}

/** "Returns a list of users" lists, "Returns the user" and "Provides examples" retrieve. */
function returned(
  [first = '', second = '', third = '']: readonly string[],
  { template, reads }: SentencePlace,
  words: Words,
): VerbCandidate[] {
  // `/orders/{id}/return`: something is given back.
  if (!reads && /\/returns?$/i.test(addressOf(template)))
    return verbsFor({ word: 'return', because: 'its address says "return"' }, words);
  // "Returns whether a number exists"
  if (/^(?:if|whether)$/.test(first))
    return verbsFor({ word: 'check', because: 'its sentence says that it answers a question' }, words);
  const noun = /^(?:an?|the|all)$/.test(first) ? second : first;
  const isList =
    !namesList(template) && /^(?:list|array|page|collection)$/.test(noun) && (noun === first ? second : third) === 'of';
  return verbsFor({ word: isList ? 'list' : 'get', because: 'its sentence says what it gives' }, words);
}
