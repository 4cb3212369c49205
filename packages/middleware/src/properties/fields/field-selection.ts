/**
 * Field selection (PROF-RESP-02, -03): `fields=` lists the wanted members, `response_format=` selects a set that the
 * host has named; the smallest set is the default. Handlers keep returning everything.
 */
import { invalidParameters, parseFields, pickFields } from '@dragoman/core/http';
import { type FieldError, isJsonObject, type JsonValue } from '@dragoman/model';
import { isRead } from '../../calls/is-read.js';
import { defineProperty, type Property } from '../../calls/property.js';
import { rewriteJson } from '../../calls/rewrite-json.js';
import type { Describe } from '../../describing/description-draft.js';

/** Members of a format; `*` for all. */
export type FormatMembers = readonly string[] | '*';

/** Selection options. */
export interface FieldSelectionOptions {
  /**
   * Formats by name, the default first: `{ concise: ['id', 'title'], detailed: '*' }`; without it only `fields` is
   * supported.
   */
  formats?: Readonly<Record<string, FormatMembers>>;
  /** All members, so that a typo in `fields` is reported; defaults to those in the formats. */
  members?: readonly string[];
  /** Member with the items of a list, `items` by default; false when a response is never a list. */
  items?: string | false;
}

const formatName = 'response_format';

/** Creates the property; it applies to reads only, and rejects an unknown name before the handler runs. */
export function createFieldSelection(options: FieldSelectionOptions = {}): Property {
  const { formats = {}, items = 'items' } = options;
  const members = options.members ?? knownMembers(formats);
  return defineProperty(
    (next) => async (request, call) => {
      if (!isRead(request)) return next(request, call);
      const wanted = readSelection(queryOf(request), formats, members);
      const response = await next(request, call);
      return wanted === undefined ? response : rewriteJson(response, (value) => select(value, wanted, items));
    },
    { describe: describeFields(Object.keys(formats), members) },
  );
}

function describeFields(formats: readonly string[], members: readonly string[] | undefined): Describe {
  const [usual] = formats;
  const more = usual === undefined ? '' : ` Takes precedence over ${formatName}.`;
  return ({ operations }) => {
    for (const operation of operations.filter(({ isRead }) => isRead)) {
      const known = members === undefined ? '' : ` (${members.join(', ')})`;
      operation.addParameter({
        name: 'fields',
        in: 'query',
        description: `Members to return${known}, separated by commas.${more}`,
        schema: { type: 'string', minLength: 1, maxLength: 1_000 },
      });
      if (usual === undefined) continue;
      operation.addParameter({
        name: formatName,
        in: 'query',
        description: 'How much to return.',
        schema: { type: 'string', enum: [...formats], default: usual },
      });
    }
  };
}

/** Most requests have no query, and parsing a URL costs more than everything else here. */
function queryOf({ url }: Request): URLSearchParams {
  return url.includes('?') ? new URL(url).searchParams : new URLSearchParams();
}

/** The members to show, undefined for all; `fields` overrides a format. Throws `INVALID_INPUT` with every error. */
function readSelection(
  query: URLSearchParams,
  formats: Readonly<Record<string, FormatMembers>>,
  members: readonly string[] | undefined,
): readonly string[] | undefined {
  const problems: FieldError[] = [];
  const report = (problem: FieldError) => problems.push(problem);
  const fields = parseFields(query.has('fields') ? query.getAll('fields') : undefined, report, members);
  const format = readFormat(query.getAll(formatName), Object.keys(formats), report);
  if (problems.length > 0) throw invalidParameters(problems);
  const shown = fields ?? (format === undefined ? '*' : formats[format]);
  return shown === '*' ? undefined : shown;
}

function readFormat(
  values: readonly string[],
  names: readonly string[],
  report: (problem: FieldError) => void,
): string | undefined {
  const [usual] = names;
  if (usual === undefined || values.length === 0) return usual;
  const [name] = values;
  if (values.length === 1 && name !== undefined && names.includes(name)) return name;
  report({ field: formatName, code: 'request/not-in-enum', detail: `must be one of ${names.join(', ')}` });
  return usual;
}

function knownMembers(formats: Readonly<Record<string, FormatMembers>>): readonly string[] | undefined {
  const named = Object.values(formats);
  return named.length === 0 || named.includes('*') ? undefined : [...new Set(named.flat())];
}

/** A list keeps the members next to its items, so that the pagination is not lost. */
function select(value: JsonValue, fields: readonly string[], items: string | false): JsonValue {
  if (Array.isArray(value)) return value.map((item) => pick(item, fields));
  if (!isJsonObject(value)) return value;
  const list = items === false ? undefined : value[items];
  if (items === false || !Array.isArray(list)) return pickFields(value, fields);
  return { ...value, [items]: list.map((item) => pick(item, fields)) };
}

function pick(item: JsonValue, fields: readonly string[]): JsonValue {
  return isJsonObject(item) ? pickFields(item, fields) : item;
}
