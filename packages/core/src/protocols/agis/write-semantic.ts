/**
 * The semantic block of an endpoint (§6): the facts of the operation, and generated sentences, marked as such, where
 * it has none.
 */

import type { VerbFamily, Words } from '@dragoman/agis';
import { agisExtra, capabilities, defined, endpointLabel } from '@dragoman/agis';
import type { Diagnostic, JsonObject, Operation } from '@dragoman/model';
import { diagnose, isJsonObject } from '@dragoman/model';
import type { ReleasedTexts } from '../../gateway/contains-instructions.js';
import { containsInstructions } from '../../gateway/contains-instructions.js';
import { isHeld, plainUnlessHostile } from '../../gateway/model-text.js';
import { actionSentence, isAcronym, isNamedBy } from './action-sentence.js';
import { agisDiagnostics } from './diagnostics.js';
import { draftConfidence, draftTransition } from './draft-conduct.js';
import { draftOutcome } from './draft-outcome.js';
import { agreeingCapability, draftIntent, familyCapability, sentenceOf } from './draft-text.js';
import type { EndpointFacts } from './endpoint-facts.js';
import { leadSentence, withoutHeadings } from './lead-sentence.js';
import { derivedMembers } from './read-operation.js';
import { isTitleWord, outcomeFromSentence } from './sentence-outcome.js';
import { isQualified } from './title-facts.js';
import { writeTransitions } from './transitions.js';
import { recordWords } from './verb-table.js';

/** Maximum length of a title that becomes part of a sentence. */
const maxTitleLength = 120;

/** Members of the block that a check has rejected, with the reason. */
export type Refused = ReadonlyMap<string, string>;

/** The endpoint that the block is written for. */
export interface SemanticPlace {
  method: string;
  path: string;
  family: VerbFamily | undefined;
  words: Words;
  facts: EndpointFacts;
  /** Location of diagnostics. */
  pointer: string;
  refused: Refused;
  /** Hashes of the texts that were released. */
  released: ReleasedTexts;
}

/** The block, the members that need a review, and the diagnostics. */
export interface WrittenSemantic {
  semantic: JsonObject;
  review: string[];
  diagnostics: Diagnostic[];
}

/** A sentence, and the text of the provider that it is taken from. */
export interface SourcedText {
  text: string;
  source: string;
}

/** The sentence about what the operation does for its caller; undefined when there is none. */
export function intentOf({ summary, description, verb }: Operation, words: Words): SourcedText | undefined {
  if (verb !== undefined && summary !== undefined) return { text: summary, source: summary };
  const found = [summary, description].map((source) => sentenceIn(source, words));
  const [title, sentence] = found;
  // A title without a verb says less than a description that begins with one.
  const isBetter =
    title !== undefined &&
    sentence !== undefined &&
    (isTitleOnly(title.text, words) ||
      isNamedBy(title.text, sentence.text, words) ||
      (isNounFirst(title.text, words) && !repeats(title.text, sentence.text))) &&
    beginsWithVerb(sentence.text, words);
  return isBetter ? sentence : (title ?? sentence);
}

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
const maxReplacingLength = 240;

function isTitleOnly(text: string, words: Words): boolean {
  const { english, verbs } = words.readIntent(text);
  const isReadable = english || /^[\w\s,.'()&/-]+$/.test(text);
  if (beginsWithVerb(text, words)) return false;
  return isReadable && text.length <= maxTitleLength && (verbs.every(({ certain }) => !certain) || isAcronym(text));
}

function beginsWithVerb(text: string, words: Words): boolean {
  const [first = ''] = /^[A-Za-z]+(?=\s(?!is\b|are\b))/.exec(text) ?? [];
  // "Votes cast under a credential" begins with a noun.
  if (isQualified(text, words)) return false;
  const verb = words.baseOf(first.toLowerCase());
  if (words.inflectionOf(first.toLowerCase())?.form === 'past') return false;
  return (
    text.length <= maxReplacingLength &&
    words.isListedVerb(verb) &&
    (verb !== first.toLowerCase() ||
      /^list \S+ \S/i.test(text) ||
      !words.hasNounReading(verb) ||
      /^[A-Za-z]+ [a-z]+ \S+ \S/.test(text))
  );
}

/** The first sentence of a text, with its action first; undefined when it says nothing. */
function sentenceIn(source: string | undefined, words: Words): SourcedText | undefined {
  if (source === undefined) return undefined;
  const [paragraph = ''] = withoutHeadings(source).split(
    /\n\s*\n|(?<=[a-z]) {4,}(?=[a-z])|(?<=[a-z.]) {2,}(?=[A-Z])/,
    1,
  );
  const text = leadSentence(plainUnlessHostile(paragraph))
    .replace(/^(?:description|summary|purpose|note)\s*:\s*/i, '')
    // An enumeration after the sentence, and the heading of one.
    .replace(/,?(?: optionally subject to| from either| from one of| from)?:\s+[*•-]\s.*$/s, '')
    .replace(/(?<=[a-z])\s+[A-Z][a-z][^.:]{3,60}:$/, '')
    .replaceAll(/(?<=^|\s)([*_]{1,2})(\S(?:.*?\S)?)\1(?=\W|$)/g, '$2')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/!+$/, '');
  const sentence = actionSentence(text, words);
  return isSentence(sentence) && !isMisspelt(sentence, words) ? { text: sentence, source } : undefined;
}

/** "Retrival of a berth": the word that carries the text is not known. */
function isMisspelt(text: string, words: Words): boolean {
  const [, head = ''] = /^([A-Z][a-z]{3,}) of (?:an?|the|all|one|single) /.exec(text) ?? [];
  const word = head.toLowerCase();
  return word !== '' && !words.isNoun(word) && !words.isVerb(word) && words.inflectionOf(word) === undefined;
}

/** False for a URL, one word and an identifier, which say nothing; other scripts may write without spaces. */
function isSentence(text: string): boolean {
  if (text === '' || /^https?:\S+$/i.test(text) || /^auto[- ]?generated\b/i.test(text)) return false;
  // "The operation will not return old ones", "By keyword"
  if (/^(?:the|this) (?:operation|method|endpoint|api|call|request) (?:will|does|is|can|may) not\b/i.test(text))
    return false;
  if (/^(?:by|for|with|from|of) /i.test(text)) return false;
  // "When you do this, there is that" and "This API will be retired" are remarks.
  if (/^(?:when|if) [^,]{3,120}, there (?:is|are)\b|^there (?:is|are)\b|^(?:please )?note that\b/i.test(text))
    return false;
  if (/^this \w+ (?:will be|is|has been) (?:retired|deprecated|removed)\b/i.test(text)) return false;
  if (/^the .{3,60} can be [a-z]+ed in (?:multiple|several|many|different|two) ways\b/i.test(text)) return false;
  return /[^\p{ASCII}]/u.test(text) || /[A-Za-z]\W+[A-Za-z]/.test(text);
}

/** True for a sentence without instructions to the reader, or from a text that was released. */
export function isShown({ text, source }: SourcedText, released: ReleasedTexts): boolean {
  return !containsInstructions(text) || !isHeld(source, released);
}

/** Writes the block of one operation. */
export function writeSemantic(operation: Operation, place: SemanticPlace): WrittenSemantic {
  const review: string[] = [];
  const diagnostics: Diagnostic[] = [];
  const choose = chooser(place, review, diagnostics);
  const { family } = place;
  const { actor, outcome: told } = operation;
  const intent = chooseIntent(operation, place, choose);
  const stated = told === undefined ? undefined : { text: told, source: told };
  const outcome = choose('outcome', stated, outcomeOf(operation, place, intent));
  const capability = capabilityOf(operation, family, place.refused);
  if (capability !== undefined && capability !== operation.capability) review.push('capability');
  const drafted = operation.verb === undefined ? draftLevel2(operation, place) : {};
  review.push(...Object.keys(drafted));
  for (const [field, member] of Object.entries(derivedMembers)) {
    if (operation.verb === undefined && operation.derived.includes(field)) review.push(member);
  }
  return {
    semantic: defined({
      intent,
      actor: actor === 'user' || actor === 'system' ? actor : 'agent',
      outcome,
      capability,
      confidence_guidance: operation.confidence,
      impact_tier: operation.impact,
      is_idempotent: operation.idempotent,
      parameter_hints: hintsOf(operation, place, diagnostics),
      state_transition: place.refused.has('state_transition') ? undefined : writeTransitions(operation.transitions),
      ...drafted,
      ...semanticExtra(operation),
    }),
    review,
    diagnostics,
  };
}

/** What the provider's sentence says is done; without such a sentence, what verb and path imply. */
function outcomeOf(operation: Operation, place: SemanticPlace, intent: string): string {
  const { verb, impact, description } = operation;
  const { method, words, refused, released } = place;
  const mayFollow = verb === undefined && !refused.has('outcome') && !place.facts.isHead;
  const isSaid = mayFollow && intent !== draftIntent(place);
  const other = mayFollow ? sentenceIn(description, words) : undefined;
  const [main] = words.readIntent(intent).verbs;
  const families = [...words.familiesOf(method.toLowerCase()), ...words.familiesOf(main?.verb ?? '')];
  const isOne = place.path.endsWith('}');
  const said =
    (isSaid ? outcomeFromSentence({ sentence: intent, method, impact, words, path: place.path, isOne }) : undefined) ??
    // "Remove from group" has no object, "Removes a server from a group" has one.
    (other !== undefined && other.text !== intent && isShown(other, released)
      ? outcomeFromSentence({ sentence: other.text, method, impact, words, path: place.path, families })
      : undefined);
  // The impact of an operation without a text of its own was derived from one that says nothing about it.
  const isNew = operation.summary === undefined && description === undefined && place.family === 'create';
  const computes = impact === 'informational' && place.family !== 'find' && place.family !== 'read' && !isNew;
  return said ?? draftOutcome(computes ? { ...place, family: 'analyse' } : place);
}

/** Members of level 2 that the operation lacks and that its description implies. */
function draftLevel2(operation: Operation, place: SemanticPlace): JsonObject {
  const { confidence, transitions } = operation;
  return defined({
    confidence_guidance: confidence === undefined ? draftConfidence(operation) : undefined,
    state_transition:
      transitions === undefined && !place.refused.has('state_transition')
        ? draftTransition(operation, place)
        : undefined,
  });
}

/** "Root endpoint has no other function": a sentence takes no other verb in front. */
const hasClause = /^(?:[\w-]+ ){1,4}(?:has|have|is|are|was|were|will|can|does|must) /i;

/** The provider's sentence; a title without a verb gets the verb of the method, and is marked as drafted. */
function chooseIntent(operation: Operation, place: SemanticPlace, choose: Choose): string {
  const { method, words, released } = place;
  const given = intentOf(operation, words);
  if (operation.verb !== undefined || given === undefined || !isShown(given, released)) {
    return choose('intent', given, draftIntent(place));
  }
  if (place.facts.isNamed === true) return choose('intent', undefined, given.text);
  if (!isTitle(given.text, operation, place)) return choose('intent', given, draftIntent(place));
  // The sentence that the verb was taken from says it in full.
  const other = sentenceIn(operation.description, words);
  const [first = ''] = other?.text.split(' ', 1) ?? [];
  if (
    other !== undefined &&
    words.baseOf(first.toLowerCase()) === method.toLowerCase() &&
    other.text.length <= maxReplacingLength
  )
    return choose('intent', other, draftIntent(place));
  return choose(
    'intent',
    undefined,
    place.refused.has('intent') || hasClause.test(given.text)
      ? draftIntent(place)
      : sentenceOf(method, given.text, words),
  );
}

/** "Gramene data": a name and a known noun, too few words to recognize English. */
function isNamedThing(text: string, words: Words): boolean {
  const parts = text.replace(/[.\s]+$/, '').split(/\s+/);
  const [first = '', last = ''] = [parts[0], parts.at(-1)].map((part) => part?.toLowerCase());
  return (
    parts.length <= 4 &&
    parts.every((part) => /^[A-Za-z][\w-]*$/.test(part)) &&
    words.isNoun(last) &&
    !words.isVerb(words.baseOf(first))
  );
}

/** True for a text that names a thing rather than an action: "User Agent Info", "Rule data" of an address that is read. */
export function isTitle(
  text: string,
  { binding }: Operation,
  { method, words }: { method?: string; words: Words },
): boolean {
  const { english, verbs } = words.readIntent(text);
  if (text.length > maxTitleLength) return false;
  if (!english) return verbs.length === 0 && isNamedThing(text, words);
  // "Authority updates a key", "Toogle the status": there is a verb, though an unusual one.
  const [first = ''] = text.toLowerCase().split(' ', 1);
  const isVerbOnly = words.isListedVerb(first) && !words.isNoun(first) && !words.isAdjective(first);
  if (verbs.length === 0)
    return (
      !isVerbOnly &&
      !/^[\w-]+ (?:(?!of|for|in|on|about|from|to|by|with|and)\w+ )?(?:an?|the|all|this|your|each) /i.test(text)
    );
  const reads = binding.kind === 'http' && ['GET', 'HEAD'].includes(binding.method.toUpperCase());
  return isAcronym(text) || (reads && isTitleWord(text, method ?? 'RETRIEVE', words));
}

function semanticExtra({ extra }: Operation): JsonObject {
  const { semantic } = agisExtra(extra);
  return isJsonObject(semantic) ? semantic : {};
}

type Choose = (member: string, given: SourcedText | undefined, drafted: string) => string;

/** The given text, unless it was rejected or contains instructions; otherwise the generated one, with a diagnostic. */
function chooser(place: SemanticPlace, review: string[], found: Diagnostic[]): Choose {
  const { method, path, pointer, refused, released } = place;
  const endpoint = endpointLabel(method, path);
  return (member, given, drafted) => {
    const location = { pointer: `${pointer}/semantic/${member}` };
    const reason = refused.get(member);
    if (given !== undefined && reason === undefined && isShown(given, released)) return given.text;
    review.push(member);
    if (given === undefined) {
      found.push(diagnose(agisDiagnostics, 'agis/text-drafted', location, { member, endpoint, text: drafted }));
    } else if (reason === undefined) {
      found.push(diagnose(agisDiagnostics, 'agis/text-withheld', location, { member, endpoint }));
    } else {
      found.push(diagnose(agisDiagnostics, 'agis/text-replaced', location, { member, endpoint, reason }));
    }
    return drafted;
  };
}

function capabilityOf(operation: Operation, family: VerbFamily | undefined, refused: Refused) {
  const { capability, verb, impact, effects } = operation;
  // The capability that the author declares agrees with the impact that the author declares, not with another.
  if (capabilities.some((each) => each === capability))
    return effects?.chosen.impact === undefined ? capability : agreeingCapability(capability, impact);
  if (verb !== undefined || family === undefined || refused.has('capability')) return undefined;
  // What is run acts, or computes a result.
  const running = family === 'run' && impact !== undefined ? 'transaction' : undefined;
  return agreeingCapability(familyCapability[family] ?? running, impact);
}

/** Hints are lists of phrases; those with instructions are removed one by one (agis.md R41). */
function hintsOf(operation: Operation, place: SemanticPlace, found: Diagnostic[]): JsonObject | undefined {
  const { hints } = operation;
  if (hints === undefined || place.refused.has('parameter_hints')) return undefined;
  const endpoint = endpointLabel(place.method, place.path);
  const kept = Object.entries(hints).filter(([name, phrases]) => {
    if (!containsInstructions(phrases, place.released)) return true;
    const location = { pointer: `${place.pointer}/semantic/parameter_hints` };
    found.push(diagnose(agisDiagnostics, 'agis/text-withheld', location, { member: `hint for ${name}`, endpoint }));
    return false;
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
