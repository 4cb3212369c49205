/**
 * Splits the body of a call: AIDIP puts the operation name and the stream flag next to the inputs, so selectors and
 * inputs can be distinguished only with the entry (aidip.md GAP-27, GAP-29).
 */
import type { Entry, JsonObject, JsonSchema, JsonValue, Operation } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { Unpacked } from '../../../gateway/call.js';
import { chooseOperation } from '../../../gateway/choose-operation.js';
import { takesArray } from '../../../gateway/is-batch.js';
import { namesProperty } from './names-property.js';

/** Options of a request outside of its body. */
export interface InvocationOptions {
  /** Operation in the path. */
  operation?: string;
  /** A stream is requested by a header. */
  stream: boolean;
}

/** The inputs of a body, without the selectors that the operation's own schema does not have. */
export function unpack(body: JsonValue, entry: Entry, options: InvocationOptions): Unpacked {
  if (isAllInput(body)) return { input: body, wantsStream: options.stream, ...operationOf(options.operation) };
  const { operations } = entry;
  const name = options.operation ?? namedIn(body, operations);
  const operation = chooseOperation(entry, name);
  const byMember = options.operation === undefined;
  const input = mapInputs(body, operation, (object) => inputsOf(object, operation.input, byMember));
  const wantsStream = options.stream || (isJsonObject(body) && body.stream === true);
  return { input, wantsStream, ...operationOf(name) };
}

/** Most bodies have no possible selector, so nothing is removed. */
function isAllInput(body: JsonValue): boolean {
  return isJsonObject(body) && !Object.hasOwn(body, 'operation') && typeof body.stream !== 'boolean';
}

function operationOf(name: string | undefined): { operationName?: string } {
  return name === undefined ? {} : { operationName: name };
}

/** The operation name in the body; all inputs of a batch must have the same one. */
function namedIn(body: JsonValue, operations: readonly Operation[]): string | undefined {
  const objects = (Array.isArray(body) ? body : [body]).filter(isJsonObject);
  if (!objects.some((object) => Object.hasOwn(object, 'operation'))) return undefined;
  const [only, second] = operations;
  // A single operation with a field of this name keeps it; no selection is needed.
  if (
    only !== undefined &&
    second === undefined &&
    (namesProperty(only.input, 'operation') || takesArray(only.input))
  ) {
    return undefined;
  }
  const names = new Set(objects.map((object) => nameOf(object)));
  if (names.size <= 1) return [...names][0];
  throw badSelector(
    'All inputs of a batch must use one operation: set the same operation in each, or name it in the path.',
  );
}

function nameOf(object: JsonObject): string | undefined {
  if (!Object.hasOwn(object, 'operation')) return undefined;
  const { operation } = object;
  if (typeof operation === 'string') return operation;
  throw badSelector('must be the name of an operation');
}

function badSelector(detail: string): Failure {
  return new Failure('INVALID_INPUT', {
    message: 'The operation to call is not named correctly.',
    fieldErrors: [{ field: 'operation', pointer: '/operation', code: 'request/operation', detail }],
  });
}

function mapInputs(body: JsonValue, { input }: Operation, map: (object: JsonObject) => JsonObject): JsonValue {
  if (isJsonObject(body)) return map(body);
  if (!Array.isArray(body) || takesArray(input)) return body;
  return body.map((item) => (isJsonObject(item) ? map(item) : item));
}

function inputsOf(object: JsonObject, schema: JsonSchema, byMember: boolean): JsonObject {
  const dropped: string[] = [];
  const named = byMember && Object.hasOwn(object, 'operation');
  if (named && !namesProperty(schema, 'operation')) dropped.push('operation');
  if (typeof object.stream === 'boolean' && !namesProperty(schema, 'stream')) dropped.push('stream');
  if (dropped.length === 0) return object;
  return Object.fromEntries(Object.entries(object).filter(([name]) => !dropped.includes(name)));
}
