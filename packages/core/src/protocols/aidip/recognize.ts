/** Distinguishes AIDIP metadata from other documents by its typical members. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

const telling = ['capabilities', 'endpoint', 'operations', 'inputs', 'input_schema', 'supported_languages'] as const;

/** True for an object with a member that marks AIDIP metadata, valid or not. */
export function recognizesAidip(document: JsonValue): boolean {
  return isJsonObject(document) && telling.some((name) => Object.hasOwn(document, name));
}
