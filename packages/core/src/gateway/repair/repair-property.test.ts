/** For arbitrary operations: repairs can be undone, and answers match the repaired schema. */

import { compileSchema } from '@dragoman/documents';
import type { JsonObject, JsonSchema, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemas, values } from '../../../../documents/src/schema/schema.support.js';
import { everything, listing, whole } from './repair.support.js';
import { repairOperation, upstreamOperation } from './repair-operation.js';
import { readSelection } from './select-members.js';
import { shapeAnswer } from './shape-answer.js';
import { openPage } from './walk-pages.js';

/** Occasionally adds a rule that forbids changing its subject. */
const rarely = (...rules: JsonObject[]) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant<JsonObject>({}) }, { weight: 1, arbitrary: fc.constantFrom(...rules) });
const required = fc.constantFrom<JsonObject>({}, { required: ['a'] }, { required: ['a', 'b'] });
const thing: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constant({ $ref: '#/$defs/item' }),
  fc
    .tuple(required, rarely({ minProperties: 2 }, { allOf: [{}] }))
    .map(([demands, rule]) => ({ type: 'object', properties: { a: {}, b: {}, items: {} }, ...demands, ...rule })),
);
const list: fc.Arbitrary<JsonObject> = fc
  .tuple(thing, rarely({ minItems: 2 }, { uniqueItems: true }))
  .map(([items, rule]) => ({ type: 'array', items, ...rule }));
const object: fc.Arbitrary<JsonObject> = fc
  .tuple(list, thing, rarely({ maxProperties: 2 }, { additionalProperties: false }, { required: ['items'] }))
  .map(([items, a, rule]) => ({ type: 'object', properties: { items, a, b: {} }, ...rule }));
const $defs = { item: { type: 'object', required: ['a'], properties: { a: {}, b: {} } } };

const things = fc.record({ a: values, b: values, items: values }, { requiredKeys: ['a'], noNullPrototype: true });
const manyThings = fc.array(things, { maxLength: 5 });
const body = fc.record({ items: manyThings, a: things, b: values }, { requiredKeys: [], noNullPrototype: true });

/** Outputs to which repairs apply, and answers that mostly match them. */
const exchanges: fc.Arbitrary<{ output: JsonObject; answer: JsonValue }> = fc
  .oneof(
    fc.record({ output: list, answer: manyThings as fc.Arbitrary<JsonValue> }),
    fc.record({ output: object, answer: body as fc.Arbitrary<JsonValue> }),
  )
  .map(({ output, answer }) => ({ output: { ...output, $defs }, answer }));
const optionSets = fc.record(
  { response_format: fc.constantFrom('concise', 'detailed'), limit: fc.integer({ min: 1, max: 3 }) },
  { requiredKeys: [], noNullPrototype: true },
);
const operationOf = (
  output: JsonValue,
  input: JsonValue = { type: 'object', properties: { offset: whole, limit: whole } },
) => listing({}, { input: input as JsonSchema, output: output as JsonSchema });

describe('a repaired operation', () => {
  it('is restored without its repairs, and unchanged when it is repaired again', () => {
    fc.assert(
      fc.property(
        schemas,
        fc.oneof(
          schemas,
          exchanges.map(({ output }): JsonValue => output),
        ),
        (input, output) => {
          const own = operationOf(output, input);
          const made = repairOperation(own, everything);
          expect(upstreamOperation(made)).toEqual(own);
          expect(repairOperation(made, everything)).toEqual(made);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('returns answers that match its schema, where the upstream’s answers match the original', () => {
    let shaped = 0;
    fc.assert(
      fc.property(exchanges, optionSets, ({ output, answer: body }, options) => {
        const made = repairOperation(operationOf(output), everything);
        const { repairs } = made;
        if (repairs === undefined || compileSchema(output).validate(body).length > 0) return;
        const { pages, selection } = repairs;
        const given = options as JsonObject;
        const page = pages && openPage(pages, given, { key: 'k', subject: 's', of: 'o' });
        const pick = selection && readSelection(selection, given);
        const answer = shapeAnswer(body, repairs, { pick, page });
        expect(compileSchema(made.output as JsonValue).validate(answer)).toEqual([]);
        if (answer !== body || isJsonObject(answer)) shaped += 1;
      }),
      { numRuns: 150 },
    );
    expect(shaped).toBeGreaterThan(30);
  }, 60_000);
});
