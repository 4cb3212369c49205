/** Distinguishes AGIS documents from others by their mandatory member. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** True for an object with a member `agis`, or with declared verbs and endpoints, valid or not. */
export function recognizesAgis(document: JsonValue): boolean {
  if (!isJsonObject(document)) return false;
  if (Object.hasOwn(document, 'agis')) return true;
  return Object.hasOwn(document, 'endpoints') && Object.hasOwn(document, 'vocabulary');
}
