/** Objects of a document that refer to others, as they are written. */
import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api } from './api.js';

/** True for members that contain data, in which a `$ref` is no reference. */
export function isDatum(name: string): boolean {
  return name === 'example' || name === 'examples' || name === 'enum' || name === 'default' || name.startsWith('x-');
}

/** What a document refers to; most references are in order, so their places are not computed. */
export interface References {
  /** Everything named by `$ref`. */
  targets: ReadonlySet<string>;
  /** Names and addresses in mappings of discriminators. */
  mapped: ReadonlySet<string>;
  /** True when a reference has other members next to it. */
  hasSiblings: boolean;
}

/** Lists the references, for `api.once`: large documents are visited once. */
export function listReferences({ root }: Pick<Api, 'root'>): References {
  const targets = new Set<string>();
  const mapped = new Set<string>();
  let hasSiblings = false;
  visitObjects(root, (value) => {
    const { $ref: target, discriminator } = value;
    if (typeof target === 'string') {
      targets.add(target);
      hasSiblings ||= siblingsOf(value).length > 0;
    }
    const mapping = isJsonObject(discriminator) ? discriminator.mapping : undefined;
    for (const each of isJsonObject(mapping) ? Object.values(mapping) : []) mapped.add(String(each));
  });
  return { targets, mapped, hasSiblings };
}

/** The members next to a reference. */
export function siblingsOf(value: JsonObject): string[] {
  if (typeof value.$ref !== 'string') return [];
  return Object.keys(value).filter((name) => name !== '$ref' && !name.startsWith('x-'));
}

/** Calls the function for every object of a document that is no data. */
function visitObjects(root: JsonObject, visit: (value: JsonObject) => void): void {
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
