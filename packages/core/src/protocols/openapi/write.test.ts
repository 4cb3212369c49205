/** Entries written as OpenAPI are read back unchanged. */

import { compileSchema } from '@dragoman/documents';
import type { Entry, HttpBinding, JsonObject, Operation } from '@dragoman/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { context, documentOf, read, responses } from './openapi.support.js';
import { readOpenApi } from './read.js';
import { writeOpenApi } from './write.js';

function entryOf(document: JsonObject): Entry {
  const { value } = readOpenApi(document, context);
  if (value === undefined) throw new Error('refused');
  return { ...value, id: value.id ?? 'x', owner: 'ada', visibility: 'public', grants: [] };
}

/** What a round trip keeps. */
function kept({
  name,
  summary,
  description,
  tags,
  impact,
  idempotent,
  input,
  output,
  errors,
  binding,
  lifecycle,
}: Operation) {
  return { name, summary, description, tags, impact, idempotent, input, output, errors, binding, lifecycle };
}

const word = fc.constantFrom(
  'pets',
  'orders',
  'name',
  'state',
  'limit',
  'owner_id',
  'createdAt',
  'x-odd name',
  'constructor',
);

const leaf: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean') }),
  fc.record({
    type: fc.constant('string'),
    enum: fc.uniqueArray(fc.string({ maxLength: 5 }), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ $ref: fc.constantFrom('#/components/schemas/A', '#/components/schemas/B') }),
);

const schema: fc.Arbitrary<JsonObject> = fc.oneof(
  leaf,
  leaf.map((items) => ({ type: 'array', items })),
  fc.dictionary(word, leaf, { maxKeys: 3 }).map((properties) => ({ type: 'object', properties })),
  fc.array(leaf, { minLength: 2, maxLength: 3 }).map((oneOf) => ({ oneOf })),
);

const style = fc.constantFrom<JsonObject>(
  {},
  { style: 'form', explode: false },
  { style: 'deepObject', explode: true },
  { style: 'pipeDelimited', explode: false },
);

const parameters = fc
  .uniqueArray(
    fc.record({
      name: word,
      in: fc.constantFrom('query', 'header'),
      required: fc.boolean(),
      schema,
      description: fc.constantFrom('What.', 'Why.'),
    }),
    {
      maxLength: 4,
      selector: ({ name, in: place }) => `${place} ${name}`,
    },
  )
  .chain((list) =>
    fc.tuple(...list.map((each) => style.map((more) => (each.in === 'query' ? { ...each, ...more } : each)))),
  );

const body = fc.record({
  required: fc.boolean(),
  content: fc
    .tuple(fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'), schema)
    .map(([type, made]) => ({ [type]: { schema: made } })),
});

const operation = fc.record(
  {
    summary: fc.constantFrom('Do it.', 'Find it.'),
    description: fc.constantFrom('At length.', 'In short.'),
    tags: fc.constantFrom(['pets'], ['pets', 'staff']),
    deprecated: fc.constant(true),
    parameters,
    requestBody: body,
    responses: schema.map((made) => ({
      '200': { description: 'Good.', content: { 'application/json': { schema: made } } },
      '404': { description: 'Gone.' },
      '422': { description: 'Bad.' },
    })),
  },
  { requiredKeys: ['responses'] },
);

const components = {
  schemas: {
    A: { type: 'object', properties: { a: { type: 'string' }, b: { $ref: '#/components/schemas/B' } } },
    B: {
      type: 'object',
      properties: { a: { $ref: '#/components/schemas/A' }, secret: { type: 'string', writeOnly: true } },
    },
  },
};

const documents = fc
  .dictionary(
    fc.constantFrom('/pets', '/pets/{id}', '/staff/{id}/name'),
    fc.dictionary(fc.constantFrom('get', 'post', 'put', 'delete'), operation, { minKeys: 1, maxKeys: 3 }),
    { minKeys: 1, maxKeys: 3 },
  )
  .map((paths) => documentOf(paths as unknown as JsonObject, { components }));

describe('the own interface of an entry', () => {
  it('keeps methods that no path item has a member for, in a document of OpenAPI 3.2', () => {
    const additionalOperations = { COPY: { operationId: 'copyBerth', responses } };
    const paths = { '/berths': { get: { operationId: 'listBerths', responses }, additionalOperations } };
    const before = entryOf(documentOf(paths, { openapi: '3.2.0' }));
    const { value } = writeOpenApi(before, { face: 'own' });
    expect(value.openapi).toBe('3.2.0');
    const strict = readOpenApi(value, { ...context, strict: true });
    expect(strict.value?.operations.map(kept)).toEqual(before.operations.map(kept));
  });

  it('writes two operations with the same further method and path at different paths', () => {
    const additionalOperations = { COPY: { operationId: 'copyBerth', responses } };
    const { operations, ...rest } = entryOf(documentOf({ '/berths': { additionalOperations } }, { openapi: '3.2.0' }));
    const twice = operations.flatMap((each) => [each, { ...each, name: 'copy_twice' }]);
    const { value } = writeOpenApi({ ...rest, operations: twice }, { face: 'own' });
    expect(Object.keys(value.paths as JsonObject)).toEqual(['/berths', '/berths/copy-twice']);
  });

  it('is read back unchanged', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const first = entryOf(document);
        const again = entryOf(writeOpenApi(first, { face: 'own' }).value);
        const ordered = (entry: Entry) =>
          entry.operations.map(kept).sort((one, other) => (one.name < other.name ? -1 : 1));
        // The writer assigns missing operation ids, so only derived facts may be stated now.
        expect(normalise(ordered(again))).toEqual(normalise(ordered(first)));
      }),
      { numRuns: 60 },
    );
  }, 120_000);

  it('has the path and the headers of an AGIS endpoint, and reports what is lost', () => {
    const [base] = read(documentOf({ '/a': { get: { responses } } })).operations;
    if (base === undefined) throw new Error('no operation');
    const booking: Operation = {
      ...base,
      name: 'book_table',
      verb: 'BOOK',
      path: '/reservation/{id}',
      impact: 'reversible',
      confidence: 0.9,
      input: { type: 'object', properties: { id: { type: 'string' }, seats: { type: 'integer' } }, required: ['id'] },
      binding: { kind: 'agis', base: 'https://a.example', transport: 'http' },
    };
    const entry = { ...entryOf(documentOf({ '/a': { get: { responses } } })), operations: [booking] };
    const { value, diagnostics } = writeOpenApi(entry, { face: 'own' });
    expect(value.paths).toMatchObject({
      '/reservation/{id}': {
        post: {
          operationId: 'book_table',
          'x-agis-method': 'BOOK',
          parameters: [
            { name: 'id', in: 'path' },
            { name: 'X-AGIS-Method', in: 'header', required: true, schema: { const: 'BOOK' } },
            { name: 'X-AGIS-Grammar', in: 'header' },
          ],
          requestBody: { content: { 'application/json': {} } },
          servers: [{ url: 'https://a.example' }],
        },
      },
    });
    expect(diagnostics).toMatchObject([{ code: 'openapi-write/lost' }]);
    expect(diagnostics[0]?.message).toContain('confidence');
    const extra = { agis: { vocabulary: { domain: 'logistics', negotiable: true, namespace: 'pier' } } };
    const messages = writeOpenApi({ ...entry, extra }, { face: 'own' }).diagnostics.map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringContaining('domain, negotiable cannot be expressed'));
  });

  it('states what words made more careful than the method, since other names may not', () => {
    const { value } = writeOpenApi(entryOf(documentOf({ '/gate': { get: { summary: 'Open the gate', responses } } })), {
      face: 'own',
    });
    expect(value.paths).toMatchObject({ '/gate': { get: { 'x-agent': { impact: 'reversible', idempotent: false } } } });
  });
});

describe('an entry through the gateway', () => {
  it('has one path for each operation, with equivalent schemas', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const entry = entryOf(document);
        const { value } = writeOpenApi(entry, { face: 'gateway', origin: 'https://gate.example' });
        const again = readOpenApi(value, context).value;
        expect(again?.operations.map(({ name }) => name)).toEqual(entry.operations.map(({ name }) => name));
        for (const [at, { output, name }] of entry.operations.entries()) {
          const other = again?.operations[at];
          const urlTemplate = `https://gate.example/agents/${entry.id}/invoke/${name}`;
          expect(other?.binding).toMatchObject({ urlTemplate });
          for (const sample of [{}, 'x', 1, [], { a: 'x', b: { a: 1 } }]) {
            expect(compileSchema(other?.output ?? false).validate(sample)).toEqual(
              compileSchema(output).validate(sample),
            );
          }
        }
      }),
      { numRuns: 15 },
    );
  }, 120_000);
});

/** The writer states ids that were derived before, and may rename definitions that differ under one name. */
function normalise(operations: ReturnType<typeof kept>[]): unknown {
  const plain = operations.map(({ binding, ...rest }) => {
    const { operationId: _, ...own } = binding as HttpBinding;
    return { ...rest, binding: own };
  });
  return JSON.parse(JSON.stringify(plain).replaceAll(/\b([AB])_[0-9a-f]{6}\b/g, '$1')) as unknown;
}
