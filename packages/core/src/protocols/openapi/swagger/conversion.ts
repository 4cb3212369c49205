/** What the parts of a conversion share: the document on its way, what was moved, and what was found amiss. */

import { getPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { OpenApiCode } from '../diagnostics.js';
import type { Placed } from '../references.js';
import { member, openApiLimits, sourceMember } from '../wire.js';
import type { Moves } from './moves.js';

/** A breach of Swagger's own rules, at its place in the given document. */
export interface SwaggerFault {
  code: OpenApiCode;
  pointer: string;
  parameters?: Readonly<Record<string, string | number>>;
}

/** One document on its way from 2.0 to 3.x. */
export interface Conversion {
  /** The given document with the words of 3.x in its schemas; what moved stands below `sourceMember`. */
  root: JsonObject;
  moves: Moves;
  faults: SwaggerFault[];
  /** Path items and operations that stand outside `paths`, by their place in the root; each is converted once. */
  shelf: Map<string, { name: string; value: JsonObject }>;
  /** Responses that several operations share, by place and media types. */
  responses: Map<string, JsonObject>;
}

/** A place in the converted document and the one in the given document. */
export interface Move {
  to: string;
  from: string;
}

/** What a value stands for, with its place in the given document; undefined when it leads nowhere. */
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

/** The pointer that a reference within the document names. */
export function targetOf(ref: string): string | undefined {
  if (!ref.startsWith('#/')) return undefined;
  try {
    return decodeURIComponent(ref.slice(1));
  } catch {
    return ref.slice(1);
  }
}

/** The pointer of what kept its place in spite of the conversion, such as another path. */
export function ownPlace(pointer: string): string {
  return pointer.startsWith(`/${sourceMember}/`) ? pointer.slice(sourceMember.length + 1) : pointer;
}

/** Most media types of one operation; real ones have a handful. */
const mostTypes = 16;

/** Media types of an operation: its own list before the document's. */
export function mediaTypes({ root }: Conversion, operation: JsonObject, which: 'consumes' | 'produces'): string[] {
  const list: JsonValue | undefined = member(operation, which) ?? member(root, which);
  const types = Array.isArray(list) ? list.filter((type): type is string => typeof type === 'string') : [];
  return [...new Set(types)].slice(0, mostTypes);
}

/** Members of an object but for some. */
export function without(object: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.has(name)));
}
