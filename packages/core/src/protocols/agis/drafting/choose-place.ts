/**
 * Chooses method and path of an operation: the first pair that follows the grammar, agrees with its sentence and is
 * free.
 */

import type { Words } from '@dragoman/agis';
import { blankPath, endpointLabel, evaluateEndpoint } from '@dragoman/agis';
import type { Entry, Operation } from '@dragoman/model';
import { listPaths, nameReason } from './choose-paths.js';
import { fallbackReason, listVerbs } from './choose-verbs.js';
import type { EndpointFacts } from './endpoint-facts.js';
import type { PathCandidate } from './path-subject.js';
import { sentenceReason } from './path-subject.js';
import { isRead } from './reads-many.js';
import type { Splits } from './split-compound.js';
import type { VerbCandidate } from './verb-candidate.js';
import { nameWords } from './verb-candidate.js';
import { weakVerbs } from './verb-table.js';

/** Method and path of an operation in a document, and why. */
export interface ChosenPlace {
  method: string;
  path: string;
  verbReason: string;
  pathReason: string;
  /** Other suitable verbs, best first. */
  alternatives: string[];
  /** Operation inputs by path parameter, if the path was derived. */
  inputs: ReadonlyMap<string, string>;
}

/** The context for choosing one method and path. */
export interface PlaceChoice {
  entry: Pick<Entry, 'slug' | 'endpoint'>;
  /** The first segment of all addresses, where it is a word for the interface itself. */
  base?: readonly string[] | undefined;
  /** Segments that are written as several words. */
  splits?: Splits | undefined;
  /** The last segments of all addresses. */
  ends?: ReadonlySet<string> | undefined;
  operation: Operation;
  facts: EndpointFacts;
  /** Sentence that the method must agree with. */
  intent?: string;
  words: Words;
  /** Labels with blanked paths that are already used. */
  taken: Set<string>;
}

/** Maximum number of verbs and paths that are combined. */
const maxCandidates = 8;
const maxAlternatives = 3;
/** What the sentence says first counts more than the best path. */
const maxSaid = 3;

/** Chooses and reserves method and path; declared ones are kept. */
export function choosePlace(choice: PlaceChoice): ChosenPlace {
  const { entry, operation, words, facts, taken } = choice;
  const verbs = listVerbs(operation, words, facts).slice(0, maxCandidates);
  const paths = listPaths(
    { ...entry, base: choice.base, splits: choice.splits, ends: choice.ends },
    operation,
    words,
  ).slice(0, maxCandidates);
  const { intent: _, ...unspoken } = choice;
  // A sentence that agrees with no verb is replaced later; it must not make the choice worse.
  const said = verbs
    .filter(({ said: isSaid, method }) => isSaid === true && !weakVerbs.has(method.toLowerCase()))
    .slice(0, maxSaid);
  const isFlat = paths[0]?.path.includes('{') !== true;
  // `/upload` names no thing, `uploadPhoto` does.
  const isAct = words.isListedVerb(paths[0]?.path.slice(1) ?? '');
  const own = paths.filter(
    ({ reason }) =>
      reason === paths[0]?.reason || (isFlat && (reason === sentenceReason || (reason === nameReason && isAct))),
  );
  const [best] = said;
  // Another operation has the verb at this address: another verb of the sentence is better than a shorter path.
  const isTaken = best !== undefined && taken.has(endpointLabel(best.method, blankPath(paths[0]?.path ?? '')));
  const place =
    (isTaken
      ? (firstFit(choice, said.filter(isLike(best, words)), own.slice(0, 1)) ??
        firstFit(choice, verbs.filter(isKnown).filter(isLike(best, words)), own.slice(0, 1)))
      : undefined) ??
    firstFit(choice, said.slice(0, 1), own) ??
    firstFit(choice, said, own) ??
    firstFit(choice, isRead(operation) ? verbs.filter(isKnown) : verbs, paths) ??
    firstFit(unspoken, verbs, paths) ??
    lastResort(choice, verbs, paths);
  taken.add(endpointLabel(place.method, blankPath(place.path)));
  return { ...place, alternatives: listAlternatives(choice, verbs, place) };
}

/** The other verbs that the grammar permits at this path, best first. */
function listAlternatives(choice: PlaceChoice, verbs: readonly VerbCandidate[], place: Place): string[] {
  const found: string[] = [];
  for (const { method } of verbs) {
    if (found.length === maxAlternatives) break;
    if (method === place.method) continue;
    const { intent: _, ...unspoken } = choice;
    if (isGood(unspoken, { ...place, method }, ['error'])) found.push(method);
  }
  return found;
}

/** Whether a verb does the same kind of thing. */
function isLike(best: VerbCandidate, words: Words): (other: VerbCandidate) => boolean {
  const familyOf = ({ method }: VerbCandidate) => words.familiesOf(method.toLowerCase())[0];
  return (other) => familyOf(other) === familyOf(best);
}

/** False for a verb that says nothing; a sentence that no other verb agrees with does not describe what is read. */
function isKnown({ reason }: VerbCandidate): boolean {
  return reason !== fallbackReason;
}

type Place = Omit<ChosenPlace, 'alternatives'>;

/**
 * Tries every verb on the best path first, since the path names the subject; warnings are accepted before the next
 * path is tried.
 */
function firstFit(
  choice: PlaceChoice,
  verbs: readonly VerbCandidate[],
  paths: readonly PathCandidate[],
): Place | undefined {
  for (const path of paths) {
    const free = verbs.filter(({ method }) => !choice.taken.has(endpointLabel(method, blankPath(path.path))));
    const verb =
      free.find((each) => isGood(choice, toPlace(each, path), ['error', 'warning'])) ??
      free.find((each) => isGood(choice, toPlace(each, path), ['error']));
    if (verb !== undefined) return toPlace(verb, path);
  }
  return undefined;
}

function isGood(
  { intent, words, operation }: PlaceChoice,
  { method, path }: Place,
  unwanted: readonly string[],
): boolean {
  if (operation.verb?.toUpperCase() === method && operation.path === path) return true;
  const candidate = { method, path, ...(intent === undefined ? {} : { intent }) };
  return !evaluateEndpoint(candidate, words).some(({ severity }) => unwanted.includes(severity));
}

function toPlace(verb: VerbCandidate, path: PathCandidate): Place {
  const { method, reason: verbReason } = verb;
  return { method, path: path.path, verbReason, pathReason: path.reason, inputs: path.inputs };
}

/** All pairs are used: words of the name, then numbers, make the path unique (agis.md R33). */
function lastResort(
  { operation, taken }: PlaceChoice,
  verbs: readonly VerbCandidate[],
  paths: readonly PathCandidate[],
): Place {
  const [verb = { method: 'EXECUTE', reason: 'nothing else fits' }] = verbs;
  const [path = { path: '/resource', reason: 'nothing else fits', inputs: new Map<string, string>() }] = paths;
  const more = nameWords(operation.name).join('-');
  for (let number = 1; ; number += 1) {
    const segment = number === 1 ? more : `${more}-${number}`;
    const wider = { ...path, path: `${path.path}/${segment}`, reason: 'the shorter path is already used' };
    if (!taken.has(endpointLabel(verb.method, blankPath(wider.path)))) return toPlace(verb, wider);
  }
}
