/** The operations of an AIDIP document, in every form. */

import { compileSchema } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { accept, context, fixture, remarks, sample, sampleOperation } from './aidip.support.js';
import { readAidip } from './read.js';

function problems(document: JsonValue): string[] {
  return readAidip(document, context)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ location, message }) => `${location.pointer} ${message}`);
}

const text = { type: 'string' };
const named = (name: string) => ({ name, description: '', inputs: text, outputs: text });

describe('listed operations', () => {
  it('get a name for programs and keep their own on the wire', () => {
    const { operations } = accept(fixture('freight-desk.in.json'));
    expect(operations.map(({ name, binding, derived }) => ({ name, binding, derived }))).toEqual([
      {
        name: 'quote_rate',
        binding: { kind: 'aidip', endpoint: 'https://agents.northquay.example/desk', operation: 'quoteRate' },
        derived: ['name'],
      },
      {
        name: 'track_container',
        binding: { kind: 'aidip', endpoint: 'https://agents.northquay.example/desk', operation: 'trackContainer' },
        derived: ['name'],
      },
    ]);
    expect(operations.map(({ safety }) => safety?.batch)).toEqual([undefined, true]);
  });

  it('get different names for programs when their own differ only in spelling', () => {
    const names = ['getRate', 'get_rate', 'get rate', '翻译', '天気', 'get_rate_2'];
    const { operations } = accept(sample({ operations: names.map(named) }));
    expect(operations.map(({ name }) => name)).toEqual([
      'get_rate',
      'get_rate_2',
      'get_rate_3',
      'operation_4',
      'operation_5',
      'get_rate_2_2',
    ]);
    expect(new Set(operations.map(({ id }) => id)).size).toBe(names.length);
  });

  it('keep their ids while agent and name stay the same', () => {
    const ids = (document: JsonValue, at = context.at) => accept(document, { at }).operations.map(({ id }) => id);
    const document = sample({ operations: [named('a'), named('b')] });
    expect(ids({ ...document, version: '2' }, '2027-01-01T00:00:00.000Z')).toEqual(ids(document));
    expect(ids({ ...document, id: 'other' })).not.toEqual(ids(document));
  });

  it('[AIDIP-OPS-02] need a name and must be in an array', () => {
    expect(problems(sample({ operations: [{ ...named('a'), name: 1 }] }))).toEqual([
      '/operations/0/name must be a string',
    ]);
    expect(problems(sample({ operations: [{ description: '', inputs: text, outputs: text }] }))).toEqual([
      '/operations/0/name missing',
    ]);
    expect(problems(sample({ operations: { a: named('a') } }))).toEqual(['/operations must be an array of objects']);
    expect(accept(sample({ operations: [named('a')] })).operations).toMatchObject([
      { name: 'a', description: '', input: text, output: text, version: 1, derived: [] },
    ]);
  });

  it('[AIDIP-OPS-03] have real schemas, with the location of each problem', () => {
    expect(problems(sampleOperation({ inputs: { type: 'strnig' } }))).toEqual([
      '/operations/0/inputs/type not a JSON Schema type',
    ]);
    expect(problems(sampleOperation({ outputs: { properties: { a: { required: 'text' } } } }))).toEqual([
      '/operations/0/outputs/properties/a/required must be an array of strings',
    ]);
    expect(problems(sampleOperation({ inputs: { type: 'string' }, outputs: { required: ['text'] } }))).toEqual([]);
  });

  it('[AIDIP-OPS-04] may have examples, which are validated against the schemas', () => {
    const examples = [{ input: { text: 'a' }, output: { text: 'b' } }, { input: { text: 1 }, output: {} }, {}];
    const read = readAidip(sampleOperation({ examples }), context);
    expect(read.value?.operations[0]?.examples).toEqual(examples);
    expect(remarks(read.diagnostics)).toEqual([
      'warning aidip/example-mismatch /operations/0/examples/1/input/text',
      'warning aidip/example-mismatch /operations/0/examples/1/output/text',
    ]);
    expect(read.diagnostics.find(({ code }) => code === 'aidip/example-mismatch')?.message).toBe(
      'does not match its schema: must be string',
    );
    expect(remarks(readAidip(sample(), context).diagnostics)).toEqual([]);
  });

  it('may have their own URL', () => {
    const [first, second] = accept(fixture('older-operations.in.json')).operations;
    expect(first?.binding).toEqual({
      kind: 'aidip',
      endpoint: 'https://quill.example/translate',
      operation: 'Translate Text',
      ownEndpoint: true,
    });
    expect(second?.binding).toEqual({ kind: 'aidip', endpoint: 'https://quill.example/run', operation: 'detect' });
  });

  it('take precedence over top-level inputs and outputs, which stay unknown members', () => {
    const { operations, extra } = accept(fixture('both-styles.in.json'));
    expect(operations).toHaveLength(1);
    expect(extra).toEqual({ inputs: { anything: 'goes' }, outputs: 42 });
  });

  it('prefer the newer name of a schema', () => {
    const [operation] = accept(sampleOperation({ inputs: text, input_schema: { type: 'number' } })).operations;
    expect(operation?.input).toEqual(text);
    expect(operation?.extra).toEqual({ input_schema: { type: 'number' } });
  });
});

describe('the implied operation', () => {
  it('represents top-level inputs and outputs and is called without a name', () => {
    const { operations } = accept(fixture('pier-weather.in.json'));
    expect(operations).toMatchObject([
      {
        name: 'invoke',
        description: 'Wind and wave forecast for a harbour pier.',
        binding: { kind: 'aidip', endpoint: 'https://pierweather.example/forecast' },
        derived: ['name', 'description', 'input', 'output'],
      },
    ]);
    expect(operations[0]?.binding).not.toHaveProperty('operation');
  });

  it('[AIDIP-OPS-01] needs both inputs and outputs when there are no operations', () => {
    const { operations: _, ...bare } = sample();
    expect(problems(bare)).toEqual(['/operations missing']);
    expect(problems({ ...bare, inputs: text })).toEqual(['/outputs missing']);
    expect(problems({ ...bare, outputs: text })).toEqual(['/inputs missing']);
    expect(problems({ ...bare, inputs: text, outputs: text })).toEqual([]);
    expect(problems({ ...bare, operations: [], inputs: text, outputs: text })).toEqual([]);
  });
});

describe('maps of type names', () => {
  const input = (inputs: JsonValue) => accept(sampleOperation({ inputs })).operations[0]?.input;

  it('[AIDIP-OPS-10] are read as object schemas with every field required, and are distinguished from schemas', () => {
    const schema = input({ text: 'string', count: 'integer' });
    expect(schema).toEqual({
      type: 'object',
      properties: { text: { type: 'string' }, count: { type: 'integer' } },
      required: ['text', 'count'],
    });
    const { validate } = compileSchema(schema ?? null);
    expect(validate({ text: 'a', count: 1 })).toEqual([]);
    expect(validate({ text: 'a' })).toHaveLength(1);
    for (const plain of [
      { type: 'string' },
      { type: 'object', title: 'x' },
      {},
      { text: 'strnig' },
      { text: { type: 'string' } },
    ]) {
      expect(input(plain)).toEqual(plain);
    }
    expect(input({ type: 'string', name: 'string' })).toHaveProperty('required', ['type', 'name']);
  });
});
