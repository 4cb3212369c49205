/** Random schemas and values for the tests of this folder. */
import type { JsonValue } from '@dragoman/model';
import fc from 'fast-check';

const names = ['a', 'b', 'constructor', 'x/y', 'z~'];
const name = fc.constantFrom(...names);
const count = fc.integer({ min: 0, max: 3 });
const typeName = fc.constantFrom('string', 'number', 'integer', 'boolean', 'object', 'array', 'null');

/** Small JSON values whose members have the names that the random schemas use. */
export const values: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonValue>(null, true, false, 0, 1, 2.5, -3, '', 'a', 'abc', '12'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

/** Valid schemas of JSON Schema 2020-12, with references to the definitions that `schemas` adds. */
const subschema: fc.Arbitrary<JsonValue> = fc.letrec<{ schema: JsonValue }>((tie) => {
  const schema = tie('schema');
  const list = fc.array(schema, { minLength: 1, maxLength: 2 });
  const map = (key: fc.Arbitrary<string>) => fc.dictionary(key, schema, { maxKeys: 2, noNullPrototype: true });
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.boolean(),
      fc.record({ $ref: fc.constantFrom('#/$defs/one', '#two', '#/$defs/three') }),
      fc.record(
        {
          type: fc.oneof(typeName, fc.uniqueArray(typeName, { minLength: 1, maxLength: 3 })),
          enum: fc.array(values, { maxLength: 3 }),
          const: values,
          minimum: fc.integer({ min: -2, max: 2 }),
          exclusiveMaximum: fc.integer({ min: -2, max: 2 }),
          multipleOf: fc.constantFrom(1, 2, 0.5),
          minLength: count,
          maxLength: count,
          pattern: fc.constantFrom('^a', 'b+$', '\\d'),
          minItems: count,
          maxItems: count,
          uniqueItems: fc.boolean(),
          required: fc.uniqueArray(name, { maxLength: 2 }),
          maxProperties: count,
          dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), {
            maxKeys: 1,
            noNullPrototype: true,
          }),
        },
        { requiredKeys: [], noNullPrototype: true },
      ),
      fc.record(
        {
          properties: map(name),
          patternProperties: map(fc.constantFrom('^a', 'c')),
          additionalProperties: schema,
          propertyNames: schema,
          dependentSchemas: map(name),
          allOf: list,
          anyOf: list,
          oneOf: list,
          not: schema,
          if: schema,
          // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
          then: schema,
          else: schema,
          prefixItems: list,
          items: schema,
          contains: schema,
          maxContains: count,
          unevaluatedProperties: schema,
          unevaluatedItems: schema,
        },
        { requiredKeys: [], noNullPrototype: true },
      ),
    ) as fc.Arbitrary<JsonValue>,
  };
}).schema;

/** Whole schemas with three definitions, one of which is recursive through its members. */
export const schemas: fc.Arbitrary<JsonValue> = fc.tuple(subschema, subschema).map(([root, two]) => ({
  allOf: [root],
  $defs: {
    one: {
      type: ['object', 'array', 'string'],
      additionalProperties: { $ref: '#/$defs/one' },
      items: { $ref: '#/$defs/one' },
    },
    two: { $anchor: 'two', maxProperties: 3, properties: { a: two } },
    three: { $ref: '#two', required: ['a'] },
  },
}));
