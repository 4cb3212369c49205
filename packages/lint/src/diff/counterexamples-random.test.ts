/** Draws pairs of schemas: the newer schema refuses counterexamples of requests and allows those of responses. */
import { compileSchema, getPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readApi } from '../api/read-api.js';
import { defaultSettings } from '../settings/settings.js';
import { compareApis } from './compare-apis.js';

const type = fc.record({ type: fc.constantFrom('string', 'integer', 'boolean', 'null') });
const small = fc.integer({ min: 0, max: 2 });
const record = (model: Record<string, fc.Arbitrary<unknown>>) => fc.record(model, { requiredKeys: ['type'] });
const { schema } = fc.letrec<{ schema: JsonValue }>((tie) => {
  const inner = tie('schema');
  const parts = fc.array(inner, { minLength: 1, maxLength: 2 });
  const map = fc.dictionary(fc.constantFrom('a', 'b'), inner, { maxKeys: 2 });
  return {
    schema: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      type as fc.Arbitrary<JsonValue>,
      fc.record({ enum: fc.constantFrom<JsonValue[]>([1, 2], ['a'], ['a', 'b'], [null, 1]) }),
      record({
        type: fc.constant('array'),
        prefixItems: parts,
        items: fc.oneof(inner, fc.constant(false)),
        unevaluatedItems: fc.boolean(),
        contains: inner,
        minItems: small,
        maxItems: small,
        allOf: fc.array(fc.record({ prefixItems: parts }), { minLength: 1, maxLength: 1 }),
      }) as fc.Arbitrary<JsonValue>,
      record({
        type: fc.constant('object'),
        properties: map,
        required: fc.constantFrom(['a'], ['b']),
        additionalProperties: fc.oneof(inner, fc.constant(false)),
        patternProperties: fc.record({ '^x-': inner }),
        unevaluatedProperties: fc.boolean(),
        allOf: fc.array(fc.record({ properties: map }), { minLength: 1, maxLength: 1 }),
        anyOf: fc.array(fc.record({ properties: map }), { minLength: 2, maxLength: 2 }),
        maxProperties: small,
      }) as fc.Arbitrary<JsonValue>,
      fc.record({ oneOf: parts }) as fc.Arbitrary<JsonValue>,
    ),
  };
});

function documentOf(part: 'request' | 'response', schema: JsonValue): JsonObject {
  const content = { 'application/json': { schema } };
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1.0.0' },
    paths: {
      '/things': {
        post: {
          ...(part === 'request' ? { requestBody: { content } } : {}),
          responses: { '200': { description: 'OK', ...(part === 'response' ? { content } : {}) } },
        },
      },
    },
  };
}

function accepts(document: JsonObject, pointer: string, value: JsonValue): boolean | undefined {
  const found = getPointer(document, pointer);
  if (!isJsonObject(found) && typeof found !== 'boolean') return undefined;
  return compileSchema(found, { formats: true }).validate(value).length === 0;
}

describe('counterexamples of random differences', () => {
  it.each(['request', 'response'] as const)('are true for a %s', (part) => {
    let count = 0;
    fc.assert(
      fc.property(schema, schema, (before, after) => {
        const documents = [documentOf(part, before), documentOf(part, after)] as const;
        const [one, other] = [readApi(documents[0], defaultSettings), readApi(documents[1], defaultSettings)];
        for (const { counterexample, pointer, message, side } of compareApis(one, other).changes) {
          if (counterexample === undefined || side === 'old') continue;
          // The newer version accepts requests and sends responses.
          const isAccepted = accepts(documents[1], pointer, counterexample);
          expect([message, counterexample, isAccepted]).toEqual([message, counterexample, part === 'response']);
          count += 1;
        }
      }),
      { numRuns: 100 },
    );
    expect(count).toBeGreaterThan(30);
  });
});
