/** Evaluates lint rules on a description. */
import type { ApiProfile } from '@dragoman/lint';
import type { Entry, JsonObject, RepairName } from '@dragoman/model';
import type { JobRequest } from '../threads/create-thread-pool.js';

/** The input of an evaluation. */
export interface EvaluationInput {
  document: JsonObject;
  /** Active repairs, by the id of the operation in the document. */
  atWork: Readonly<Record<string, readonly RepairName[]>>;
  /** Rules that cannot be evaluated from the document. */
  unseen: readonly string[];
}

/** A description in the body of a request, as it arrived. */
export interface DescriptionInput extends Omit<EvaluationInput, 'document'> {
  bytes: Uint8Array;
}

/** Evaluates an entry; resolves to undefined for a document that the rules cannot read. */
export type EntryEvaluator = (entry: Entry, request: JobRequest) => Promise<ApiProfile | undefined>;

/** The same for the body of a request; rejects one without a document. */
export type DescriptionEvaluator = (input: DescriptionInput, request: JobRequest) => Promise<ApiProfile | undefined>;

/** Evaluates on this thread; the rules are loaded on first use. */
export async function evaluateProfile({ document, atWork, unseen }: EvaluationInput): Promise<ApiProfile | undefined> {
  const { assessProfile } = await import('@dragoman/lint');
  const repairsOf = (id: string) => (Object.hasOwn(atWork, id) ? (atWork[id] ?? []) : []);
  return assessProfile(document, { atWork: ({ id = '' }) => repairsOf(id), unseen });
}
