/** Reads the address of a listing (-01 §4.3.1, -00 §5.1); every problem is told at once. */
import type { FieldError } from '@dragoman/model';
import type { Condition } from '../../../catalogue/index-port.js';
import { fieldsName, parseFields } from '../../../transport/field-selection.js';
import { invalidParameters, readParameters, wholeNumber } from '../../../transport/query-string.js';
import { filtersOfAddress } from './filters.js';
import type { PageRequest } from './paging.js';
import { boundedTop, checkSkip } from './paging.js';

/** Form of a list's answer. */
export type Shape = 'array' | 'object';

/** A listing as the protocol means it. */
export interface ListRequest {
  conditions: Condition[];
  page: PageRequest;
  /** Undefined: the route's own. */
  shape?: Shape;
  /** Members to show; undefined: the usual ones. */
  fields?: readonly string[];
}

const controls = ['top', 'skip', 'cursor', 'shape', fieldsName] as const;

/** Reads a listing; `knowsField` looks through the caller's eyes. Throws `INVALID_INPUT` with every problem. */
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

/** What the address of a search may say beside its body: shape, selection of members, and the cursor of a next link. */
export function readSearchAddress(url: URL): Pick<ListRequest, 'shape' | 'fields'> & { cursor?: string } {
  const problems: FieldError[] = [];
  const report = (problem: FieldError) => problems.push(problem);
  const parameters = readParameters(url);
  for (const name of parameters.keys()) {
    if (name === 'shape' || name === 'cursor' || name === fieldsName) continue;
    const detail = 'no such parameter; put query, filters, top and skip into the body';
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
    report({ field: name, code: 'request/type', detail: 'must be a whole number not below 0' });
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
