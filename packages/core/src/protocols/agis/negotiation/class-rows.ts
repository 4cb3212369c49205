/**
 * Returns the rows of a data class: read from their source, filtered by declared filters, limited to declared fields.
 * Runs as a local function inside the gateway, so that every call of a negotiated endpoint is rate limited, validated
 * and recorded.
 */

import { agisExtra } from '@dragoman/agis';
import { buildPointer, getPointer } from '@dragoman/documents';
import type { FieldError, JsonObject, JsonValue, Operation } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { DesignStore } from '../../../catalogue/designs.js';
import type { AnswerOutcome, Call, Outcome, TargetedCall } from '../../../gateway/call.js';
import { callSibling } from '../../../gateway/inner-call.js';
import type { LocalFunction } from '../../../gateway/steps/answer-locally.js';
import type { ClassBinding, ClassSource } from './class-binding.js';
import { bindingIdOf } from './class-registry.js';
import { rowListOf, rowSchemaOf } from './evaluate-proposal.js';

/** Name of the function in bindings of kind `local`. */
export const classFunction = 'agis-data-class';

/** A query to a configured source. */
export interface RowQuery {
  view?: string;
  fields: readonly string[];
  /** Required values by field. */
  filters: Readonly<Record<string, JsonValue>>;
  limit: number;
}

/** Databases and files that the operator has configured, by name; read-only. */
export interface ClassSources {
  /** Rows of a source; throws `UNAVAILABLE` when it is not configured or does not respond. */
  query(source: string, query: RowQuery): Promise<JsonObject[]>;
}

/** Dependencies of the function. */
export interface ClassRowsPorts {
  designs: Pick<DesignStore, 'read'>;
  sources: ClassSources;
}

/** The class that an operation was created for; undefined for every other operation. */
export function classOf({ extra }: Operation): string | undefined {
  const { data_class: name } = agisExtra(extra);
  return typeof name === 'string' ? name : undefined;
}

/** Creates the function that handles calls of negotiated endpoints. */
export function createClassRows({ designs, sources }: ClassRowsPorts): LocalFunction {
  return async (call, invoke) => {
    const { stored, operation } = call.target;
    const name = classOf(operation) ?? '';
    const design = await designs.read('data-class', bindingIdOf(stored.entry.id, name));
    if (design === undefined || design.deletedAt !== undefined) {
      throw new Failure('UNAVAILABLE', { message: `The class '${name}' has no data source any more.` });
    }
    const binding = design.document as unknown as ClassBinding;
    const input = isJsonObject(call.input) ? call.input : {};
    requireFilters(binding, input);
    const query = queryOf(binding, operation, input);
    const rows = await readRows(binding, query, { call, invoke, sources });
    return answer(
      rows.map((row) => cut(row, query.fields)),
      operation,
    );
  };
}

/** Rejects inputs that are not filters: the caller would otherwise misread the result as filtered. */
function requireFilters({ filters }: ClassBinding, input: JsonObject): void {
  const known = [...filters, 'limit'];
  const strange = Object.keys(input).filter((name) => !known.includes(name));
  const fieldErrors: FieldError[] = strange.slice(0, 20).map((name) => ({
    field: name.slice(0, 80),
    pointer: buildPointer([name]),
    code: 'agis/class-filters',
    detail: `is not a filter of the class; filters are: ${known.join(', ')}`,
  }));
  const { limit } = input;
  if (limit !== undefined && !(Number.isInteger(limit) && Number(limit) > 0)) {
    const detail = 'must be an integer of at least 1';
    fieldErrors.push({ field: 'limit', pointer: '/limit', code: 'agis/class-limit', detail });
  }
  if (fieldErrors.length > 0) throw new Failure('INVALID_INPUT', { fieldErrors });
}

/** Fields that both the endpoint and the class have; filters that the class has and the call sets. */
function queryOf(binding: ClassBinding, { output }: Operation, input: JsonObject): RowQuery {
  const shown = rowSchemaOf(output as JsonValue) ?? output;
  const properties = isJsonObject(shown) && isJsonObject(shown.properties) ? Object.keys(shown.properties) : [];
  const given = Object.entries(input).filter(([name]) => binding.filters.includes(name));
  const wanted = typeof input.limit === 'number' ? input.limit : binding.limit;
  return {
    fields: properties.filter((name) => Object.hasOwn(binding.fields, name)),
    filters: Object.fromEntries(given),
    limit: Math.min(wanted, binding.limit),
  };
}

interface Asking {
  call: TargetedCall;
  invoke: (call: Call) => Promise<Outcome>;
  sources: ClassSources;
}

async function readRows({ source }: ClassBinding, query: RowQuery, asking: Asking): Promise<JsonObject[]> {
  if (source.kind === 'source') {
    return asking.sources.query(source.source, {
      ...query,
      ...(source.view === undefined ? {} : { view: source.view }),
    });
  }
  const rows = source.kind === 'rows' ? source.rows : await askOperation(source, asking);
  return rows.filter((row) => meets(row, query.filters)).slice(0, query.limit);
}

/** The operation runs as a separate call, with the caller's permissions and its own record. */
async function askOperation(
  source: Extract<ClassSource, { kind: 'operation' }>,
  { call, invoke }: Asking,
): Promise<JsonObject[]> {
  const { operations } = call.target.stored.entry;
  // A negotiated operation as the source of a class could call the class itself, in an endless loop.
  if (operations.find(({ name }) => name === source.operation)?.binding.kind === 'local') {
    throw new Failure('UNAVAILABLE', { message: 'The source operation of this class is itself created from a class.' });
  }
  const outcome = await invoke(callSibling(call, source.operation, source.input));
  const body = outcome.kind === 'answer' && outcome.status < 300 ? outcome.body : undefined;
  const rows = body === undefined ? undefined : getPointer(body, source.rows);
  if (Array.isArray(rows)) return rows.filter(isJsonObject);
  throw new Failure('UPSTREAM_ERROR', { message: 'The source operation of this class returned no rows.' });
}

function meets(row: JsonObject, filters: RowQuery['filters']): boolean {
  return Object.entries(filters).every(
    ([name, value]) => Object.hasOwn(row, name) && String(row[name]) === String(value),
  );
}

function cut(row: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(fields.flatMap((name) => (Object.hasOwn(row, name) ? [[name, row[name] ?? null]] : [])));
}

/** A list if the endpoint declares one, otherwise the single row. */
function answer(rows: readonly JsonObject[], { output }: Operation): AnswerOutcome {
  const list = rowListOf(output as JsonValue);
  const [first] = rows;
  if (list === undefined && first === undefined)
    throw new Failure('NOT_FOUND', { message: 'No row of this class matches.' });
  const body: JsonObject = list === undefined ? (first ?? {}) : { [list]: [...rows] };
  return { kind: 'answer', status: 200, body, headers: {}, findings: [], replayed: false };
}
