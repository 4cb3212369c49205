/** Draws pairs of schemas and values: no value may contradict the verdict "contained", and every counterexample must be one. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { compileSchema } from '../schema/compile-schema.js';
import { compareSchemas, createSchemaComparison } from './compare-schemas.js';

const names = ['a', 'b', 'c'] as const;
const someNames = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 2 });
const small = fc.integer({ min: 0, max: 3 });

const scalar: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.constantFrom(-2, -1, 0, 0.5, 1, 2, 3, 4, 6),
  fc.constantFrom('', 'a', 'b', 'ab', 'aa', 'abc', '1', '12', 'x-a'),
);

const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names, 'x-a', 'd'), tie('value'), { maxKeys: 3 }) as fc.Arbitrary<JsonValue>,
  ),
}));

const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'object', 'array');
const pattern = fc.constantFrom('^a', 'b$', '^[ab]*$', '^\\d+$', '^x-', 'a|1', '^.{2,}$');

const { schema } = fc.letrec<{ schema: JsonValue }>((tie) => {
  const inner = tie('schema');
  const map = fc.dictionary(fc.constantFrom(...names), inner, { maxKeys: 2 });
  const parts = fc.array(inner, { minLength: 1, maxLength: 3 });
  const record = (model: Record<string, fc.Arbitrary<unknown>>) => fc.record(model, { requiredKeys: [] });
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.constantFrom<JsonValue>(true, false, {}),
      fc.record({ type }) as fc.Arbitrary<JsonValue>,
      fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }) }) as fc.Arbitrary<JsonValue>,
      fc.record({ const: scalar }) as fc.Arbitrary<JsonValue>,
      record({
        type: fc.constantFrom('number', 'integer'),
        minimum: small,
        maximum: small,
        exclusiveMinimum: small,
        exclusiveMaximum: small,
        multipleOf: fc.constantFrom(0.01, 0.1, 0.25, 0.3, 0.5, 1, 2, 3, 4, 6),
      }) as fc.Arbitrary<JsonValue>,
      record({ type: fc.constant('string'), minLength: small, maxLength: small, pattern }) as fc.Arbitrary<JsonValue>,
      record({
        type: fc.constant('object'),
        properties: map,
        required: someNames,
        additionalProperties: inner,
        patternProperties: fc.dictionary(fc.constantFrom('^x-', '^a', 'b$'), inner, { maxKeys: 1 }),
        minProperties: small,
        maxProperties: small,
        propertyNames: fc.record({ pattern }),
        dependentRequired: fc.dictionary(fc.constantFrom(...names), someNames, { maxKeys: 1 }),
        dependentSchemas: fc.dictionary(fc.constantFrom(...names), inner, { maxKeys: 1 }),
      }) as fc.Arbitrary<JsonValue>,
      record({
        type: fc.constant('array'),
        prefixItems: parts,
        items: inner,
        contains: inner,
        minContains: small,
        maxContains: small,
        minItems: small,
        maxItems: small,
        uniqueItems: fc.boolean(),
      }) as fc.Arbitrary<JsonValue>,
      fc.record({ allOf: parts }) as fc.Arbitrary<JsonValue>,
      fc.record({ anyOf: parts }) as fc.Arbitrary<JsonValue>,
      fc.record({ oneOf: parts }) as fc.Arbitrary<JsonValue>,
      fc.record({ not: inner }) as fc.Arbitrary<JsonValue>,
      fc.tuple(inner, inner, inner).map(([test, positive, negative]) =>
        Object.fromEntries([
          ['if', test],
          ['then', positive],
          ['else', negative],
        ]),
      ) as fc.Arbitrary<JsonValue>,
      record({
        type: fc.constant('object'),
        properties: map,
        unevaluatedProperties: fc.oneof(fc.boolean(), inner),
        allOf: parts,
        anyOf: parts,
        oneOf: parts,
        dependentSchemas: fc.dictionary(fc.constantFrom(...names), inner, { maxKeys: 1 }),
        ...Object.fromEntries(['if', 'then', 'else'].map((keyword) => [keyword, inner])),
      }) as fc.Arbitrary<JsonValue>,
      record({
        type: fc.constant('array'),
        prefixItems: parts,
        unevaluatedItems: fc.oneof(fc.boolean(), inner),
        allOf: parts,
        anyOf: parts,
        ...Object.fromEntries(['if', 'then'].map((keyword) => [keyword, inner])),
      }) as fc.Arbitrary<JsonValue>,
      fc.record({
        properties: fc.record({ a: fc.record({ $ref: fc.constant('#') }), b: inner }),
      }) as fc.Arbitrary<JsonValue>,
    ),
  };
});

/** A pair of schemas that differ in one place is more often contained than two unrelated ones. */
const pair = fc.oneof(
  fc.tuple(schema, schema),
  fc
    .tuple(schema, schema, fc.nat())
    .map(([one, other, at]): [JsonValue, JsonValue] => [one, replaceOne(one, other, at)]),
);

/** Replaces one subschema by another. */
function replaceOne(one: JsonValue, other: JsonValue, at: number): JsonValue {
  const keys = isJsonObject(one) ? Object.keys(one) : [];
  const key = keys[at % Math.max(1, keys.length)];
  if (!isJsonObject(one) || key === undefined) return other;
  const { [key]: inner, ...rest } = one;
  return isJsonObject(inner) && ['items', 'not', 'contains', 'additionalProperties', 'if', 'then'].includes(key)
    ? { ...one, [key]: replaceOne(inner, other, Math.floor(at / 7)) }
    : (rest as JsonObject);
}

/** Compiles a schema once for many values. */
function acceptorOf(given: JsonValue): (drawn: JsonValue) => boolean {
  const { validate } = compileSchema(given, { formats: true });
  return (drawn) => validate(drawn).length === 0;
}

/** True when a schema, or a part of it, has members or items without a type. */
function impliesType(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false;
  const isUntyped =
    !('type' in given) && ['properties', 'items', 'prefixItems', 'required'].some((name) => name in given);
  return isUntyped || Object.values(given).some(impliesType);
}

describe('random schemas', () => {
  it('finds no value that contradicts a verdict', () => {
    const counts = { contained: 0, broken: 0, undecided: 0 };
    fc.assert(
      fc.property(pair, fc.array(value, { minLength: 12, maxLength: 12 }), ([sender, acceptor], values) => {
        const { verdict, counterexample } = compareSchemas(sender, acceptor, { undeclared: true });
        counts[verdict] += 1;
        if (verdict === 'undecided') return;
        const [sends, accepts] = [acceptorOf(sender), acceptorOf(acceptor)];
        for (const drawn of verdict === 'contained' ? values : []) {
          if (sends(drawn)) expect([drawn, accepts(drawn)]).toEqual([drawn, true]);
        }
        if (counterexample === undefined) return;
        expect([sends(counterexample.value), accepts(counterexample.value)]).toEqual([true, false]);
      }),
      { numRuns: 250 },
    );
    expect(counts.contained).toBeGreaterThan(100);
    expect(counts.undecided).toBeLessThan((counts.contained + counts.broken) / 10);
  });

  it('treats members that a sender does not declare as not sent', () => {
    const closed = (given: JsonValue): JsonValue =>
      isJsonObject(given) ? { ...given, unevaluatedProperties: false } : given;
    const object = fc.record({ properties: fc.dictionary(fc.constantFrom(...names), schema, { maxKeys: 2 }) });
    fc.assert(
      fc.property(object, object, fc.array(value, { minLength: 8, maxLength: 8 }), (sender, acceptor, values) => {
        // In this mode `properties` and `items` imply a type of what is sent, which the validator does not know.
        if (Object.values(sender.properties).some(impliesType)) return;
        const typed = { type: 'object', ...(sender as JsonObject) };
        const comparison = createSchemaComparison({ sender: typed, acceptor: acceptor as JsonObject });
        if (comparison.compare(typed, acceptor as JsonObject).verdict !== 'contained') return;
        const [sends, accepts] = [acceptorOf(closed(typed)), acceptorOf(acceptor as JsonObject)];
        for (const drawn of values) {
          // Inner objects are restricted to their declared members too, so only flat values are drawn here.
          const isFlat = isJsonObject(drawn) && Object.values(drawn).every((each) => typeof each !== 'object');
          if (isFlat && sends(drawn)) expect([drawn, accepts(drawn)]).toEqual([drawn, true]);
        }
      }),
      { numRuns: 80 },
    );
  });
});
