/** References inside one schema: what each names, and whether following them can go on for ever. */
import type { JsonValue } from '@dragoman/model';
import { getPointer } from './pointer.js';

/** A subschema that was found on the walk; places are relative to the schema's root. */
export interface SchemaNode {
  pointer: string;
  /** Subschemas that look at the same value. */
  same: string[];
  references: Reference[];
}

/** One `$ref` (or one of its relatives). */
export interface Reference {
  /** Place of the keyword. */
  pointer: string;
  /** Absolute address that it names. */
  address: string;
  /** Place of its target, once resolved. */
  target?: string;
}

/** Base address of a schema that gives itself none; nothing is ever fetched from it. */
export const rootAddress = 'https://schema.invalid/';

/** The address that a reference or identifier means at a base; undefined when it is no address. */
export function resolveAddress(reference: string, base: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}

/** An address cut at its fragment. */
export function splitAddress(address: string): { resource: string; fragment: string } {
  const hash = address.indexOf('#');
  if (hash === -1) return { resource: address, fragment: '' };
  return { resource: address.slice(0, hash), fragment: address.slice(hash + 1) };
}

/** Where an address leads: a place in the schema, another document, or nowhere. */
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
  /** Place of the reference that led here; undefined for a plain subschema. */
  via: string | undefined;
  edges: { target: string; via: string | undefined }[];
}

/** Places of references that close a circle in which no part of the value is ever consumed. */
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
