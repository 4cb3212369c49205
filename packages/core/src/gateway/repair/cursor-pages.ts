/**
 * Turns offset and page-number APIs into lists with a cursor: bounded pages, and a continuation that a caller need not
 * compute.
 */

import { soleType } from '@dragoman/documents';
import type { JsonObject, JsonValue, OperationExample, PageRepair } from '@dragoman/model';
import { isJsonObject, schemaProperties } from '@dragoman/model';
import type { Repair, RepairDraft } from './repair.js';
import type { ListShape } from './schema-shape.js';
import { findList, inputNamed, isChangeable, isRead, openSchema, withProperties, wrapList } from './schema-shape.js';

const names = {
  offset: ['offset', 'skip', 'startat'],
  page: ['page', 'pagenumber', 'pagenum'],
  size: ['limit', 'pagesize', 'perpage', 'maxresults', 'maxitems', 'top', 'take', 'size', 'count'],
  cursor: ['cursor', 'pagetoken', 'nexttoken', 'after', 'startingafter', 'continuation', 'continuationtoken', 'marker'],
  continuation: ['nextcursor', 'nextpagetoken', 'nexttoken', 'cursor'],
};

/** Name of the input that continues a list, and of the output member that provides it. */
export const cursorInput = 'cursor';
export const cursorOutput = 'next_cursor';

/** Page size where the description defines none, and the maximum. */
const usualSize = 20;
const maxPageSize = 100;

/** The repair; it applies to reads with a position and a size among their inputs and a list in their output. */
export const cursorPages: Repair = {
  name: 'cursor-pages',
  title: 'Pages by cursor',
  supplies:
    'Lists with offset and limit, or page and page size, accept a signed cursor instead of the position, limit the page size, and return next_cursor while there are more items.',
  mode: 'off',
  surface: true,
  concerns: (operation) => isRead(operation) && findList(operation.output, { loose: true }) !== undefined,
  apply(draft) {
    const pages = isRead(draft.operation) ? readPages(draft.input) : undefined;
    const list = pages === undefined ? undefined : findList(draft.output, { loose: true });
    const output = list === undefined ? undefined : outputOf(draft, list);
    if (pages === undefined || list === undefined || output === undefined) return false;
    draft.repairs.pages = pages;
    draft.repairs.list = list.at;
    draft.input = inputOf(draft.input, pages);
    draft.output = output;
    draft.examples = draft.examples.map((example) => exampleOf(example, pages));
    return true;
  },
};

/** How the inputs page; undefined where there already is a cursor or no position. */
export function readPages(input: JsonObject): PageRepair | undefined {
  if (inputNamed(input, names.cursor) !== undefined || Object.hasOwn(schemaProperties(input), cursorInput))
    return undefined;
  const offset = numberNamed(input, names.offset);
  const position = offset ?? numberNamed(input, names.page);
  const size = numberNamed(input, names.size);
  if (position === undefined || size === undefined) return undefined;
  const style = offset === undefined ? 'page' : 'offset';
  const { maximum, default: usual } = schemaOf(input, size);
  const most = typeof maximum === 'number' && maximum >= 1 ? Math.min(Math.floor(maximum), maxPageSize) : maxPageSize;
  const declared = typeof usual === 'number' && usual >= 1 ? Math.floor(usual) : usualSize;
  return {
    style,
    position,
    first: style === 'offset' || startsAtZero(schemaOf(input, position)) ? 0 : 1,
    size,
    usual: Math.min(declared, most),
    most,
    ...(typeof maximum === 'number' && maximum >= 1 ? { exact: true as const } : {}),
  };
}

function startsAtZero({ minimum, default: usual }: JsonObject): boolean {
  return minimum === 0 || usual === 0;
}

function schemaOf(input: JsonObject, name: string): JsonObject {
  const schema = schemaProperties(input)[name];
  return isJsonObject(schema) ? schema : {};
}

function numberNamed(input: JsonObject, among: readonly string[]): string | undefined {
  const name = inputNamed(input, among);
  if (name === undefined) return undefined;
  return ['integer', 'number'].includes(soleType(schemaOf(input, name)) ?? '') ? name : undefined;
}

function inputOf(input: JsonObject, { position, size, usual, most }: PageRepair): JsonObject {
  const { [position]: _, ...properties } = schemaProperties(input);
  const { exclusiveMaximum: __, ...known } = schemaOf(input, size);
  const required = Array.isArray(input.required)
    ? input.required.filter((name) => name !== position && name !== size)
    : [];
  const { required: ___, ...rest } = input;
  return {
    ...rest,
    properties: {
      ...properties,
      [size]: { ...known, minimum: 1, maximum: most, default: usual, description: sizeText(known, usual, most) },
      [cursorInput]: {
        type: 'string',
        maxLength: 4096,
        description: `The ${cursorOutput} of the previous page, unchanged; the other inputs are as for that page, and may be omitted. Omit the cursor, or leave it empty, for the first page.`,
      },
    },
    ...(required.length === 0 ? {} : { required }),
  };
}

function sizeText({ description }: JsonObject, usual: number, most: number): string {
  const said = typeof description === 'string' && description.trim() !== '' ? `${description.trim()} ` : '';
  return `${said}From 1 to ${most}; ${usual} when absent.`;
}

/** An output with its own continuation needs no cursor. */
function outputOf({ output }: RepairDraft, { at }: ListShape): JsonObject | undefined {
  const open = openSchema(output);
  const object = open === undefined || at !== '' ? open : wrapList(open);
  if (!isChangeable(object) || inputNamed(object, names.continuation) !== undefined) return undefined;
  return withProperties(object, {
    [cursorOutput]: {
      type: 'string',
      description: `Pass it as ${cursorInput} to get the next page; absent on the last one.`,
    },
  });
}

/** Example calls lose the position, which callers no longer pass. */
function exampleOf(example: OperationExample, { position, size, most }: PageRepair): OperationExample {
  const { input } = example;
  if (!isJsonObject(input)) return example;
  const { [position]: _, ...rest } = input;
  const asked: JsonValue | undefined = rest[size];
  return { ...example, input: typeof asked === 'number' && asked > most ? { ...rest, [size]: most } : rest };
}
