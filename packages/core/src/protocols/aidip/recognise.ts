/** Tells AIDIP metadata from other documents by the members that only it has together. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

const telling = ['capabilities', 'endpoint', 'operations', 'inputs', 'input_schema', 'supported_languages'] as const;

/** True for an object with a member that marks AIDIP metadata, whether or not it is valid. */
export function recognisesAidip(document: JsonValue): boolean {
  return isJsonObject(document) && telling.some((name) => Object.hasOwn(document, name));
}
