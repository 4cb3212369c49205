/** Keeps compiled schemas at hand: compiling costs a thousand times what a check does. */
import { createHash } from 'node:crypto';
import type { CompiledSchema } from '@dragoman/documents';
import { canonicalJson, compileSchema, exceedsLimits, schemaLimits } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { createBoundedCache } from '@dragoman/model';

/** Compiled schemas by content. */
export interface SchemaCache {
  /** The compiled schema; equal schemas share one, whoever wrote them. */
  compile(schema: JsonValue): CompiledSchema;
}

/** A cache of at most `size` schemas; the one that was not used for longest goes first. */
export function createSchemaCache(size: number): SchemaCache {
  const kept = createBoundedCache<string, CompiledSchema>({ entries: size });
  return {
    compile(schema) {
      // Beyond the limits nothing is compiled, so there is nothing to keep.
      if (exceedsLimits(schema, schemaLimits) !== undefined) return compileSchema(schema);
      const key = createHash('sha256').update(canonicalJson(schema)).digest('base64');
      const known = kept.get(key);
      if (known !== undefined) return known;
      const compiled = compileSchema(schema);
      kept.set(key, compiled);
      return compiled;
    },
  };
}
