/** Evaluates lint rules on the description of an entry, which is written on the same thread. */
import { repairsAtWork } from '@dragoman/core/engine';
import type { ApiProfile } from '@dragoman/lint';
import type { Entry, Operation } from '@dragoman/model';
import { describeUpstream } from './describe-upstream.js';
import type { EvaluationInput } from './evaluate.js';
import { evaluateProfile } from './evaluate.js';

/** Describes the entry and evaluates its description. */
export function evaluateEntry(entry: Entry): Promise<ApiProfile | undefined> {
  const { document, operations, unseen } = describeUpstream(entry);
  return evaluateProfile({ document, atWork: atWork(entry, operations), unseen });
}

/** The active repairs of operations, by their ids in a description. */
export function atWork(entry: Entry, operations: ReadonlyMap<string, Operation>): EvaluationInput['atWork'] {
  return Object.fromEntries([...operations].map(([id, operation]) => [id, repairsAtWork(entry, operation)]));
}
