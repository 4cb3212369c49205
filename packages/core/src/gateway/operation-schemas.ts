/** Compiled schemas of operations: compiled once per version, cached while they are used. */

import type { CompiledSchema } from '@dragoman/documents';
import type { Operation } from '@dragoman/model';
import { createBoundedCache } from '@dragoman/model';
import type { StoredEntry } from '../catalogue/store.js';
import type { Target } from './call.js';
import type { SchemaCache } from './schema-cache.js';
import { createSchemaCache } from './schema-cache.js';

/** Maximum number of operations that are found by object identity. */
const mostRecent = 256;

/** Both schemas of an operation, compiled on first use. */
export interface OperationSchemas {
  readonly input: CompiledSchema;
  readonly output: CompiledSchema;
}

/** Returns the compiled schemas of a target. */
export type FindSchemas = (target: Target) => OperationSchemas;

/**
 * Caches the schemas of at most `size` operations. The entry's revision is part of the cache key, since an operation
 * that was removed and added again restarts its version numbers; equal schemas of two revisions share one compilation.
 */
export function createOperationSchemas(size: number): FindSchemas {
  const compiled = createSchemaCache(2 * size);
  const kept = createBoundedCache<string, OperationSchemas>({ entries: size });
  /**
   * The most recently used ones by object identity, so that a call creates no cache key; a cached entry stays the same
   * object.
   */
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

/** Dates are checked in inputs only: a result is useful even if its dates are not in the declared form. */
function lazily(operation: Target['operation'], compile: SchemaCache['compile']) {
  let input: CompiledSchema | undefined;
  let output: CompiledSchema | undefined;
  return {
    get input() {
      input ??= compile(operation.input, { formats: true });
      return input;
    },
    get output() {
      output ??= compile(operation.output);
      return output;
    },
  };
}
