/** References inside one schema: their targets, and whether following them ends. */
import type { JsonValue } from '@dragoman/model';
import { getPointer } from './pointer.js';

/** A subschema found during the walk; pointers are relative to the schema's root. */
export interface SchemaNode {
  pointer: string;
  /** Subschemas applied to the same value. */
  same: string[];
  references: Reference[];
}

/** One `$ref`, `$dynamicRef` or `$recursiveRef`. */
export interface Reference {
  /** Location of the keyword. */
  pointer: string;
  /** Absolute address of its target. */
  address: string;
  /** Location of its target, once resolved. */
  target?: string;
}

/** Base address of a schema without `$id`; nothing is ever fetched from it. */
export const rootAddress = 'https://schema.invalid/';

/** Resolves a reference or identifier against a base; undefined when it is not a valid address. */
export function resolveAddress(reference: string, base: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}

/** An address split at its fragment. */
export function splitAddress(address: string): { resource: string; fragment: string } {
  const hash = address.indexOf('#');
  if (hash === -1) return { resource: address, fragment: '' };
  return { resource: address.slice(0, hash), fragment: address.slice(hash + 1) };
}

/** Resolves an address to a location in the schema, another document, or nothing. */
export function locate(
  address: string,
  identifiers: ReadonlyMap<string, string>,
  root: JsonValue,
): { pointer: string } | 'remote' | 'dangling' {
  const { resource, fragment } = splitAddress(address);
  const start = identifiers.get(resource);
  if (start === undefined) return 'remote';
  if (fragment === '') return { pointer: start };
  if (!fragment.startsWith('/')) {
    const anchored = identifiers.get(`${resource}#${fragment}`);
    return anchored === undefined ? 'dangling' : { pointer: anchored };
  }
  const pointer = start + decodeFragment(fragment);
  return getPointer(root, pointer) === undefined ? 'dangling' : { pointer };
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

interface Step {
  pointer: string;
  /** Location of the reference that led here; undefined for a plain subschema. */
  via: string | undefined;
  edges: { target: string; via: string | undefined }[];
}

/** Locations of references that close a cycle in which no part of the value is consumed. */
export function findEndlessReferences(nodes: ReadonlyMap<string, SchemaNode>): string[] {
  const done = new Set<string>();
  const closing = new Set<string>();
  for (const start of nodes.keys()) {
    if (done.has(start)) continue;
    const open = new Set<string>([start]);
    const path: Step[] = [createStep(nodes, start, undefined)];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const edge = top.edges.pop();
      if (edge === undefined) {
        open.delete(top.pointer);
        done.add(top.pointer);
        path.pop();
      } else if (open.has(edge.target)) {
        const via = edge.via ?? path.findLast((step) => step.via !== undefined)?.via;
        if (via !== undefined) closing.add(via);
      } else if (!done.has(edge.target)) {
        open.add(edge.target);
        path.push(createStep(nodes, edge.target, edge.via));
      }
    }
  }
  return [...closing];
}

function createStep(nodes: ReadonlyMap<string, SchemaNode>, pointer: string, via: string | undefined): Step {
  const node = nodes.get(pointer);
  const plain = (node?.same ?? []).map((target) => ({ target, via: undefined }));
  const followed = (node?.references ?? []).flatMap((reference) =>
    reference.target === undefined ? [] : [{ target: reference.target, via: reference.pointer }],
  );
  return { pointer, via, edges: [...plain, ...followed] };
}
