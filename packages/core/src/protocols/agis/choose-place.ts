/** Method and path of an operation: the first pair that keeps to the grammar, agrees with its sentence and is free. */

import type { Words } from '@dragoman/agis';
import { blankPath, endpointLabel, evaluateEndpoint } from '@dragoman/agis';
import type { Entry, Operation } from '@dragoman/model';
import type { PathCandidate } from './choose-paths.js';
import { listPaths } from './choose-paths.js';
import type { VerbCandidate } from './choose-verbs.js';
import { listVerbs, nameWords } from './choose-verbs.js';

/** Where an operation stands in a document, and why. */
export interface ChosenPlace {
  method: string;
  path: string;
  verbReason: string;
  pathReason: string;
  /** Other verbs that would do, best first. */
  alternatives: string[];
  /** Parameter of the path → input of the operation, where a rule made the path. */
  inputs: ReadonlyMap<string, string>;
}

/** What the choice of one place knows of the others. */
export interface PlaceChoice {
  entry: Pick<Entry, 'slug'>;
  operation: Operation;
  /** Sentence that the method has to agree with. */
  intent?: string;
  words: Words;
  /** Labels with blanked paths that are taken. */
  taken: Set<string>;
}

/** Verbs and paths that are tried against each other. */
const mostTried = 8;
const mostAlternatives = 3;

/** Chooses and takes the place; what was declared is kept as it is. */
export function choosePlace(choice: PlaceChoice): ChosenPlace {
  const { entry, operation, words, taken } = choice;
  const verbs = listVerbs(operation, words).slice(0, mostTried);
  const paths = listPaths(entry, operation, words).slice(0, mostTried);
  const { intent: _, ...unspoken } = choice;
  // A sentence that agrees with no verb is replaced later; it must not make the place worse.
  const place = firstFit(choice, verbs, paths) ?? firstFit(unspoken, verbs, paths) ?? lastResort(choice, verbs, paths);
  taken.add(endpointLabel(place.method, blankPath(place.path)));
  const alternatives = verbs.map(({ method }) => method).filter((method) => method !== place.method);
  return { ...place, alternatives: alternatives.slice(0, mostAlternatives) };
}

type Place = Omit<ChosenPlace, 'alternatives'>;

/** Every verb on the best path first, since the path says what it is about; warnings are borne before the next path. */
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

/** All pairs are taken: words of the name, then numbers, tell them apart (agis.md R33). */
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
    const wider = { ...path, path: `${path.path}/${segment}`, reason: 'the shorter path is taken' };
    if (!taken.has(endpointLabel(verb.method, blankPath(wider.path)))) return toPlace(verb, wider);
  }
}
