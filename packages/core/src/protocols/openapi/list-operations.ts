/** Lists every operation of a document with its path item before it is read; reports errors in paths. */

import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { OpenApiDocument } from './document.js';
import type { Placed } from './references.js';
import { member, methods, textOf } from './wire.js';

/** One operation with its location. */
export interface ListedOperation {
  /** In lower case. */
  method: string;
  /** As it is sent: additional methods of 3.2 keep their capitalization. */
  wireMethod: string;
  path: string;
  item: Placed<JsonObject>;
  operation: Placed<JsonObject>;
  operationId?: string;
  tags: string[];
  deprecated: boolean;
}

/** Lists the operations in the order of the document. */
export function listOperations(document: OpenApiDocument): ListedOperation[] {
  const { root, findings, version } = document;
  const paths = member(root, 'paths');
  if (!isJsonObject(paths)) {
    const spared =
      (version === '3.1' || version === '3.2') &&
      ['webhooks', 'components'].some((name) => isJsonObject(member(root, name)));
    if (!spared) findings.report('openapi/no-paths', '/paths');
    return [];
  }
  const shapes = new Map<string, string>();
  return Object.entries(paths).flatMap(([path, value]) => {
    if (path.startsWith('x-')) return [];
    const pointer = childPointer('/paths', path);
    checkPath(document, path, pointer, shapes);
    const item = document.references.object({ value, pointer }, 'a path item');
    return item === undefined ? [] : listItem(document, path, mergeSiblings(value, item));
  });
}

/**
 * Members next to the reference of a path item count too (OpenAPI 3.1 §4.8.9 leaves it undefined; authors rely on it).
 */
function mergeSiblings(value: JsonValue, item: Placed<JsonObject>): Placed<JsonObject> {
  if (!isJsonObject(value) || value === item.value) return item;
  const { $ref: _, ...beside } = value;
  return Object.keys(beside).length === 0 ? item : { value: { ...item.value, ...beside }, pointer: item.pointer };
}

function checkPath({ findings }: OpenApiDocument, path: string, pointer: string, shapes: Map<string, string>): void {
  if (!path.startsWith('/')) findings.report('openapi/path-form', pointer, { path });
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? '');
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) findings.report('openapi/placeholder-repeated', pointer, { name: twice });
  const shape = path.replaceAll(/\{[^{}]*\}/g, '{}');
  if (shapes.has(shape)) findings.report('openapi/path-repeated', pointer, { path });
  shapes.set(shape, path);
}

function listItem(document: OpenApiDocument, path: string, item: Placed<JsonObject>): ListedOperation[] {
  const standard = methods.map((method) => ({
    method: method as string,
    value: member(item.value, method),
    at: childPointer(item.pointer, method),
  }));
  const additional = member(item.value, 'additionalOperations');
  const further = isJsonObject(additional) ? listAdditional(document, additional, item) : [];
  reportUnread(document, item);
  return [...standard, ...further].flatMap(({ method, value, at }) => {
    if (value === undefined || value === null) return [];
    const operation = document.references.object({ value, pointer: at }, 'an operation');
    if (operation === undefined) return [];
    const id = member(operation.value, 'operationId');
    if (id !== undefined && typeof id !== 'string') {
      document.findings.report('openapi/shape', childPointer(operation.pointer, 'operationId'), {
        what: 'an operationId',
      });
    }
    return [describe(path, method, item, operation)];
  });
}

/** A method is a token (RFC 9110 §5.6.2); CONNECT would open a tunnel. */
function listAdditional(document: OpenApiDocument, additional: JsonObject, item: Placed<JsonObject>) {
  const at = childPointer(item.pointer, 'additionalOperations');
  return Object.entries(additional).flatMap(([method, value]) => {
    const pointer = childPointer(at, method);
    if (/^[\w!#$%&'*+.^`|~-]{1,40}$/.test(method) && method.toUpperCase() !== 'CONNECT') {
      return [{ method, value, at: pointer }];
    }
    if (!method.startsWith('x-')) document.findings.report('openapi/method-unknown', pointer, { name: method });
    return [];
  });
}

const itemMembers: ReadonlySet<string> = new Set([
  ...methods,
  '$ref',
  'summary',
  'description',
  'servers',
  'parameters',
  'additionalOperations',
]);

/** Members that resemble operations but have no method of the specification: `GET` in capitals, `connect`. */
function reportUnread({ findings }: OpenApiDocument, { value, pointer }: Placed<JsonObject>): void {
  for (const [name, each] of Object.entries(value)) {
    if (itemMembers.has(name) || name.startsWith('x-') || !isJsonObject(each)) continue;
    findings.report('openapi/method-unknown', childPointer(pointer, name), { name });
  }
}

function isStandard(method: string): boolean {
  return methods.some((each) => each === method.toLowerCase());
}

function describe(
  path: string,
  method: string,
  item: Placed<JsonObject>,
  operation: Placed<JsonObject>,
): ListedOperation {
  const operationId = textOf(member(operation.value, 'operationId'), 500);
  const tags = member(operation.value, 'tags');
  return {
    method: method.toLowerCase(),
    wireMethod: isStandard(method) ? method.toUpperCase() : method,
    path,
    item,
    operation,
    ...(operationId === undefined ? {} : { operationId }),
    tags: Array.isArray(tags) ? tags.flatMap((tag) => textOf(tag, 100) ?? []).slice(0, 50) : [],
    deprecated: member(operation.value, 'deprecated') === true,
  };
}
