import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { Face } from './face.support.js';
import { agent, ann, createFace } from './face.support.js';

const { operations: sampleOperations, ...bare } = agent('a');
const object = { type: 'object' };
const operation = { name: 'run', description: 'Runs.', inputs: object, outputs: object };

async function post(face: Face, more: object) {
  return face.send('POST', '/agents', { as: ann, body: { ...bare, ...more } });
}

async function refusedFields(more: object): Promise<string[]> {
  const face = createFace();
  const refused = await post(face, more);
  expect([refused.status, await face.ports.store.entries.read('a')]).toEqual([400, undefined]);
  return (refused.object.field_errors as { field: string }[]).map(({ field }) => field);
}

describe('operations through the registry', () => {
  it('[AIDIP-OPS-01] must be described, input and output both', async () => {
    expect((await refusedFields({})).length).toBeGreaterThan(0);
    expect((await refusedFields({ inputs: object })).length).toBeGreaterThan(0);
    expect((await post(createFace(), { operations: sampleOperations })).status).toBe(201);
    expect((await post(createFace(), { inputs: object, outputs: object })).status).toBe(201);
  });

  it('[AIDIP-OPS-02] are a list of objects with their four members', async () => {
    const { name, ...nameless } = operation;
    expect(await refusedFields({ operations: [nameless] })).toEqual(['operations[0].name']);
    expect(await refusedFields({ operations: operation })).toEqual(['operations']);
    const taken = await post(createFace(), { operations: [operation] });
    expect([taken.status, taken.object.operations]).toEqual([201, [operation]]);
  });

  it('[AIDIP-OPS-03] have JSON Schemas, whose problems are reported with their location', async () => {
    const misspelt = { ...operation, inputs: { type: 'strnig' } };
    const misplaced = { ...operation, name: 'second', outputs: { type: 'object', required: 'text' } };
    const fields = await refusedFields({ operations: [misspelt, misplaced] });
    expect(fields).toEqual(['operations[0].inputs.type', 'operations[1].outputs.required']);
  });

  it('[AIDIP-OPS-04] may have examples; one that breaks its own schema is reported', async () => {
    const inputs = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    const examples = [{ input: { n: 'one' }, output: {} }];
    const face = createFace();
    const body = { ...bare, operations: [{ ...operation, inputs, examples }] };
    const taken = await face.send('POST', '/agents?diagnostics=true', { as: ann, body });
    expect(taken.status).toBe(201);
    expect(taken.object.agent).toMatchObject(body);
    expect(taken.object.diagnostics).toContainEqual(
      expect.objectContaining({ severity: 'warning', pointer: expect.stringContaining('/operations/0/examples/0') }),
    );
    expect(Number(taken.headers.get('x-dragoman-warnings'))).toBeGreaterThan(0);
    const fine = await post(createFace(), { operations: [operation] });
    expect([fine.status, fine.headers.get('x-dragoman-warnings')]).toEqual([201, '0']);
  });

  it('are listed one by one', async () => {
    const face = createFace();
    await post(face, { operations: [operation, { ...operation, name: 'stop' }] });
    const { object: read } = await face.send('GET', '/agents/a');
    expect((read.operations as { name: string }[]).map(({ name }) => name)).toEqual(['run', 'stop']);
  });

  it('[AIDIP-OPS-09] give the same hits in either style', async () => {
    const face = createFace();
    const schemas: JsonObject = {
      inputs: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      outputs: { type: 'object' },
    };
    await face.register({ ...bare, id: 'flat', ...schemas });
    await face.register({ ...bare, id: 'listed', operations: [{ name: 'run', description: 'Runs.', ...schemas }] });
    for (const body of [{ query: 'something useful' }, { filters: { capability: 'testing' } }]) {
      expect((await face.search(body)).ids.sort()).toEqual(['flat', 'listed']);
    }
    for (const id of ['flat', 'listed']) {
      const stored = await face.ports.store.entries.read(id);
      expect(stored?.entry.operations[0]?.input).toEqual(schemas.inputs);
    }
    const broken = { inputs: { type: 'objekt' }, outputs: object };
    expect(await refusedFields(broken)).toEqual(['inputs.type']);
    expect(await refusedFields({ operations: [{ ...operation, ...broken }] })).toEqual(['operations[0].inputs.type']);
  });

  it('[AIDIP-OPS-10] may have the older map of type names, which is distinguished from a schema', async () => {
    const face = createFace();
    await post(face, { inputs: { text: 'string', count: 'integer' }, outputs: { type: 'string' } });
    const { object: read } = await face.send('GET', '/agents/a');
    expect(read.inputs).toEqual({
      type: 'object',
      properties: { text: { type: 'string' }, count: { type: 'integer' } },
      required: ['text', 'count'],
    });
    expect(read.outputs).toEqual({ type: 'string' });
  });

  it('may have their own URLs, and the older names for their schemas', async () => {
    const face = createFace();
    const own = { ...operation, endpoint: 'https://agent.example/run' };
    await post(face, { operations: [own] });
    expect((await face.send('GET', '/agents/a')).object.operations).toEqual([own]);
    const older = createFace();
    const schemas = {
      input_schema: { type: 'object', properties: { sonnet: { type: 'string' } } },
      output_schema: object,
    };
    expect((await post(older, { operations: [{ name: 'run', description: 'Runs.', ...schemas }] })).status).toBe(201);
    expect((await older.send('GET', '/agents/a')).object.operations).toMatchObject([
      { inputs: schemas.input_schema, outputs: object },
    ]);
  });
});
