/** Entries and calls for tests of the tool face. */
import type { Entry, JsonObject, JsonValue, Operation, ToolArgument, ToolSignature } from '@dragoman/model';
import { isJsonObject, isRequired, maximumOf, parameterType, schemaTypes } from '@dragoman/model';
import fc from 'fast-check';
import { createEntry, createOperation } from '../../gateway/gateway.support.js';

/** An object schema with these properties, the named ones required. */
export function object(properties: JsonObject, ...required: string[]): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** An entry with one operation that has this input and output. */
export function entryWith(
  input: Operation['input'],
  output: Operation['output'] = object({}),
  change: Partial<Entry> = {},
): Entry {
  return createEntry({ operations: [createOperation({ input, output })], ...change });
}

/** Calls that match a signature. */
export function arbitraryCall(signature: ToolSignature): fc.Arbitrary<ToolArgument[]> {
  const values = signature.input_parameters.map((input): fc.Arbitrary<JsonValue> => {
    const value = arbitraryValue(input);
    return isRequired(input) ? value : fc.option(value, { nil: null });
  });
  return fc
    .tuple(...values)
    .map((given) => given.map((value, at) => ({ name: signature.input_parameters[at]?.name ?? '', value })));
}

function arbitraryValue(input: ToolSignature['input_parameters'][number]): fc.Arbitrary<JsonValue> {
  switch (parameterType(input)) {
    case 'int':
      return fc.integer({ min: input.min ?? -1000, max: Math.min(maximumOf(input), 2 ** 31 - 1) });
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...(input['allowed-values'] ?? []).map(({ name }) => name));
    default:
      return fc.string({ maxLength: input.maxLength ?? 20, unit: 'binary' });
  }
}

const memberName = fc.constantFrom('a', 'b', 'c', 'city', 'hoursAhead', 'x-y', '__proto__', 'constructor');

const scalarSchema: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ type: fc.constant('string'), maxLength: fc.nat(12) }, { requiredKeys: ['type'] }),
  fc.record(
    { type: fc.constant('string'), minLength: fc.nat(2), pattern: fc.constant('^[a-c]*$') },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    {
      type: fc.constantFrom<JsonValue[]>('integer', ['integer', 'null']),
      minimum: fc.integer({ min: -9, max: 9 }),
      exclusiveMaximum: fc.integer({ min: -9, max: 99 }),
      multipleOf: fc.constantFrom(1, 3),
    },
    { requiredKeys: ['type'] },
  ),
  fc.constantFrom<JsonObject[]>(
    { type: 'boolean' },
    { enum: ['economy', 'premium economy', 'ECONOMY'] },
    { type: 'integer', enum: [1, 2, -1] },
    { const: 'fixed' },
    { oneOf: [{ const: 'a', description: 'An a.' }, { const: 'ä' }] },
    { type: 'number' },
    { type: ['string', 'null'] },
    { type: ['string', 'null'], enum: ['on', 'off', null] },
    { type: 'object', additionalProperties: { type: 'integer' } },
    { type: 'array', items: { type: 'string' } },
    { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    {},
  ),
);

/** Values that mostly match a schema of `arbitraryInput`. */
export function arbitraryValueOf(schema: JsonValue): fc.Arbitrary<JsonValue> {
  if (!isJsonObject(schema)) return fc.constant(null);
  const listed = [schema.enum, schema.oneOf].find(Array.isArray);
  const values = Object.hasOwn(schema, 'const') ? [schema.const ?? null] : listed;
  if (values !== undefined) {
    return fc.constantFrom(...values.map((value) => (isJsonObject(value) ? (value.const ?? null) : value)));
  }
  const [type = 'any', more] = schemaTypes(schema);
  const value = arbitraryTyped(schema, type);
  return more === 'null' ? fc.option(value, { nil: null, freq: 2 }) : value;
}

function arbitraryTyped(schema: JsonObject, type: string): fc.Arbitrary<JsonValue> {
  switch (type) {
    case 'string':
      return fc.string({ maxLength: 4, unit: fc.constantFrom('a', 'b', 'c', 'ä') });
    case 'integer':
      return fc.integer({ min: -9, max: 99 });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(fc.string(), { maxLength: 2 });
    case 'object':
      return arbitraryMembers(schema);
    default:
      return fc.oneof(fc.string({ maxLength: 3 }), fc.integer(), fc.constant(null), fc.constant<JsonValue>({ x: [1] }));
  }
}

function arbitraryMembers({ properties, additionalProperties: more }: JsonObject): fc.Arbitrary<JsonObject> {
  const members = Object.entries(isJsonObject(properties) ? properties : {}).map(([name, part]) =>
    fc
      .option(arbitraryValueOf(part), { nil: undefined })
      .map((value): [string, JsonValue][] => (value === undefined || name === '__proto__' ? [] : [[name, value]])),
  );
  const rest = isJsonObject(more) ? fc.constantFrom<[string, JsonValue][]>([], [['more', 5]]) : fc.constant([]);
  return fc.tuple(rest, ...members).map((parts) => Object.fromEntries(parts.flat()));
}

/** Input schemas: scalars, lists, nested and open objects. */
export const arbitraryInput: fc.Arbitrary<JsonObject> = fc.letrec<{ object: JsonObject; member: JsonObject }>(
  (tie) => ({
    object: fc
      .tuple(fc.array(fc.tuple(memberName, tie('member'), fc.boolean()), { maxLength: 4 }), fc.boolean(), fc.boolean())
      .map(([members, closed, grouped]) => ({
        type: 'object',
        properties: Object.fromEntries(members.map(([name, schema]) => [name, schema])),
        required: [...new Set(members.filter(([, , required]) => required).map(([name]) => name))],
        ...(closed ? { additionalProperties: false } : {}),
        ...(grouped && members.length > 3 ? { minProperties: 2 } : {}),
      })),
    member: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalarSchema, tie('object')),
  }),
).object;
