/** Distinguishes A2A cards of either revision from other documents. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** True for an object with skills and a member that only cards have, valid or not. */
export function recognizesA2a(document: JsonValue): boolean {
  if (!isJsonObject(document) || !Object.hasOwn(document, 'skills')) return false;
  const has = (name: string) => Object.hasOwn(document, name);
  return has('supportedInterfaces') || has('protocolVersion') || has('defaultInputModes') || has('preferredTransport');
}
