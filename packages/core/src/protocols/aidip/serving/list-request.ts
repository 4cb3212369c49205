/** Reads the query parameters of a listing (-01 §4.3.1, -00 §5.1); all problems are reported at once. */
import type { FieldError } from '@dragoman/model';
import type { Condition } from '../../../catalogue/index-port.js';
import { fieldsName, parseFields } from '../../../transport/field-selection.js';
import { invalidParameters, readParameters, wholeNumber } from '../../../transport/query-string.js';
import { filtersOfAddress } from './filters.js';
import type { PageRequest } from './paging.js';
import { boundedTop, checkSkip } from './paging.js';

/** Shape of a list response. */
export type Shape = 'array' | 'object';

/** A parsed listing request. */
export interface ListRequest {
  conditions: Condition[];
  page: PageRequest;
  /** Undefined: the default of the route. */
  shape?: Shape;
  /** Members to show; undefined: the default ones. */
  fields?: readonly string[];
}

const controls = ['top', 'skip', 'cursor', 'shape', fieldsName] as const;

/** Reads a listing; `knowsField` applies the caller's visibility. Throws `INVALID_INPUT` with all problems. */
export function readListRequest(url: URL, knowsField: (field: string) => boolean): ListRequest {
  const problems: FieldError[] = [];
  const report = (problem: FieldError) => problems.push(problem);
  const parameters = readParameters(url);
  const filters = new Map([...parameters].filter(([name]) => !(controls as readonly string[]).includes(name)));
  const conditions = filtersOfAddress(filters, { prefix: '', knowsField, report });
  const page = readPage(parameters, report);
  const shape = readShape(parameters, report);
  const fields = parseFields(parameters.get(fieldsName), report);
  if (problems.length > 0) throw invalidParameters(problems);
  return {
    conditions,
    page: { ...page, full: fields !== undefined },
    ...(shape === undefined ? {} : { shape }),
    ...(fields === undefined ? {} : { fields }),
  };
}

/** Query parameters of a search, in addition to its body: shape, selected members, and the cursor of a next link. */
export function readSearchAddress(url: URL): Pick<ListRequest, 'shape' | 'fields'> & { cursor?: string } {
  const problems: FieldError[] = [];
  const report = (problem: FieldError) => problems.push(problem);
  const parameters = readParameters(url);
  for (const name of parameters.keys()) {
    if (name === 'shape' || name === 'cursor' || name === fieldsName) continue;
    const detail = 'is not a known parameter; put query, filters, top and skip in the body';
    report({ field: name.slice(0, 100), code: 'request/unknown-parameter', detail });
  }
  const shape = readShape(parameters, report);
  const fields = parseFields(parameters.get(fieldsName), report);
  if (problems.length > 0) throw invalidParameters(problems);
  const cursor = parameters.get('cursor')?.at(-1);
  return {
    ...(shape === undefined ? {} : { shape }),
    ...(fields === undefined ? {} : { fields }),
    ...(cursor === undefined ? {} : { cursor }),
  };
}

type Parameters = ReadonlyMap<string, readonly string[]>;

function readPage(parameters: Parameters, report: (problem: FieldError) => void): PageRequest {
  const whole = (name: string): number | undefined => {
    const [text] = parameters.get(name) ?? [];
    if (text === undefined) return undefined;
    const value = wholeNumber(text);
    if (value !== undefined) return value;
    report({ field: name, code: 'request/type', detail: 'must be an integer of at least 0' });
    return undefined;
  };
  const skip = whole('skip') ?? 0;
  checkSkip(skip, ({ field, code, detail }) => report({ field, code, detail }));
  const cursor = parameters.get('cursor')?.at(-1);
  return { top: boundedTop(whole('top')), skip, ...(cursor === undefined ? {} : { cursor }) };
}

function readShape(parameters: Parameters, report: (problem: FieldError) => void): Shape | undefined {
  const text = parameters.get('shape')?.at(-1);
  if (text === undefined || text === 'array' || text === 'object') return text;
  report({ field: 'shape', code: 'request/enum', detail: 'must be array or object' });
  return undefined;
}
