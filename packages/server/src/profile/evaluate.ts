/** Evaluates lint rules on a description. */

import { childPointer, parseJson } from '@dragoman/documents';
import type { ApiProfile } from '@dragoman/lint';
import type { JsonObject, JsonValue, RepairName } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
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

/** Evaluates; resolves to undefined for a document that the rules cannot read. */
export type ProfileEvaluator = (input: EvaluationInput, request: JobRequest) => Promise<ApiProfile | undefined>;

/** The same for the body of a request; rejects one without a document. */
export type DescriptionEvaluator = (input: DescriptionInput, request: JobRequest) => Promise<ApiProfile | undefined>;

/** Maximum number of unknown members that are named. */
const maxNamedMembers = 20;

/** Parses the body and evaluates its document on this thread. */
export async function evaluateDescription({ bytes, ...rest }: DescriptionInput): Promise<ApiProfile | undefined> {
  return evaluateProfile({ document: readDescription(parseJson(bytes)), ...rest });
}

function readDescription(body: JsonValue): JsonObject {
  const { document, ...others } = isJsonObject(body) ? body : {};
  if (isJsonObject(document) && Object.keys(others).length === 0) return document;
  const unknown = Object.keys(others).slice(0, maxNamedMembers);
  const details = unknown.map((name) => [name, 'is not a member of this body']);
  if (!isJsonObject(document)) details.unshift(['document', 'must be an object']);
  const fieldErrors = details.map(([name = '', detail = '']) => ({
    field: name,
    pointer: childPointer('', name),
    code: 'profile/body',
    detail,
  }));
  const count = fieldErrors.length === 1 ? '1 problem' : `${fieldErrors.length} problems`;
  throw new Failure('INVALID_INPUT', { message: `The body has ${count}.`, fieldErrors });
}

/** Evaluates on this thread; the rules are loaded on first use. */
export async function evaluateProfile({ document, atWork, unseen }: EvaluationInput): Promise<ApiProfile | undefined> {
  const { assessProfile } = await import('@dragoman/lint');
  const repairsOf = (id: string) => (Object.hasOwn(atWork, id) ? (atWork[id] ?? []) : []);
  return assessProfile(document, { atWork: ({ id = '' }) => repairsOf(id), unseen });
}
