/** Edits a YAML text and keeps its comments: replaces values and sorts blocks. */

import { isMap, isScalar, isSeq, loadYaml, parseDocument, parsePointer } from '@dragoman/documents';
import type { Fix, JsonValue } from '@dragoman/model';
import type { Document, Node, Pair, YAMLMap } from 'yaml';
import {
  classFields,
  documentFields,
  endpointFields,
  manifestFields,
  semanticFields,
  vocabularyFields,
} from '../fields.js';
import { rankField } from './order-fields.js';
import { createYamlDocument, flattenLists, yamlSettings, yamlText } from './yaml-document.js';

/** The text with the fixes applied and aliases expanded; undefined when it cannot be parsed. */
export function editYaml(text: string, fixes: readonly Fix[], { order }: { order: boolean }): string | undefined {
  const document = parseDocument(text, { ...yamlSettings, uniqueKeys: false, logLevel: 'silent' });
  if (document.errors.length > 0 || !writeOutAliases(document)) return undefined;
  for (const fix of fixes) applyFix(document, fix);
  if (order) {
    orderBlocks(document.contents);
    writePlainNumbers(document);
  }
  return document.toString(yamlText);
}

/** Replaces aliases by copies, so that an edit changes only one location; returns false for a dangling alias. */
function writeOutAliases(document: Document.Parsed): boolean {
  const { visit } = loadYaml();
  const anchored = new Map<string, Node>();
  let whole = true;
  visit(document, {
    Value(_, node) {
      if (node.anchor !== undefined) anchored.set(node.anchor, node);
    },
    Alias(_, { source }) {
      const named = anchored.get(source);
      if (named !== undefined) return copyOf(named);
      whole = false;
      return visit.BREAK;
    },
  });
  visit(document, { Value: (_, node) => void delete node.anchor });
  return whole;
}

/** The comments of the original are not repeated. */
function copyOf(node: Node): Node {
  const { visit } = loadYaml();
  const copy = node.clone() as Node;
  visit(copy, {
    Value(_, part) {
      delete part.anchor;
      delete part.comment;
      delete part.commentBefore;
    },
  });
  return copy;
}

/** Numbers with an exponent or in another base become plain decimals (agis.md SER-12). */
function writePlainNumbers(document: Document.Parsed): void {
  const { visit } = loadYaml();
  visit(document, {
    Scalar(_, scalar) {
      if (typeof scalar.value === 'number') delete scalar.format;
    },
  });
}

function applyFix(document: Document.Parsed, { pointer, value }: Fix): void {
  const path = (parsePointer(pointer) ?? []).map((token) => (/^\d+$/.test(token) ? Number(token) : token));
  if (value === undefined) {
    document.deleteIn(path);
    return;
  }
  const present: unknown = document.getIn(path, true);
  // A scalar keeps its node and thereby its trailing comment; its style may not fit the new value.
  if (isScalar(present) && (typeof value !== 'object' || value === null)) {
    present.value = value;
    delete present.type;
    delete present.source;
    return;
  }
  document.setIn(path, createYamlDocument(value as JsonValue).contents);
}

function orderBlocks(root: Node | null): void {
  if (!isMap(root)) return;
  sortPairs(root, documentFields);
  const endpoints = memberOf(root, 'endpoints');
  for (const endpoint of isSeq(endpoints) ? endpoints.items : []) {
    if (!isMap(endpoint)) continue;
    sortPairs(endpoint, endpointFields);
    sortMember(endpoint, 'semantic', semanticFields);
  }
  sortMember(root, 'vocabulary', vocabularyFields);
  sortMember(root, 'data_manifest', manifestFields);
  const manifest = memberOf(root, 'data_manifest');
  const classes = isMap(manifest) ? memberOf(manifest, 'available_data') : undefined;
  for (const each of isSeq(classes) ? classes.items : []) if (isMap(each)) sortPairs(each, classFields);
  flattenLists(root);
}

function memberOf(map: YAMLMap, name: string): unknown {
  return map.get(name, true);
}

function sortMember(map: YAMLMap, name: string, known: readonly string[]): void {
  const block = memberOf(map, name);
  if (isMap(block)) sortPairs(block, known);
}

/** A comment before the first member belongs to the block and stays with it. */
function sortPairs(map: YAMLMap, known: readonly string[]): void {
  const rank = ({ key }: Pair) => rankField(isScalar(key) ? String(key.value) : '', known);
  map.items.sort((a, b) => rank(a) - rank(b));
}
