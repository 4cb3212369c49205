/** A document with XML bodies, and its operations. */
import type { Diagnostic, HttpBinding, JsonValue, Operation } from '@dragoman/model';
import { readOpenApi } from '../read.js';

/** An operation that is called over HTTP. */
export type HttpOperation = Operation & { binding: HttpBinding };

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const xmlOf = (schema: JsonValue) => ({ content: { 'application/xml': { schema } } });
const post = (operationId: string, schema: JsonValue) => ({
  post: {
    operationId,
    requestBody: { required: true, ...xmlOf(schema) },
    responses: { 200: { description: 'Done.', ...xmlOf(schema) } },
  },
});

/** Attributes, wrapped and plain lists, namespaces, a recursive schema and a root without a name. */
export const petShop: JsonValue = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://pets.example' }],
  paths: {
    '/pets': post('createPet', reference('Pet')),
    '/trees': post('putTree', reference('Tree')),
    '/lists': post('uploadList', { type: 'array', items: reference('Tree') }),
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        xml: { name: 'pet', prefix: 's', namespace: 'http://example.com/s' },
        properties: {
          id: { type: 'integer', xml: { attribute: true } },
          name: { type: 'string' },
          photos: { type: 'array', xml: { wrapped: true }, items: { type: 'string', xml: { name: 'photo' } } },
          tags: { type: 'array', items: { type: 'string', xml: { name: 'tag' } } },
          owner: reference('Owner'),
          note: { type: ['string', 'null'] },
        },
      },
      Owner: {
        xml: { name: 'holder', namespace: 'http://example.com/o' },
        properties: { name: { type: 'string' } },
      },
      Tree: { type: 'object', properties: { name: { type: 'string' }, child: reference('Tree') } },
    },
  },
};

/** Reads a document, with its findings. */
export function readFixture(
  document: JsonValue,
  mediaTypes: string[] = [],
): { operations: HttpOperation[]; diagnostics: Diagnostic[] } {
  const context = { at: '2026-01-01T00:00:00Z', strict: false, ownOrigins: [], curation: { mediaTypes } };
  const { value, diagnostics } = readOpenApi(document, context);
  return { operations: (value?.operations ?? []) as HttpOperation[], diagnostics };
}

/** An operation by its name. */
export function operationOf(operations: readonly HttpOperation[], name: string): HttpOperation {
  const found = operations.find((operation) => operation.name === name);
  if (found === undefined) throw new Error(`No operation ${name}`);
  return found;
}
