/** Arazzo documents as entries of the catalogue. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { weatherDocument, weatherWorkflow } from '../../documents/arazzo/arazzo.support.js';
import { readDescription } from '../index.js';

const context = { at: '2026-03-01T10:00:00.000Z', strict: false, ownOrigins: [] };

describe('an Arazzo document', () => {
  it('is recognized, and becomes one entry with an operation for each workflow', () => {
    const workflows = [weatherWorkflow(), weatherWorkflow({ workflowId: 'weather_at' })];
    const { value, diagnostics } = readDescription(weatherDocument({ workflows }), context);
    expect(diagnostics).toEqual([]);
    expect(value).toMatchObject({
      id: 'weather-tool',
      name: 'Weather tool',
      description: 'The weather at a place.',
      version: '1.0.0',
      capabilities: ['weather'],
      origin: { protocol: 'arazzo', at: context.at },
    });
    expect(value?.endpoint).toBeUndefined();
    expect(value?.operations.map(({ name, binding }) => [name, binding.kind === 'workflow' && binding.name])).toEqual([
      ['weather_at', 'weatherAt'],
      ['weather_at_2', 'weather_at'],
    ]);
    expect(value?.operations[0]).toMatchObject({ input: { required: ['city'] }, version: 1 });
  });

  it('is private if it says so, at its top or in its extension', () => {
    const access = { visibility: 'private', grants: ['caller:ann'] };
    const read = (change: JsonObject) => readDescription(weatherDocument(change), context);
    expect(read(access).value).toMatchObject(access);
    expect(read({ 'x-agent': { id: 'x', ...access } }).value).toMatchObject(access);
    expect(read({}).value?.visibility).toBeUndefined();
    expect(read({ visibility: 'hidden' }).value).toBeUndefined();
    expect(read({ grants: ['ann'] }).value).toBeUndefined();
    expect(read({ 'x-agent': { id: 'search' } }).value).toBeUndefined();
  });

  it('gives the same ids when it is read again', () => {
    const ids = [1, 2].map(() => readDescription(weatherDocument(), context).value?.operations[0]?.id);
    expect(ids[0]).toBe(ids[1]);
  });

  it('is rejected with its own errors and not with those of another protocol', () => {
    const { value, diagnostics } = readDescription({ arazzo: '1.0.0', operations: [] }, { ...context, uri: 'x' });
    expect(value).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toContain('arazzo/missing');
    expect(diagnostics.every(({ code, location }) => code.startsWith('arazzo/') && location.uri === 'x')).toBe(true);
  });

  it('types its outputs where it declares their types', () => {
    const schema = { type: 'object', properties: { summary: { type: 'string' } } };
    const read = (given: JsonObject) =>
      readDescription(weatherDocument({ workflows: [weatherWorkflow({ 'x-output-schema': given })] }), context);
    expect(read(schema).value?.operations[0]?.output).toEqual(schema);
    expect(read({ type: 'nonsense' }).value).toBeUndefined();
  });
});
