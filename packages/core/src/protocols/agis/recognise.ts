/** Tells AGIS documents from others by the member that every one of them must have. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** True for an object with a member `agis`, or with verbs declared beside endpoints, whether or not it is valid. */
export function recognisesAgis(document: JsonValue): boolean {
  if (!isJsonObject(document)) return false;
  if (Object.hasOwn(document, 'agis')) return true;
  return Object.hasOwn(document, 'endpoints') && Object.hasOwn(document, 'vocabulary');
}
