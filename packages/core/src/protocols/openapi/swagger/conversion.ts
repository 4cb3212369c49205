/** Shared state of a conversion: the document being converted, what was moved, and the errors found. */

import { getPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { OpenApiCode } from '../diagnostics.js';
import type { Placed } from '../references.js';
import { member, openApiLimits, sourceMember } from '../wire.js';
import type { Moves } from './moves.js';

/** A violation of Swagger's own rules, with its location in the given document. */
export interface SwaggerFault {
  code: OpenApiCode;
  pointer: string;
  parameters?: Readonly<Record<string, string | number>>;
}

/** One document being converted from 2.0 to 3.x. */
export interface Conversion {
  /** The given document with 3.x keywords in its schemas; moved parts are below `sourceMember`. */
  root: JsonObject;
  moves: Moves;
  faults: SwaggerFault[];
  /** Path items and operations outside `paths`, by their location in the root; each is converted once. */
  sharedItems: Map<string, { name: string; value: JsonObject }>;
  /** Responses that several operations share, by location and media types. */
  responses: Map<string, JsonObject>;
}

/** Maps a location in the converted document to the one in the given document. */
export interface Move {
  to: string;
  from: string;
}

/** The referenced value, with its location in the given document; undefined when it cannot be resolved. */
export function followSource({ root, moves }: Conversion, placed: Placed): Placed<JsonObject> | undefined {
  let { value, pointer } = placed;
  for (let hop = 0; hop < openApiLimits.hops; hop += 1) {
    if (!isJsonObject(value)) return undefined;
    const ref = member(value, '$ref');
    if (typeof ref !== 'string') return { value, pointer: moves.sourceOf(pointer) };
    const target = targetOf(ref);
    const found = target === undefined ? undefined : getPointer(root, target);
    if (target === undefined || found === undefined) return undefined;
    [value, pointer] = [found, target];
  }
  return undefined;
}

/** The pointer of a reference within the document. */
export function targetOf(ref: string): string | undefined {
  if (!ref.startsWith('#/')) return undefined;
  try {
    return decodeURIComponent(ref.slice(1));
  } catch {
    return ref.slice(1);
  }
}

/** The pointer of a part that the conversion did not move, such as another path. */
export function ownPlace(pointer: string): string {
  return pointer.startsWith(`/${sourceMember}/`) ? pointer.slice(sourceMember.length + 1) : pointer;
}

/** Maximum number of media types of one operation; real ones have a handful. */
const maxTypes = 16;

/** Media types of an operation: its own list before the document's. */
export function mediaTypes({ root }: Conversion, operation: JsonObject, which: 'consumes' | 'produces'): string[] {
  const list: JsonValue | undefined = member(operation, which) ?? member(root, which);
  const types = Array.isArray(list) ? list.filter((type): type is string => typeof type === 'string') : [];
  return [...new Set(types)].slice(0, maxTypes);
}

/** Members of an object except for some. */
export function without(object: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.has(name)));
}
