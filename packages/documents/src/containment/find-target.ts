/** References inside a document. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { getPointer } from '../schema/pointer.js';

/** The target of a reference inside the document; undefined for anything else. */
export function findTarget(root: JsonValue, reference: string): JsonValue | undefined {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  try {
    return getPointer(root, decodeURIComponent(reference.slice(1)));
  } catch {
    return getPointer(root, reference.slice(1));
  }
}

/** True for a document of OpenAPI 3.0, in which nothing next to `$ref` has a meaning (Reference Object). */
export function ignoresReferenceSiblings(root: JsonValue): boolean {
  return isJsonObject(root) && typeof root.openapi === 'string' && root.openapi.startsWith('3.0');
}

/** Finds schemas by their anchor (`#name`) or by their identifier; the document is searched once, on first use. */
export function createNameFinder(root: JsonValue): (reference: string) => readonly JsonObject[] {
  let known: Map<string, JsonObject[]> | undefined;
  return (reference) => {
    known ??= listNamed(root);
    return known.get(reference) ?? [];
  };
}

function listNamed(root: JsonValue): Map<string, JsonObject[]> {
  const found = new Map<string, JsonObject[]>();
  const add = (name: JsonValue | undefined, prefix: string, schema: JsonObject) => {
    if (typeof name === 'string') found.set(prefix + name, [...(found.get(prefix + name) ?? []), schema]);
  };
  const queue: JsonValue[] = [root];
  for (let value = queue.pop(); value !== undefined; value = queue.pop()) {
    if (Array.isArray(value)) queue.push(...value.filter((each) => typeof each === 'object' && each !== null));
    if (!isJsonObject(value)) continue;
    add(value.$anchor, '#', value);
    add(value.$dynamicAnchor, '#', value);
    add(value.$id, '', value);
    queue.push(...Object.values(value).filter((each) => typeof each === 'object' && each !== null));
  }
  return found;
}
