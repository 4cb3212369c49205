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
import { isHeld } from '../../gateway/model-text.js';
import { agisDiagnostics } from './diagnostics.js';
import { acceptedOutcome, isEmptyResponse, isOnlyAccepted, refusedOutcome } from './drafting/accepted-outcome.js';
import { isAcronym } from './drafting/action-sentence.js';
import { agreeingList } from './drafting/agreeing-list.js';
import { draftConfidence, draftTransition } from './drafting/draft-conduct.js';
import { draftOutcome, generalOutcome, headOutcome, markedOutcome, removals } from './drafting/draft-outcome.js';
import { agreeingCapability, draftIntent, familyCapability, sentenceOf, splitVerb } from './drafting/draft-text.js';
import type { EndpointFacts } from './drafting/endpoint-facts.js';
import { singularOf } from './drafting/inflect-noun.js';
import { isNounVerb } from './drafting/noun-verb.js';
import {
  beginsWithVerb,
  intentOf,
  isStatement,
  maxReplacingLength,
  maxTitleLength,
  type SourcedText,
  sentenceIn,
} from './drafting/own-sentence.js';
import { polishIntent, polishOutcome, splitNames } from './drafting/polish-sentence.js';
import { isRead } from './drafting/reads-many.js';
import { isTitleWord, outcomeFromSentence } from './drafting/sentence-outcome.js';
import { isDeterminer, isGerundTitle, namesThing } from './drafting/title-facts.js';
import { withoutManner } from './drafting/verb-place.js';
import { closedSentence, isSoundIntent } from './drafting/verify-intent.js';
import { isSoundOutcome } from './drafting/verify-outcome.js';
import { type WordCase, withoutCapitals } from './drafting/word-case.js';
import { derivedMembers } from './read-operation.js';
import { writeTransitions } from './transitions.js';

/** Members of the block that a check has rejected, with the reason. */
export type Refused = ReadonlyMap<string, string>;

/** The endpoint that the block is written for. */
export interface SemanticPlace {
  method: string;
  path: string;
  family: VerbFamily | undefined;
  words: Words;
  wordCase: WordCase;
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
  const chosen = chooseIntent(operation, place, choose);
  const intent = operation.verb === undefined ? agreeingList(withoutCapitals(chosen, place), place) : chosen;
  // What the author of an AGIS document wrote stays as it is.
  const polished = closedSentence(polishIntent(intent, place));
  const isKept = operation.verb !== undefined || isSoundIntent(polished, place.words);
  const said = operation.verb !== undefined ? intent : isKept ? polished : draftIntent(place);
  if (!isKept && !review.includes('intent')) review.push('intent');
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
      intent: said,
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

function plainCase(given: SourcedText | undefined, place: SemanticPlace): SourcedText | undefined {
  return given && { ...given, text: withoutCapitals(given.text, place) };
}

/** What the provider's sentence says is done; without such a sentence, what verb and path imply. */
function outcomeOf(operation: Operation, place: SemanticPlace, intent: string): string {
  const { verb, description } = operation;
  const { method, words, released } = place;
  const mayFollow = verb === undefined && !place.refused.has('outcome');
  const isSaid = mayFollow && intent !== draftIntent(place);
  const other = mayFollow ? plainCase(sentenceIn(description, words), place) : undefined;
  const [main] = words.readIntent(intent).verbs;
  const families = [...words.familiesOf(method.toLowerCase()), ...words.familiesOf(main?.verb ?? '')];
  // "Create a display ad" creates one, though its title "display ads" only displays.
  const isCreated = method === 'CREATE' && main?.verb === 'create' && operation.impact === 'informational';
  // "Phone number validation" phones nobody.
  const examines = isRead(operation) && /^(?:read|find|analyse)$/.test(words.familiesOf(method.toLowerCase())[0] ?? '');
  const impact = isCreated ? 'reversible' : examines ? 'informational' : operation.impact;
  const isOne = place.path.endsWith('}') && method !== 'LIST';
  const isSeveral = !isOne && (place.facts.isCollection || place.facts.returnsMany === true);
  const source = {
    method,
    impact,
    words,
    path: place.path,
    isOne,
    isSeveral,
    returnsMany: place.facts.returnsMany === true,
  };
  const own = isSaid
    ? outcomeFromSentence({ ...source, sentence: polishIntent(withoutKeys(intent), place), other: other?.text })
    : undefined;
  // "Remove from group" has no object, "Removes a server from a group" has one.
  const told =
    other !== undefined && other.text !== intent && isShown(other, released)
      ? outcomeFromSentence({ ...source, sentence: splitNames(other.text, place.path), families })
      : undefined;
  const asks = told?.startsWith('Whether ') === true && / result for the /.test(own ?? '');
  if (place.facts.isHead) return polishOutcome(headersOf(asks ? told : (own ?? told)) ?? draftOutcome(place), place);
  const isBetter = asks || (told !== undefined && /^The request to .* is carried out$/.test(own ?? ''));
  // The impact of an operation without a text of its own was derived from one that says nothing about it.
  const isNew = operation.summary === undefined && description === undefined && place.family === 'create';
  const computes = impact === 'informational' && !/^(?:find|read|change|end|send)$/.test(place.family ?? '') && !isNew;
  const subject = computes ? { ...place, family: 'analyse' as const } : place;
  // "Build a stanza and return it for inspection" of `/echo` makes nothing that stays.
  const isPassed = /\b(?:and|then) returns? (?:it|them|the result)\b/i.test(intent)
    ? 'The result is returned'
    : undefined;
  const drafted = isSaid && !isGrounded(operation, place, intent) ? generalOutcome(subject) : draftOutcome(subject);
  const accepted =
    mayFollow && isOnlyAccepted(operation.binding, `${intent} ${description?.slice(0, 500) ?? ''}`)
      ? (acceptedOutcome(polishIntent(intent, place), words) ??
        (own === undefined ? 'The request is accepted' : undefined))
      : undefined;
  const marked = place.family === 'end' ? markedOutcome(description ?? '') : undefined;
  const refused = mayFollow ? refusedOutcome(operation) : undefined;
  const requested = isSaid && !computes ? requestOutcome(operation, place, intent) : undefined;
  const candidates = [
    refused,
    accepted,
    marked,
    ...(isBetter ? [told, own] : [own, told]),
    isPassed,
    requested,
    drafted,
  ];
  const polished = candidates.flatMap((each) =>
    each !== undefined && isSoundOutcome(each, words) ? [polishOutcome(each, place)] : [],
  );
  const outcome = polished.find((each) => isSoundOutcome(each, words)) ?? generalOutcome(subject);
  // What has no content returns nothing; it may answer a question by its status.
  const isNothing = isEmptyResponse(operation.binding) && / (?:is|are) returned$/.test(outcome);
  return isNothing && !outcome.startsWith('Whether ') ? 'The call succeeds and returns no content' : outcome;
}

/** "the users in {ids}": a search key does not describe the thing. */
function withoutKeys(intent: string): string {
  return intent.replaceAll(/ (?:in|by|with|for|from|(?:identified|given|specified) (?:by|in)) \{[^{}]*\}/g, '');
}

/** A response to HEAD shows whether something is so, and otherwise has the headers of what GET returns. */
function headersOf(outcome: string | undefined): string | undefined {
  if (outcome?.startsWith('Whether ') === true) return outcome;
  const [, thing] =
    /^(?:The|An?|All) (?:requested |matching )?(?:\w+ result for the )?(.+) (?:is|are) returned$/.exec(outcome ?? '') ??
    [];
  return thing === undefined ? undefined : headOutcome(thing);
}

/** Verbs of HTTP methods: what they act on is at the address. */
const recordMethods = /^(?:CREATE|ADD|SUBMIT|UPDATE|REPLACE|SET|CHANGE|MODIFY|AMEND|EDIT)$/;

/** False where the thing of the path is in no text about an operation that acts: its verb acts on something else. */
function isGrounded({ description = '' }: Operation, place: SemanticPlace, intent: string): boolean {
  const { method, path, family, words } = place;
  const [, , particle] = splitVerb(method);
  if (particle !== undefined || family === 'read' || family === 'find' || family === 'end') return true;
  if (recordMethods.test(method)) return true;
  const literal = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));
  const noun = singularOf(literal.at(-1)?.split('-').at(-1) ?? '', words).replace(/(?:ies|y|e)$/, '');
  const text = `${intent} ${description}`.toLowerCase().replaceAll(/[^a-z]/g, '');
  return text.includes(noun);
}

/** The outcome of an action whose object was not understood: the text of the request is more specific than verb and path, and true. */
function requestOutcome(operation: Operation, place: SemanticPlace, intent: string): string | undefined {
  const { method, family, words } = place;
  if (isRead(operation) || recordMethods.test(method) || removals.has(method)) return undefined;
  if (/^(?:find|read|analyse)$/.test(family ?? '') || actsOnThing(intent, place) || !beginsWithVerb(intent, words))
    return undefined;
  const asked = acceptedOutcome(polishIntent(intent, place), words);
  return asked === 'The request is accepted' ? undefined : asked?.replace(/ is accepted$/, ' is carried out');
}

/** True where the first object of the sentence is the thing of the path. */
function actsOnThing(intent: string, { method, path, words }: SemanticPlace): boolean {
  if (splitVerb(method)[2] !== undefined || /^(?:UN)?SUBSCRIBE$/.test(method)) return true;
  const literal = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));
  const noun = singularOf(literal.at(-1)?.split('-').at(-1) ?? '', words);
  const [object = ''] = intent
    .toLowerCase()
    .split(/ (?:of|for|in|on|to|from|with|by|at|into|that|which|if|when|and)\b|[.,;:]/, 1);
  return object.split(/\W+/).some((word) => singularOf(word, words) === noun);
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
const hasClause = /^(?:[\w-]+ ){0,4}(?:has|have|is|are|was|were|will|can|does|must) /i;

/** The provider's sentence; a title without a verb gets the verb of the method, and is marked as drafted. */
function chooseIntent(operation: Operation, place: SemanticPlace, choose: Choose): string {
  const { method, words, released } = place;
  const given = intentOf(operation, words);
  if (operation.verb !== undefined || given === undefined || !isShown(given, released)) {
    return choose('intent', given, draftIntent(place));
  }
  if (place.facts.isNamed === true) return choose('intent', undefined, given.text);
  if (!isTitle(given.text, operation, place)) {
    const isAbout = isStatement(given.text, words);
    const [told] = isAbout ? [sentenceIn(operation.description, words)] : [];
    const isOther = told !== undefined && !isStatement(told.text, words) && beginsWithVerb(told.text, words);
    return choose('intent', isOther ? told : isAbout ? undefined : given, draftIntent(place));
  }
  // The sentence that the verb was taken from says it in full.
  const other = sentenceIn(operation.description, words);
  const [first = ''] = withoutManner(other?.text ?? '', words).split(' ', 1);
  if (
    other !== undefined &&
    (words.baseOf(first.toLowerCase()) === method.toLowerCase() ||
      (place.family === 'find' && /^(?:[Gg]ets?|[Rr]eturns?|[Rr]etrieves?|[Ll]ists?)$/.test(first))) &&
    other.text.length <= maxReplacingLength
  )
    return choose('intent', other, draftIntent(place));
  // "Initiate a login" of an address that is read names no thing.
  const [deed = '', next = ''] = given.text.toLowerCase().split(' ', 2);
  const isDeed =
    words.isListedVerb(deed) &&
    // "Schedule by season" is a thing.
    (!words.hasNounReading(deed) || isDeterminer(next)) &&
    words.isFiled(deed) &&
    !words.isAdjective(deed) &&
    /^(?:create|change|end|run)$/.test(words.familiesOf(deed)[0] ?? '') &&
    given.text.split(' ').length > 2 &&
    words.familiesOf(deed)[0] !== place.family;
  return choose(
    'intent',
    undefined,
    isDeed || place.refused.has('intent') || hasClause.test(given.text) || isStatement(given.text, words)
      ? draftIntent(place)
      : sentenceOf(method, given.text, words, place.path),
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
  operation: Operation,
  { method, words }: { method?: string; words: Words },
): boolean {
  const { binding } = operation;
  if (binding.kind === 'http' && text.length <= maxTitleLength && namesThing(text, binding.urlTemplate, words))
    return true;
  const { english, verbs } = words.readIntent(text.replaceAll(/\([^()]*\)/g, ' '));
  if (text.length > maxTitleLength) return false;
  const [begun = ''] = withoutManner(text, words).toLowerCase().split(' ', 1);
  if (binding.kind === 'http' && method !== begun.toUpperCase() && isNounVerb(begun, operation, words)) return true;
  // "Types of play"
  const [, head = ''] = /^([A-Za-z]+s) of (?=[a-z])/i.exec(text) ?? [];
  if (head !== '' && words.isNoun(singularOf(head.toLowerCase(), words)) && !/^(?:disposes|approves)$/i.test(head))
    return true;
  if (!english) return verbs.length === 0 && isNamedThing(text, words);
  // "Authority updates a key", "Toogle the status": there is a verb, though an unusual one.
  const [first = ''] = text.toLowerCase().split(' ', 1);
  const isVerbOnly = words.isListedVerb(first) && !words.isNoun(first) && !words.isAdjective(first);
  if (verbs.length === 0)
    return (
      !isVerbOnly &&
      !/^[\w-]+ (?:(?!of|for|in|on|about|from|to|by|with|and)\w+ )?(?:an?|the|all|this|your|each) /i.test(text)
    );
  const reads = isRead(operation);
  if (!reads && method !== undefined && isDeedTitle(text, { method, words })) return true;
  return isAcronym(text) || isGerundTitle(text, words) || (reads && isTitleWord(text, method ?? 'RETRIEVE', words));
}

/** "Second factor authentication" for AUTHENTICATE: a noun of the deed. */
function isDeedTitle(text: string, { method, words }: { method: string; words: Words }): boolean {
  const tokens = text
    .toLowerCase()
    .replace(/[.\s]+$/, '')
    .split(' ');
  const [first = ''] = tokens;
  return (
    tokens.length > 1 &&
    tokens.length <= 5 &&
    tokens.every((token) => /^[a-z-]+$/.test(token) && words.isNoun(token)) &&
    words.baseOf(first) !== method.toLowerCase() &&
    words.verbOf(tokens.at(-1) ?? '') === method.toLowerCase()
  );
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
