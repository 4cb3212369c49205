/**
 * The binding of a data class: the source of its rows, its fields, and its filters. Set by the owner of a service or
 * an operator, never by third-party documents; it limits every negotiation.
 */

import { checkSchema } from '@dragoman/documents';
import type { FieldError, JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';

/** The source of a class's rows. */
export type ClassSource =
  /** An operation of the same entry, called through the gateway with the caller's own permissions. */
  | { kind: 'operation'; operation: string; input: JsonObject; rows: string }
  /** Rows stored with the binding. */
  | { kind: 'rows'; rows: JsonObject[] }
  /** A database view or JSON file that the operator has configured by name. */
  | { kind: 'source'; source: string; view?: string };

/** The binding of a data class. */
export interface ClassBinding {
  class: string;
  /** JSON Schemas by field name. */
  fields: { [name: string]: JsonValue };
  /** Fields that rows can be filtered by. */
  filters: string[];
  /** Maximum number of rows per response. */
  limit: number;
  /** `person`: the owner reviews each proposal. */
  approval: 'automatic' | 'person';
  /** Who may get endpoints of a class that requires authorization: `caller:<subject>` or `scope:<scope>`. */
  grants: string[];
  source: ClassSource;
}

/** Limits of a binding. */
export const classLimits = Object.freeze({ fields: 100, rows: 1_000, limit: 1_000, grants: 100, usualLimit: 100 });

/** A name that is safe in SQL statements and paths. */
const plainName = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;
const members = ['fields', 'filters', 'limit', 'approval', 'grants', 'source'];

/** The body of a request that binds a class. */
export interface GivenBinding {
  /** Name of the class. */
  name: string;
  body: JsonValue;
}

/** Reads a binding; throws `INVALID_INPUT` with all problems. */
export function readClassBinding({ name, body }: GivenBinding): ClassBinding {
  const problems: FieldError[] = [];
  const report = (pointer: string, detail: string) => {
    problems.push({ field: pointer.slice(1).replaceAll('/', '.'), pointer, code: 'agis/class-binding', detail });
  };
  if (!isJsonObject(body))
    throw invalid([{ field: '', pointer: '', code: 'agis/class-binding', detail: 'must be an object' }]);
  for (const member of Object.keys(body))
    if (!members.includes(member)) report(`/${member}`, `is unknown; known members are ${members.join(', ')}`);
  const fields = readFields(body.fields, report);
  const binding: ClassBinding = {
    class: name,
    fields,
    filters: readFilters(body.filters, fields, report),
    limit: readLimit(body.limit, report),
    approval: readApproval(body.approval, report),
    grants: readGrants(body.grants, report),
    source: readSource(body.source, report),
  };
  if (problems.length > 0) throw invalid(problems);
  return binding;
}

type ReportProblem = (pointer: string, detail: string) => void;

function invalid(fieldErrors: FieldError[]): Failure {
  return new Failure('INVALID_INPUT', { message: `The binding has ${fieldErrors.length} problem(s).`, fieldErrors });
}

function readFields(value: JsonValue | undefined, report: ReportProblem): { [name: string]: JsonValue } {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  if (entries.length === 0 || entries.length > classLimits.fields)
    report('/fields', `must be an object of 1 to ${classLimits.fields} fields with their schemas`);
  for (const [name, schema] of entries.slice(0, classLimits.fields)) {
    if (!plainName.test(name)) report(`/fields/${name}`, 'must be a name of letters, digits and underscores');
    const [fault] = checkSchema(schema).filter(({ severity }) => severity === 'error');
    if (fault !== undefined) report(`/fields/${name}`, `is not a usable schema: ${fault.message}`);
  }
  return Object.fromEntries(entries);
}

function readFilters(
  value: JsonValue | undefined,
  fields: { [name: string]: JsonValue },
  report: ReportProblem,
): string[] {
  const list = value === undefined ? [] : value;
  if (!Array.isArray(list)) report('/filters', 'must be a list of fields');
  return (Array.isArray(list) ? list : []).flatMap((each, at) => {
    if (typeof each === 'string' && Object.hasOwn(fields, each)) return [each];
    report(`/filters/${at}`, 'must name a field of the class');
    return [];
  });
}

function readLimit(value: JsonValue | undefined, report: ReportProblem): number {
  if (value === undefined) return classLimits.usualLimit;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= classLimits.limit) return value;
  report('/limit', `must be an integer from 1 to ${classLimits.limit}`);
  return classLimits.usualLimit;
}

function readApproval(value: JsonValue | undefined, report: ReportProblem): 'automatic' | 'person' {
  if (value === undefined || value === 'automatic') return 'automatic';
  if (value !== 'person') report('/approval', 'must be automatic or person');
  return 'person';
}

function readGrants(value: JsonValue | undefined, report: ReportProblem): string[] {
  if (value === undefined) return [];
  const list = Array.isArray(value) && value.length <= classLimits.grants ? value : undefined;
  if (list === undefined) report('/grants', `must be a list of at most ${classLimits.grants}`);
  return (list ?? []).flatMap((each, at) => {
    if (typeof each === 'string' && /^(?:caller|scope):.{1,500}$/s.test(each)) return [each];
    report(`/grants/${at}`, 'must be caller:<subject> or scope:<scope>');
    return [];
  });
}

function readSource(value: JsonValue | undefined, report: ReportProblem): ClassSource {
  const source = isJsonObject(value) ? value : {};
  if (source.kind === 'operation') return readOperationSource(source, report);
  if (source.kind === 'rows') return readRows(source, report);
  if (source.kind === 'source') return readNamedSource(source, report);
  report('/source/kind', 'must be operation, rows or source');
  return { kind: 'rows', rows: [] };
}

function readOperationSource({ operation, rows, input = {} }: JsonObject, report: ReportProblem): ClassSource {
  if (!isJsonObject(input)) report('/source/input', 'must be an object of inputs');
  if (typeof operation !== 'string' || operation === '')
    report('/source/operation', 'must name an operation of the agent');
  if (rows !== undefined && (typeof rows !== 'string' || !/^(?:\/[^/]*)*$/.test(rows)))
    report('/source/rows', 'must be a JSON pointer to the rows in the output');
  return {
    kind: 'operation',
    operation: String(operation),
    input: isJsonObject(input) ? input : {},
    rows: typeof rows === 'string' ? rows : '',
  };
}

function readRows({ rows }: JsonObject, report: ReportProblem): ClassSource {
  const list = Array.isArray(rows) ? rows : [];
  if (!Array.isArray(rows) || list.length > classLimits.rows || !list.every(isJsonObject))
    report('/source/rows', `must be a list of at most ${classLimits.rows} objects`);
  return { kind: 'rows', rows: list.filter(isJsonObject) };
}

function readNamedSource({ source, view }: JsonObject, report: ReportProblem): ClassSource {
  if (typeof source !== 'string' || !/^[a-z0-9][a-z0-9-]{0,62}$/.test(source))
    report('/source/source', 'must be the name of a configured source');
  if (view !== undefined && (typeof view !== 'string' || !plainName.test(view)))
    report('/source/view', 'must be the name of a view');
  return { kind: 'source', source: String(source), ...(typeof view === 'string' ? { view } : {}) };
}
