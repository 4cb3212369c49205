/** The canonical order of members: AGIS members in the order of their tables, then the author's own. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import {
  classFields,
  documentFields,
  endpointFields,
  manifestFields,
  semanticFields,
  vocabularyFields,
} from '../fields.js';

/** The document with sorted members; schemas and the author's own blocks stay as they are. */
export function orderDocument(document: JsonObject): JsonObject {
  const ordered = orderFields(document, documentFields);
  if (Array.isArray(ordered.endpoints)) ordered.endpoints = ordered.endpoints.map(orderEndpoint);
  if (isJsonObject(ordered.vocabulary)) ordered.vocabulary = orderFields(ordered.vocabulary, vocabularyFields);
  const { data_manifest: manifest } = ordered;
  if (isJsonObject(manifest)) {
    const classes = manifest.available_data;
    const listed = Array.isArray(classes)
      ? { available_data: classes.map((each) => orderBlock(each, classFields)) }
      : {};
    ordered.data_manifest = orderFields({ ...manifest, ...listed }, manifestFields);
  }
  return ordered;
}

function orderEndpoint(node: JsonValue): JsonValue {
  if (!isJsonObject(node)) return node;
  const ordered = orderFields(node, endpointFields);
  if (isJsonObject(ordered.semantic)) ordered.semantic = orderFields(ordered.semantic, semanticFields);
  return ordered;
}

function orderBlock(node: JsonValue, known: readonly string[]): JsonValue {
  return isJsonObject(node) ? orderFields(node, known) : node;
}

function orderFields(node: JsonObject, known: readonly string[]): JsonObject {
  const names = Object.keys(node);
  const ordered = [
    ...known.filter((name) => Object.hasOwn(node, name)),
    ...names.filter((name) => !known.includes(name)),
  ];
  return Object.fromEntries(ordered.map((name) => [name, node[name] ?? null]));
}

/** The position of a member in its block, for sorting nodes with comments; unknown members come last. */
export function rankField(name: string, known: readonly string[]): number {
  const at = known.indexOf(name);
  return at === -1 ? known.length : at;
}
