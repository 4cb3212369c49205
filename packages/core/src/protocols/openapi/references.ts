/**
 * Follows references inside one document. Every `$ref` is a pointer into the document by the time it is read: what
 * stood elsewhere was brought in before (`bundle.ts`), and what was not is told.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { escapeToken, getPointer } from '../../documents/pointer.js';
import type { Findings } from './findings.js';
import { member, openApiLimits } from './wire.js';

/** A value with its place in the document. */
export interface Placed<T extends JsonValue = JsonValue> {
  value: T;
  pointer: string;
}

/** Follows references. */
export interface References {
  /** The pointer that a `$ref` names; undefined when it leads out of the document or nowhere, which is told once. */
  target(ref: string, at: string): string | undefined;
  /** What a value stands for: itself, or what its chain of references leads to. */
  follow(placed: Placed): Placed | undefined;
  /** The same for an object; what is none is told. */
  object(placed: Placed, what: string): Placed<JsonObject> | undefined;
}

/** Makes the follower for one document. */
export function createReferences(root: JsonObject, findings: Findings): References {
  const known = new Map<string, string | undefined>();
  const anchors = lazily(() => findAnchors(root));
  const locate = (ref: string, at: string): string | undefined => {
    const pointer = fragmentPointer(ref, anchors);
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

/** `#/a/b`, `#`, or `#anchor`; undefined for what is no place in this document. */
function fragmentPointer(ref: string, anchors: () => ReadonlyMap<string, string>): string | undefined {
  if (!ref.startsWith('#')) return undefined;
  const fragment = decode(ref.slice(1));
  return fragment === '' || fragment.startsWith('/') ? fragment : anchors().get(fragment);
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

/** Anchors of the named schemas (3.1); deeper ones are seldom and not looked for. */
function findAnchors(root: JsonObject): Map<string, string> {
  const found = new Map<string, string>();
  const schemas = getPointer(root, '/components/schemas');
  if (!isJsonObject(schemas)) return found;
  for (const [name, schema] of Object.entries(schemas)) {
    const anchor = isJsonObject(schema) ? member(schema, '$anchor') : undefined;
    if (typeof anchor === 'string') found.set(anchor, `/components/schemas/${escapeToken(name)}`);
  }
  return found;
}
