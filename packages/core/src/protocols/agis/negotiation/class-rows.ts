/**
 * The rows of a data class: asked for at their source, chosen by declared filters, cut to declared fields. Runs as a
 * function of this process inside the gateway, so every call of a negotiated endpoint is limited, checked and recorded.
 */

import { agisExtra } from '@dragoman/agis';
import { buildPointer, getPointer } from '@dragoman/documents';
import type { FieldError, JsonObject, JsonValue, Operation } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { DesignStore } from '../../../catalogue/designs.js';
import type { AnswerOutcome, Call, Outcome, TargetedCall } from '../../../gateway/call.js';
import { callBeside } from '../../../gateway/inner-call.js';
import type { LocalFunction } from '../../../gateway/steps/answer-locally.js';
import type { ClassBinding, ClassSource } from './class-binding.js';
import { bindingIdOf } from './class-registry.js';
import { rowListOf, rowSchemaOf } from './judge-proposal.js';

/** Name of the function in bindings of kind `local`. */
export const classFunction = 'agis-data-class';

/** What is asked of a configured source. */
export interface RowQuery {
  view?: string;
  fields: readonly string[];
  /** Field → value that it must have. */
  filters: Readonly<Record<string, JsonValue>>;
  limit: number;
}

/** Databases and files that the operator has configured, by name; read-only. */
export interface ClassSources {
  /** Rows of a source; throws `UNAVAILABLE` when there is none of this name or it does not answer. */
  query(source: string, query: RowQuery): Promise<JsonObject[]>;
}

/** What answering needs. */
export interface ClassRowsPorts {
  designs: Pick<DesignStore, 'read'>;
  sources: ClassSources;
}

/** The class that an operation was made for; undefined for every other operation. */
export function classOf({ extra }: Operation): string | undefined {
  const { data_class: name } = agisExtra(extra);
  return typeof name === 'string' ? name : undefined;
}

/** Makes the function that answers calls of negotiated endpoints. */
export function createClassRows({ designs, sources }: ClassRowsPorts): LocalFunction {
  return async (call, invoke) => {
    const { stored, operation } = call.target;
    const name = classOf(operation) ?? '';
    const design = await designs.read('data-class', bindingIdOf(stored.entry.id, name));
    if (design === undefined || design.deletedAt !== undefined) {
      throw new Failure('UNAVAILABLE', { message: `Nothing stands behind the class '${name}' any more.` });
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

/** Refuses inputs that choose nothing: whoever gave one would take what comes for an answer to it. */
function requireFilters({ filters }: ClassBinding, input: JsonObject): void {
  const known = [...filters, 'limit'];
  const strange = Object.keys(input).filter((name) => !known.includes(name));
  const fieldErrors: FieldError[] = strange.slice(0, 20).map((name) => ({
    field: name.slice(0, 80),
    pointer: buildPointer([name]),
    code: 'agis/class-filters',
    detail: `is no filter of the class; filters are: ${known.join(', ')}`,
  }));
  const { limit } = input;
  if (limit !== undefined && !(Number.isInteger(limit) && Number(limit) > 0)) {
    const detail = 'must be a whole number from 1';
    fieldErrors.push({ field: 'limit', pointer: '/limit', code: 'agis/class-limit', detail });
  }
  if (fieldErrors.length > 0) throw new Failure('INVALID_INPUT', { fieldErrors });
}

/** Fields that the endpoint shows and the class has; filters that the class has and the call gives. */
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

/** The operation runs as a call of its own, with the caller's rights and a record of its own. */
async function askOperation(
  source: Extract<ClassSource, { kind: 'operation' }>,
  { call, invoke }: Asking,
): Promise<JsonObject[]> {
  const { operations } = call.target.stored.entry;
  // A negotiated operation behind a class could lead back to the class itself, without end.
  if (operations.find(({ name }) => name === source.operation)?.binding.kind === 'local') {
    throw new Failure('UNAVAILABLE', { message: 'The operation behind this class is itself made from a class.' });
  }
  const outcome = await invoke(callBeside(call, source.operation, source.input));
  const body = outcome.kind === 'answer' && outcome.status < 300 ? outcome.body : undefined;
  const rows = body === undefined ? undefined : getPointer(body, source.rows);
  if (Array.isArray(rows)) return rows.filter(isJsonObject);
  throw new Failure('UPSTREAM_ERROR', { message: 'The operation behind this class brought no rows.' });
}

function meets(row: JsonObject, filters: RowQuery['filters']): boolean {
  return Object.entries(filters).every(
    ([name, value]) => Object.hasOwn(row, name) && String(row[name]) === String(value),
  );
}

function cut(row: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(fields.flatMap((name) => (Object.hasOwn(row, name) ? [[name, row[name] ?? null]] : [])));
}

/** A list where the endpoint declares one, else the one row. */
function answer(rows: readonly JsonObject[], { output }: Operation): AnswerOutcome {
  const list = rowListOf(output as JsonValue);
  const [first] = rows;
  if (list === undefined && first === undefined)
    throw new Failure('NOT_FOUND', { message: 'No row of this class fits.' });
  const body: JsonObject = list === undefined ? (first ?? {}) : { [list]: [...rows] };
  return { kind: 'answer', status: 200, body, headers: {}, findings: [], replayed: false };
}
