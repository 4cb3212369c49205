/** Distinguishes lists of N-ACT tools, and single signatures, from other documents. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** True for a list document, a bare array of signatures (nact.md GAP-13) or one signature, valid or not. */
export function recognizesNact(document: JsonValue): boolean {
  if (Array.isArray(document)) return document.some(looksLikeTool);
  if (!isJsonObject(document)) return false;
  if (looksLikeTool(document)) return true;
  const { items } = document;
  if (!Object.hasOwn(document, 'items') || !Array.isArray(items)) return false;
  return items.length === 0 ? isJsonObject(document.paging) : items.some(looksLikeTool);
}

function looksLikeTool(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  return Object.hasOwn(value, 'input_parameters') && Object.hasOwn(value, 'output_parameters');
}
