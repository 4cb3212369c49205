/**
 * Resolves references inside one document. Every `$ref` is a pointer into the document when it is read: other documents
 * were loaded before (`bundle.ts`), and missing ones are reported.
 */

import { escapeToken, getPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { bundledPlace, refusedOf } from './bundle.js';
import type { Findings } from './findings.js';
import { bundledMember, member, openApiLimits } from './wire.js';

/** A value with its location in the document. */
export interface Placed<T extends JsonValue = JsonValue> {
  value: T;
  pointer: string;
}

/** Resolves references. */
export interface References {
  /** The pointer of a `$ref`; undefined when it is external or has no target, which is reported once. */
  target(ref: string, at: string): string | undefined;
  /** The value itself, or the target of its chain of references. */
  follow(placed: Placed): Placed | undefined;
  /** The same for an object; any other value is reported. */
  object(placed: Placed, what: string): Placed<JsonObject> | undefined;
}

/** Creates the resolver for one document. */
export function createReferences(root: JsonObject, findings: Findings): References {
  const known = new Map<string, string | undefined>();
  const names = lazily(() => findNames(root));
  const locate = (ref: string, at: string): string | undefined => {
    const pointer = fragmentPointer(ref, names);
    const missing = pointer === undefined ? undefined : missingDocument(root, pointer);
    if (missing !== undefined) {
      findings.report('openapi/reference-not-followed', at, { target: missing });
      return undefined;
    }
    if (pointer === undefined) {
      const local = ref === '' || ref.startsWith('#');
      findings.report(local ? 'openapi/reference-dangling' : 'openapi/reference-not-followed', at, { target: ref });
    } else if (getPointer(root, pointer) === undefined) {
      findings.report('openapi/reference-dangling', at, { target: ref });
      return undefined;
    }
    return pointer;
  };
  const target = (ref: string, at: string) => {
    const inside = pointerInside(root, ref, at);
    if (inside !== undefined) return inside;
    if (!known.has(ref)) known.set(ref, locate(ref, at));
    return known.get(ref);
  };
  const follow = (placed: Placed): Placed | undefined => {
    let at = placed;
    for (let hop = 0; hop < openApiLimits.hops; hop += 1) {
      const ref = isJsonObject(at.value) ? member(at.value, '$ref') : undefined;
      if (typeof ref !== 'string') return at;
      const pointer = target(ref, at.pointer);
      const value = pointer === undefined ? undefined : getPointer(root, pointer);
      if (pointer === undefined || value === undefined) return undefined;
      at = { value, pointer };
    }
    findings.report('openapi/reference-endless', placed.pointer, { target: placed.pointer });
    return undefined;
  };
  return {
    target,
    follow,
    object(placed, what) {
      const found = follow(placed);
      if (found === undefined) return undefined;
      if (isJsonObject(found.value)) return { value: found.value, pointer: found.pointer };
      findings.report('openapi/shape', placed.pointer, { what });
      return undefined;
    },
  };
}

/** `#/a/b`, `#`, `#anchor`, or the `$id` of a schema in this document; undefined for anything else. */
function fragmentPointer(ref: string, names: () => SchemaNames): string | undefined {
  const [address = '', rest = ''] = ref.split(/#(.*)/s);
  const fragment = decode(rest);
  if (address !== '') {
    const schema = names().ids.get(address);
    return schema !== undefined && (fragment === '' || fragment.startsWith('/')) ? `${schema}${fragment}` : undefined;
  }
  if (!ref.startsWith('#')) return undefined;
  return fragment === '' || fragment.startsWith('/') ? fragment : names().anchors.get(fragment);
}

/** The reference as it was written, if it points to a document that was not loaded. */
function missingDocument(root: JsonObject, pointer: string): string | undefined {
  const found = pointer.startsWith(`/${bundledMember}/`) ? bundledPlace(pointer) : undefined;
  const refused = found && refusedOf(root).find(({ place }) => place === found.place);
  return refused && `${refused.uri}${found.pointer === '' ? '' : `#${found.pointer}`}`;
}

/** Inside a schema with its own `$id`, pointers begin there (JSON Schema 2020-12 §8.2.1); else undefined. */
function pointerInside(root: JsonObject, ref: string, at: string): string | undefined {
  if (!ref.startsWith('#/$defs/')) return undefined;
  const fragment = decode(ref.slice(1));
  for (let end = at.length; end > 0; end = at.lastIndexOf('/', end - 1)) {
    const above = at.slice(0, end);
    const schema = getPointer(root, above);
    if (!isJsonObject(schema) || typeof member(schema, '$id') !== 'string') continue;
    const pointer = `${above}${fragment}`;
    return getPointer(root, pointer) === undefined ? undefined : pointer;
  }
  return undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Schemas with declared ids (3.1), by pointer. */
interface SchemaNames {
  anchors: ReadonlyMap<string, string>;
  ids: ReadonlyMap<string, string>;
}

/** Members whose content is values, not schemas. */
const plainMembers: ReadonlySet<string> = new Set(['example', 'examples', 'enum', 'const', 'default']);

/** The first of each name wins; the depth of the document limits the recursion. */
function findNames(root: JsonObject): SchemaNames {
  const [anchors, ids] = [new Map<string, string>(), new Map<string, string>()];
  const note = (names: Map<string, string>, name: JsonValue | undefined, pointer: string) => {
    if (typeof name === 'string' && !names.has(name)) names.set(name, pointer);
  };
  const walk = (value: JsonValue, pointer: string): void => {
    if (Array.isArray(value)) for (const [at, each] of value.entries()) walk(each, `${pointer}/${at}`);
    if (!isJsonObject(value)) return;
    for (const name of ['$anchor', '$dynamicAnchor']) note(anchors, member(value, name), pointer);
    note(ids, member(value, '$id'), pointer);
    for (const [name, each] of Object.entries(value)) {
      if (!plainMembers.has(name) && typeof each === 'object') walk(each, `${pointer}/${escapeToken(name)}`);
    }
  };
  walk(root, '');
  return { anchors, ids };
}
