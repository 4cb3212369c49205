/** Distinguishes MCP tool lists from other documents; the result of `tools/list` may have its JSON-RPC envelope. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** True for a tool list, valid or not. */
export function recognizesMcp(document: JsonValue): boolean {
  const list = listOf(document);
  return list !== undefined && Array.isArray(list.tools) && (list.tools.length === 0 || list.tools.some(looksLikeTool));
}

/** The object with the tools: the document itself, or the result in its envelope. */
export function listOf(document: JsonValue): JsonObject | undefined {
  if (!isJsonObject(document)) return undefined;
  const inner = Object.hasOwn(document, 'result') ? document.result : undefined;
  const list = Object.hasOwn(document, 'jsonrpc') && isJsonObject(inner) ? { ...document, ...inner } : document;
  return Object.hasOwn(list, 'tools') ? list : undefined;
}

function looksLikeTool(value: JsonValue): boolean {
  return isJsonObject(value) && Object.hasOwn(value, 'name') && Object.hasOwn(value, 'inputSchema');
}
