/** Distinguishes lists of N-ACT tools, and single signatures, from other documents. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** True for a list document or one signature, valid or not. */
export function recognizesNact(document: JsonValue): boolean {
  if (!isJsonObject(document)) return false;
  if (looksLikeTool(document)) return true;
  const { items } = document;
  if (!Object.hasOwn(document, 'items') || !Array.isArray(items)) return false;
  return items.length === 0
    ? isJsonObject(document.paging)
    : items.some((item) => isJsonObject(item) && looksLikeTool(item));
}

function looksLikeTool(value: JsonObject): boolean {
  return Object.hasOwn(value, 'input_parameters') && Object.hasOwn(value, 'output_parameters');
}
