/** Caches compiled schemas: compiling costs a thousand times as much as a check. */
import { createHash } from 'node:crypto';
import type { CompiledSchema, CompileOptions } from '@dragoman/documents';
import { canonicalJson, compileSchema, exceedsLimits, schemaLimits } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { createBoundedCache } from '@dragoman/model';

/** Compiled schemas by content. */
export interface SchemaCache {
  /** The compiled schema; equal schemas share one, whatever their origin. */
  compile(schema: JsonValue, options?: CompileOptions): CompiledSchema;
}

/** A cache of at most `size` schemas; the least recently used one is evicted first. */
export function createSchemaCache(size: number): SchemaCache {
  const kept = createBoundedCache<string, CompiledSchema>({ entries: size });
  return {
    compile(schema, options = {}) {
      // Schemas beyond the limits are not compiled, so there is nothing to cache.
      if (exceedsLimits(schema, schemaLimits) !== undefined) return compileSchema(schema, options);
      const hash = createHash('sha256').update(canonicalJson(schema)).digest('base64');
      const key = options.formats === true ? `${hash} formats` : hash;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const compiled = compileSchema(schema, options);
      kept.set(key, compiled);
      return compiled;
    },
  };
}
