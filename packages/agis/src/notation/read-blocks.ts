/** The document's own blocks in the illustrative notation: vocabulary, data manifest and schemas. */

import { childPointer, parseYamlText } from '@dragoman/documents';
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Cursor } from './cursor.js';
import { accept, acquireKey, fail, peekKey, readBraces, skipBlanks, take, takeBalanced } from './cursor.js';
import type { NotationDraft } from './draft.js';
import { putMember } from './draft.js';
import { classKeys, manifestKeys, vocabularyKeys } from './known-keys.js';
import { readValue } from './read-values.js';

const schemaLimits = { bytes: 4 * 1024 * 1024, depth: 64, values: 100_000 };

interface Block {
  key: number;
  braced: boolean;
}

/** `vocabulary { declared_verbs: […] domain: … }`, or the same flattened after a colon. */
export function readVocabulary(cursor: Cursor, draft: NotationDraft, block: Block): JsonObject {
  const target = { object: {}, pointer: '/vocabulary' };
  readMembers(cursor, { ...block, name: 'vocabulary', keys: vocabularyKeys }, () => {
    readMember(cursor, draft, { target, keys: vocabularyKeys });
  });
  return target.object;
}

/** `data_manifest { available_data: - class: … }`, according to rule 9. */
export function readManifest(cursor: Cursor, draft: NotationDraft, block: Block): JsonObject {
  const target: Target = { object: {}, pointer: '/data_manifest' };
  let item: Target | undefined;
  const classes: JsonObject[] = [];
  readMembers(cursor, { ...block, name: 'data_manifest', keys: manifestKeys }, () => {
    const key = cursor.at;
    if (take(cursor, /-\s+/y) !== undefined) {
      item = { object: {}, pointer: childPointer('/data_manifest/available_data', classes.length) };
      classes.push(item.object);
      draft.spans.set(item.pointer, { start: key, end: cursor.at });
      return;
    }
    const name = peekKey(cursor);
    if (name === 'available_data') {
      acquireKey(cursor);
      putMember(draft, target, { name, value: classes, span: { key, start: key, end: cursor.at } });
      return;
    }
    const owner = name !== undefined && classKeys.has(name) && item !== undefined ? item : target;
    if (owner === target) item = undefined;
    readMember(cursor, draft, { target: owner, keys: manifestKeys });
  });
  return target.object;
}

/** `schemas { name: {…} }`: names with JSON Schemas in JSON or YAML flow. */
export function readSchemas(cursor: Cursor, draft: NotationDraft, { key }: Block): JsonObject {
  cursor.at = cursor.text.indexOf('{', key);
  const inside = takeBalanced(cursor, 'schemas');
  const flow = parseYamlText(`{${inside}}`, { limits: schemaLimits }).value?.value;
  const value = flow ?? parseYamlText(inside, { limits: schemaLimits }).value?.value;
  if (!isJsonObject(value)) fail(cursor, 'the schemas cannot be parsed', key);
  for (const name of Object.keys(value)) {
    draft.spans.set(childPointer('/schemas', name), { start: key, end: key + 'schemas'.length });
  }
  return value;
}

interface Target {
  object: JsonObject;
  pointer: string;
}

interface Members extends Block {
  name: string;
  keys: ReadonlySet<string>;
}

/** Reads members in braces, or as long as known names follow. */
function readMembers(cursor: Cursor, { key, braced, name, keys }: Members, each: () => void): void {
  if (braced) {
    accept(cursor, '{');
    readBraces(cursor, { name, at: key }, each);
    return;
  }
  for (skipBlanks(cursor); isMember(cursor, keys); skipBlanks(cursor)) each();
}

function isMember(cursor: Cursor, keys: ReadonlySet<string>): boolean {
  return keys.has(peekKey(cursor) ?? '') || /^-\s+\w+:/.test(cursor.text.slice(cursor.at, cursor.at + 80));
}

function readMember(
  cursor: Cursor,
  draft: NotationDraft,
  { target, keys }: { target: Target; keys: ReadonlySet<string> },
): void {
  const key = cursor.at;
  const name = acquireKey(cursor);
  const start = cursor.at + 1;
  putMember(draft, target, { name, value: readValue(cursor, keys), span: { key, start, end: cursor.at } });
}
