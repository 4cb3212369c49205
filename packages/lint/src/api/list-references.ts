/** Objects of a document that refer to others, as they are written. */
import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** True for members that contain data, in which a `$ref` is no reference. */
export function isDatum(name: string): boolean {
  return name === 'example' || name === 'examples' || name === 'enum' || name === 'default' || name.startsWith('x-');
}

/** Everything that a document refers to by `$ref`; most references are in order, so their places are not computed. */
export function listReferences(root: JsonObject): Set<string> {
  const found = new Set<string>();
  visitObjects(root, (value) => {
    if (typeof value.$ref === 'string') found.add(value.$ref);
  });
  return found;
}

/** Calls the function for every object of a document that is no data. */
export function visitObjects(root: JsonObject, visit: (value: JsonObject) => void): void {
  const queue: JsonValue[] = [root];
  for (let value = queue.pop(); value !== undefined; value = queue.pop()) {
    if (Array.isArray(value)) {
      for (const child of value) if (typeof child === 'object' && child !== null) queue.push(child);
      continue;
    }
    if (!isJsonObject(value)) continue;
    visit(value);
    for (const name in value) {
      const child = value[name];
      if (typeof child === 'object' && child !== null && !isDatum(name)) queue.push(child);
    }
  }
}

/** The places of the objects that a function selects; for documents in which there is at least one. */
export function locateObjects(root: JsonObject, select: (value: JsonObject) => boolean): string[] {
  const found: string[] = [];
  const queue: { value: JsonValue; pointer: string }[] = [{ value: root, pointer: '' }];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { value, pointer } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (isJsonObject(value) && select(value)) found.push(pointer);
    for (const [name, child] of Object.entries(value)) {
      if (typeof child !== 'object' || child === null || isDatum(name)) continue;
      queue.push({ value: child, pointer: childPointer(pointer, name) });
    }
  }
  return found.reverse();
}
