/** Reads the body of a request that evaluates a description, and evaluates it; only the result leaves the thread. */
import { parseJson } from '@dragoman/documents';
import type { ApiProfile } from '@dragoman/lint';
import type { FieldError, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { DescriptionInput } from '../profile/evaluate.js';
import { evaluateProfile } from '../profile/evaluate.js';
import { fault, invalidBody, refuseUnknown } from './request-faults.js';

/** Parses the body and evaluates its document on this thread. */
export async function evaluateDescription({ bytes, ...rest }: DescriptionInput): Promise<ApiProfile | undefined> {
  return evaluateProfile({ document: readDescription(parseJson(bytes)), ...rest });
}

function readDescription(body: JsonValue): JsonObject {
  const faults: FieldError[] = [];
  const whole = isJsonObject(body) ? body : {};
  refuseUnknown(whole, ['document'], '', faults);
  const { document } = whole;
  if (isJsonObject(document) && faults.length === 0) return document;
  if (!isJsonObject(document)) faults.push(fault('document', '/document', 'must be an object'));
  throw invalidBody(faults);
}
