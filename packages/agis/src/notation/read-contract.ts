/** The contracts of an endpoint in the illustrative notation: names with annotations, which become JSON Schema. */

import { childPointer, parseYamlText } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { ExpandedParameter } from '../shorthand/expand-parameter.js';
import { expandParameter, joinParameters } from '../shorthand/expand-parameter.js';
import type { Cursor } from './cursor.js';
import { accept, acquireKey, fail, peekKey, skipBlanks, take, takeBalanced } from './cursor.js';
import type { NotationDraft } from './draft.js';
import { endpointBlocks } from './known-keys.js';

interface Contract {
  /** Pointer to the contract in the document. */
  pointer: string;
  /** False for the form without braces, which ends at the next block. */
  braced: boolean;
}

/** Limits of a piece of YAML flow inside the notation. */
const flowLimits = { bytes: 1024 * 1024, depth: 64, values: 50_000 };

/** `input { required: […] optional: […] }`, or a JSON Schema in braces. */
export function readInput(cursor: Cursor, draft: NotationDraft, contract: Contract): JsonObject {
  if (contract.braced && !isShorthand(cursor)) return readFlow(cursor, 'input');
  const parameters: ExpandedParameter[] = [];
  const required: string[] = [];
  for (skipBlanks(cursor); !isEnd(cursor, contract); skipBlanks(cursor)) {
    const name = peekKey(cursor);
    if (name !== 'required' && name !== 'optional') fail(cursor, 'expected "required:" or "optional:"');
    acquireKey(cursor);
    const read = readParameters(cursor, draft, contract);
    parameters.push(...read);
    if (name === 'required') required.push(...read.map((each) => each.name));
    draft.spans.set(childPointer(contract.pointer, name), { start: cursor.at, end: cursor.at });
  }
  return joinParameters(parameters, required);
}

/** `output { name (type), name: [array of things] }`, or a JSON Schema in braces. */
export function readOutput(cursor: Cursor, draft: NotationDraft, contract: Contract): JsonObject {
  if (contract.braced && isFlow(cursor)) return readFlow(cursor, 'output');
  const fields: ExpandedParameter[] = [];
  for (skipSeparators(cursor); !isEnd(cursor, contract); skipSeparators(cursor)) {
    fields.push(readParameter(cursor, draft, contract));
  }
  return joinParameters(fields);
}

/** `errors { name, name }`. */
export function readErrors(cursor: Cursor, draft: NotationDraft, contract: Contract): JsonValue[] {
  const names: string[] = [];
  for (skipSeparators(cursor); !isEnd(cursor, contract); skipSeparators(cursor)) {
    const start = cursor.at;
    names.push(
      take(cursor, /"[^"\n]*"|[^\s,{}]+/y)?.replaceAll('"', '') ?? fail(cursor, 'expected the name of an error'),
    );
    draft.spans.set(childPointer(contract.pointer, names.length - 1), { start, end: cursor.at });
  }
  return names;
}

/** True at the end of the block: a closing brace, or the start of another block when there are no braces. */
function isEnd(cursor: Cursor, { braced }: Contract): boolean {
  if (cursor.text[cursor.at] === '}' || cursor.at >= cursor.text.length) return true;
  if (braced) return false;
  const next = /([a-z_]+)\s*[:{]/y;
  next.lastIndex = cursor.at;
  const name = next.exec(cursor.text)?.[1];
  return name !== undefined && endpointBlocks.has(name);
}

function isShorthand(cursor: Cursor): boolean {
  skipBlanks(cursor);
  if (cursor.text[cursor.at] === '}') return true;
  const name = peekKey(cursor);
  return name === 'required' || name === 'optional';
}

/** A schema is recognized by its first name. */
function isFlow(cursor: Cursor): boolean {
  skipBlanks(cursor);
  return /^(?:"|(?:type|\$ref|properties|allOf|anyOf|oneOf)\s*:)/.test(cursor.text.slice(cursor.at, cursor.at + 40));
}

/** Starts after the opening brace; leaves the closing one to the block. */
function readFlow(cursor: Cursor, name: string): JsonObject {
  const start = cursor.text.lastIndexOf('{', cursor.at - 1);
  cursor.at = start;
  const inside = takeBalanced(cursor, name);
  cursor.at -= 1;
  const { value } = parseYamlText(`{${inside}}`, { limits: flowLimits });
  const schema = value?.value ?? parseYamlText(inside, { limits: flowLimits }).value?.value;
  if (!isJsonObject(schema)) fail(cursor, `the schema of "${name}" cannot be parsed`, start);
  return schema;
}

function readParameters(cursor: Cursor, draft: NotationDraft, contract: Contract): ExpandedParameter[] {
  const parameters: ExpandedParameter[] = [];
  skipBlanks(cursor);
  const start = cursor.at;
  if (accept(cursor, '[')) {
    for (skipSeparators(cursor); !accept(cursor, ']'); skipSeparators(cursor)) {
      if (cursor.at >= cursor.text.length) fail(cursor, 'the list is never closed', start);
      parameters.push(readParameter(cursor, draft, contract));
    }
    return parameters;
  }
  while (take(cursor, /-[ \t]+/y) !== undefined) {
    parameters.push(readParameter(cursor, draft, contract));
    skipBlanks(cursor);
  }
  return parameters;
}

const parameterText = /[^\s,()[\]{}:]+[ \t]*(?:\((?:[^()"]|"[^"\n]*"|\([^()]*\))*\))?(?:[ \t]*:[ \t]*\[[^\]]*\])?/y;

function readParameter(cursor: Cursor, draft: NotationDraft, { pointer }: Contract): ExpandedParameter {
  const start = cursor.at;
  const text = take(cursor, parameterText) ?? fail(cursor, 'expected the name of a parameter');
  if (cursor.text[cursor.at] === '(') fail(cursor, 'the parenthesis is never closed');
  const expanded = expandParameter(text);
  const at = childPointer(`${pointer}/properties`, expanded.name);
  draft.spans.set(at, { start, end: start + text.trimEnd().length });
  if (expanded.unknown !== undefined) draft.remarks.push({ kind: 'unknown-type', pointer: at, name: expanded.unknown });
  return expanded;
}

function skipSeparators(cursor: Cursor): void {
  for (skipBlanks(cursor); take(cursor, /,|-(?=[ \t])/y) !== undefined; ) skipBlanks(cursor);
}
