/**
 * Compiled schemas of operations: compiled once per version, cached while they are used. A schema that takes long to
 * compile is compiled elsewhere, where one may say so: on a worker thread.
 */

import type { SchemaProblem } from '@dragoman/documents';
import { compilesQuickly } from '@dragoman/documents';
import type { JsonSchema, JsonValue, Operation } from '@dragoman/model';
import { createBoundedCache } from '@dragoman/model';
import type { StoredEntry } from '../catalogue/store.js';
import type { Awaitable } from '../documents/awaitable.js';
import type { Target } from './call.js';
import type { SchemaCache } from './schema-cache.js';
import { createSchemaCache } from './schema-cache.js';
import type { ValidationInput } from './validate-value.js';

/** Maximum number of operations that are found by object identity. */
const mostRecent = 256;

/** For whom a value is validated. */
export interface ValidationRequest {
  /** Subject of the caller. */
  caller: string;
  /** Cancels the validation. */
  signal?: AbortSignal;
}

/** Validates a value on another thread; rejects when that fails. */
export type ValidateElsewhere = (input: ValidationInput, request: ValidationRequest) => Promise<SchemaProblem[]>;

/** Validates values against one schema: at once, or elsewhere if the schema takes long to compile. */
export interface ValueValidator {
  /** The request is asked for only elsewhere: reading the signal of a call creates it. */
  validate(value: JsonValue, request: () => ValidationRequest): Awaitable<SchemaProblem[]>;
}

/** Both schemas of an operation, compiled on first use. */
export interface OperationSchemas {
  readonly input: ValueValidator;
  readonly output: ValueValidator;
}

/** Returns the compiled schemas of a target. */
export type FindSchemas = (target: Target) => OperationSchemas;

/**
 * Caches the schemas of at most `size` operations. The entry's revision is part of the cache key, since an operation
 * that was removed and added again restarts its version numbers; equal schemas of two revisions share one compilation.
 */
export function createOperationSchemas(size: number, elsewhere?: ValidateElsewhere): FindSchemas {
  const compile = chooseCompiler(createSchemaCache(2 * size), elsewhere);
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
    const made = lazily(operation, compile);
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

type Compile = (schema: JsonValue, formats: boolean) => ValueValidator;

/** Compiles schemas that belong to no operation, at most `size` of them at a time. */
export function createSchemaValidator(
  size: number,
  elsewhere: ValidateElsewhere,
): (schema: JsonSchema) => ValueValidator {
  const compile = chooseCompiler(createSchemaCache(size), elsewhere);
  return (schema) => compile(schema, false);
}

/** Maximum number and characters of texts of schemas that are kept to be sent elsewhere. */
const keptTexts = { entries: 1000, weight: 32 * 2 ** 20 };

function chooseCompiler({ compile }: SchemaCache, elsewhere: ValidateElsewhere | undefined): Compile {
  const texts = createBoundedCache<JsonValue, string>({ ...keptTexts, weigh: (text) => text.length });
  const textOf = (schema: JsonValue) => {
    const text = texts.get(schema) ?? JSON.stringify(schema);
    texts.set(schema, text);
    return text;
  };
  return (schema, formats) => {
    if (elsewhere === undefined || compilesQuickly(schema)) return compile(schema, { formats });
    return { validate: (value, request) => elsewhere({ schema: textOf(schema), formats, value }, request()) };
  };
}

/** Dates are checked in inputs only: a result is useful even if its dates are not in the declared form. */
function lazily(operation: Target['operation'], compile: Compile): OperationSchemas {
  let input: ValueValidator | undefined;
  let output: ValueValidator | undefined;
  return {
    get input() {
      input ??= compile(operation.input, true);
      return input;
    },
    get output() {
      output ??= compile(operation.output, false);
      return output;
    },
  };
}
