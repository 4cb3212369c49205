/** Recognizes Arazzo documents by their required member. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** True for an object with a member `arazzo`, whether or not it is valid. */
export function recognizesArazzo(document: JsonValue): boolean {
  return isJsonObject(document) && Object.hasOwn(document, 'arazzo');
}
