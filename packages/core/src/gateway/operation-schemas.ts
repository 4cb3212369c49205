/** Compiled schemas of operations: compiled once per version, kept while they are used. */

import type { CompiledSchema } from '@dragoman/documents';
import type { Operation } from '@dragoman/model';
import { createBoundedCache } from '@dragoman/model';
import type { StoredEntry } from '../catalogue/store.js';
import type { Target } from './call.js';
import { createSchemaCache } from './schema-cache.js';

/** Most operations that are found by their objects. */
const mostRecent = 256;

/** Both schemas of an operation, compiled when first asked for. */
export interface OperationSchemas {
  readonly input: CompiledSchema;
  readonly output: CompiledSchema;
}

/** Hands out the compiled schemas of a target. */
export type FindSchemas = (target: Target) => OperationSchemas;

/**
 * Keeps the schemas of at most `size` operations at hand. The entry's revision is part of the name, since an
 * operation that was removed and came back starts to count its versions anew; equal schemas of two revisions
 * share one compilation.
 */
export function createOperationSchemas(size: number): FindSchemas {
  const compiled = createSchemaCache(2 * size);
  const kept = createBoundedCache<string, OperationSchemas>({ entries: size });
  /** The few used last by their very objects, so that a call makes no name; an entry that is held stays the same object. */
  const recent = new Map<Operation, { stored: StoredEntry; schemas: OperationSchemas }>();
  const find = ({ stored, operation }: Target): OperationSchemas => {
    const name = JSON.stringify([stored.entry.id, stored.revision, operation.id, operation.version]);
    const known = kept.get(name);
    if (known !== undefined) return known;
    const made = lazily(operation, compiled.compile);
    kept.set(name, made);
    return made;
  };
  return (target) => {
    const { stored, operation } = target;
    const known = recent.get(operation);
    if (known !== undefined && known.stored === stored) return known.schemas;
    const schemas = find(target);
    if (recent.size >= Math.min(size, mostRecent)) recent.clear();
    recent.set(operation, { stored, schemas });
    return schemas;
  };
}

function lazily(operation: Target['operation'], compile: (schema: Target['operation']['input']) => CompiledSchema) {
  let input: CompiledSchema | undefined;
  let output: CompiledSchema | undefined;
  return {
    get input() {
      input ??= compile(operation.input);
      return input;
    },
    get output() {
      output ??= compile(operation.output);
      return output;
    },
  };
}
