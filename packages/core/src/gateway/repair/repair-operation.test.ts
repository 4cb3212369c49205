/** Each repair changes operations that lack a property, and leaves those alone that have it themselves. */

import { checkSchema, compileSchema } from '@dragoman/documents';
import type { JsonObject, Operation, RepairName } from '@dragoman/model';
import { repairNames } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { createEntry, createOperation } from '../gateway.support.js';
import { repairNamed, repairs } from './index.js';
import { bareListing, everything, listing, whole } from './repair.support.js';
import {
  isSwitchedOn,
  repairOperation,
  repairOperations,
  repairsAtWork,
  upstreamOperation,
} from './repair-operation.js';

const inputs = ({ input }: Operation): JsonObject => (input as JsonObject).properties as JsonObject;
const outputs = ({ output }: Operation): JsonObject => (output as JsonObject).properties as JsonObject;

describe('the table of repairs', () => {
  it('has a row for every name, in the order of the contract or not', () => {
    expect(repairs.map(({ name }) => name).sort()).toEqual([...repairNames].sort());
    for (const name of repairNames) expect(repairNamed(name).supplies).toMatch(/^[A-Za-z].*\.$/);
  });

  it('is on by default only where tools are unchanged', () => {
    for (const repair of repairs) {
      expect([repair.name, isSwitchedOn(repair)]).toEqual([repair.name, !repair.surface]);
      expect(isSwitchedOn(repair, { [repair.name]: false })).toBe(repair.mode === 'always');
      expect(isSwitchedOn(repair, { [repair.name]: true })).toBe(true);
    }
  });
});

describe('cursor pages', () => {
  it.each<[string, JsonObject, object]>([
    ['offset and limit', { offset: whole, limit: whole }, { style: 'offset', first: 0, usual: 20, most: 100 }],
    ['page and per_page', { page: whole, per_page: whole }, { style: 'page', first: 1, size: 'per_page' }],
    ['a page from zero', { page: { type: 'integer', minimum: 0 }, size: whole }, { style: 'page', first: 0 }],
    [
      'skip and take',
      { skip: whole, take: { type: 'integer', default: 500, maximum: 50 } },
      { usual: 50, most: 50, exact: true },
    ],
    ['other spellings', { pageNumber: whole, pageSize: whole }, { position: 'pageNumber', size: 'pageSize' }],
  ])('are made from %s', (_, properties, expected) => {
    const made = repairOperation(listing(properties), { 'cursor-pages': true });
    expect(made.repairs?.pages).toMatchObject(expected);
    const { position = '', size = '' } = made.repairs?.pages ?? {};
    expect(Object.keys(inputs(made)).sort()).toEqual([size, 'cursor'].sort());
    expect(inputs(made)[position]).toBeUndefined();
    expect(inputs(made)[size]).toMatchObject({ minimum: 1, maximum: expect.any(Number), default: expect.any(Number) });
    expect(outputs(made).next_cursor).toMatchObject({ type: 'string' });
  });

  it.each<[string, Operation]>([
    ['a cursor already', listing({ cursor: { type: 'string' }, offset: whole, limit: whole })],
    [
      'a continuation in its output',
      listing(
        { offset: whole, limit: whole },
        { output: { type: 'object', properties: { items: { type: 'array' }, next_cursor: { type: 'string' } } } },
      ),
    ],
    ['no size', listing({ offset: whole })],
    ['no position', listing({ limit: whole })],
    ['positions that are not numbers', listing({ offset: { type: 'string' }, limit: whole })],
    [
      'no list in its output',
      listing({ offset: whole, limit: whole }, { output: { type: 'object', properties: { total: whole } } }),
    ],
    ['an output that is not described', listing({ offset: whole, limit: whole }, { output: true })],
    ['an effect', listing({ offset: whole, limit: whole }, { impact: 'reversible' })],
  ])('leave an operation unchanged that has %s', (_, operation) => {
    expect(repairOperation(operation, { 'cursor-pages': true })).toBe(operation);
  });

  it('put a bare list into an object, and remove required positions', () => {
    const bare = bareListing({ offset: whole, limit: whole });
    const made = repairOperation(
      { ...bare, input: { ...(bare.input as JsonObject), required: ['offset'] } },
      { 'cursor-pages': true },
    );
    expect(made.output).toMatchObject({
      type: 'object',
      required: ['items'],
      properties: { items: { type: 'array' } },
    });
    expect((made.input as JsonObject).required).toBeUndefined();
  });

  it('remove the position from example calls', () => {
    const examples = [{ input: { offset: 40, limit: 500 } }, { summary: 'bare' }];
    const made = repairOperation(listing({ offset: whole, limit: whole }, { examples }), { 'cursor-pages': true });
    expect(made.examples).toEqual([{ input: { limit: 100 } }, { summary: 'bare' }]);
    expect(upstreamOperation(made).examples).toEqual(examples);
  });
});

describe('field selection', () => {
  it('[PROF-RESP-03] offers fields and both formats, the concise one by default', () => {
    const made = repairOperation(listing({ q: { type: 'string' } }), { 'field-selection': true });
    expect(inputs(made)).toMatchObject({
      q: { type: 'string' },
      fields: { type: 'string' },
      response_format: { enum: ['concise', 'detailed'], default: 'concise' },
    });
    expect(made.repairs?.selection).toEqual({
      members: ['id', 'name', 'notes', 'status', 'log'],
      concise: ['id', 'name', 'status'],
    });
    const validator = compileSchema(made.output);
    expect(validator.validate({ items: [{ status: 'free' }], total: 1 })).toEqual([]);
    expect(validator.validate({ items: [{ status: 1 }] })).not.toEqual([]);
  });

  it.each<[string, Operation]>([
    ['fields already', listing({ fields: { type: 'string' } })],
    ['a verbosity already', listing({ verbosity: { type: 'string' } })],
    ['an effect', listing({}, { impact: 'reversible' })],
    [
      'an answer that is combined',
      listing({}, { output: { allOf: [{ type: 'object' }], properties: { a: true, b: true } } }),
    ],
    ['an answer of one member', listing({}, { output: { type: 'object', properties: { a: true } } })],
  ])('leaves an operation unchanged that has %s', (_, operation) => {
    expect(repairOperation(operation, { 'field-selection': true })).toBe(operation);
  });

  it('follows references to the items, and does not change shared definitions', () => {
    const output = {
      type: 'object',
      properties: { data: { type: 'array', items: { $ref: '#/$defs/Berth' } }, first: { $ref: '#/$defs/Berth' } },
      $defs: { Berth: { type: 'object', required: ['id'], properties: { id: whole, name: { type: 'string' } } } },
    };
    const made = repairOperation(listing({}, { output }), { 'field-selection': true });
    const { validate } = compileSchema(made.output);
    expect(validate({ data: [{ name: 'a' }] })).toEqual([]);
    expect(validate({ data: [], first: { name: 'a' } })).not.toEqual([]);
  });
});

describe('closed inputs', () => {
  it('[PROF-DESC-18] reject unknown properties, nested ones too, and leave deliberate maps open', () => {
    const input = {
      type: 'object',
      properties: {
        where: { type: 'object', properties: { city: { type: 'string' } } },
        tags: { type: 'object', additionalProperties: { type: 'string' } },
        rows: { type: 'array', items: { $ref: '#/$defs/Row' } },
      },
      $defs: { Row: { type: 'object', properties: { n: whole } } },
    };
    const open = compileSchema(input);
    const closed = compileSchema(repairOperation(createOperation({ input }), { 'closed-input': true }).input);
    for (const value of [{ wher: 1 }, { where: { town: 'x' } }, { rows: [{ m: 1 }] }]) {
      expect(open.validate(value)).toEqual([]);
      expect(closed.validate(value)).toMatchObject([{ keyword: 'additionalProperties' }]);
    }
    expect(closed.validate({ where: { city: 'x' }, tags: { any: 'y' }, rows: [{ n: 1 }] })).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ['closed', { type: 'object', properties: { a: whole }, additionalProperties: false }],
    ['open on purpose', { type: 'object', properties: { a: whole }, additionalProperties: true }],
    ['combined', { type: 'object', properties: { a: whole }, allOf: [{ properties: { b: whole } }] }],
    ['without properties', { type: 'object' }],
    ['open by pattern', { type: 'object', properties: { a: whole }, patternProperties: { '^x': true } }],
  ])('leave an input unchanged that is %s', (_, input) => {
    const operation = createOperation({ input });
    expect(repairOperation(operation, { 'closed-input': true })).toBe(operation);
  });
});

describe('truncation', () => {
  it('is declared in the output, and leaves outputs unchanged that declare it themselves', () => {
    const made = repairOperation(listing({}), { truncation: true });
    expect(outputs(made)).toMatchObject({ truncated: { type: 'boolean' }, truncation: { type: 'object' } });
    const own = listing({}, { output: { type: 'object', properties: { truncated: { type: 'boolean' } } } });
    expect(repairOperation(own, { truncation: true })).toBe(own);
  });
});

describe('a repaired operation', () => {
  const plain = bareListing({ offset: whole, limit: whole, q: { type: 'string' } });
  const open = { ...plain, input: { type: 'object', properties: (plain.input as JsonObject).properties ?? {} } };

  it('has valid schemas, and is restored to the description’s own without its repairs', () => {
    const made = repairOperation(open, everything);
    expect(
      [...checkSchema(made.input), ...checkSchema(made.output)].filter(({ severity }) => severity === 'error'),
    ).toEqual([]);
    expect(upstreamOperation(made)).toEqual(open);
    expect(repairOperation(made, {})).toEqual(open);
  });

  it('is repaired once, however often the repair runs', () => {
    const made = repairOperation(open, everything);
    expect(repairOperation(made, everything)).toEqual(made);
  });

  it('is recognized when its shown schemas are sent back', () => {
    const made = repairOperation(open, everything);
    const shown = { ...open, input: made.input, output: made.output };
    expect(repairOperations([shown], everything, new Map([[made.name, made]]))).toEqual([made]);
    expect(repairOperations([shown], undefined, new Map([[made.name, made]]))).toEqual([open]);
  });

  it('lists the repairs that are active for it', () => {
    const names = (operation: Operation, switches = {}): RepairName[] =>
      repairsAtWork(createEntry({ repairs: switches }), repairOperation(operation, switches));
    expect(names(open)).toEqual(['problem-details', 'conditional-reads', 'trace-context']);
    expect(names(open, { ...everything, 'problem-details': false })).toEqual([
      'conditional-reads',
      'cursor-pages',
      'field-selection',
      'truncation',
      'closed-input',
      'trace-context',
    ]);
    expect(names(createOperation({ lifecycle: { deprecated: true } }))).toEqual([
      'idempotency',
      'deprecation-headers',
      'trace-context',
    ]);
  });
});
