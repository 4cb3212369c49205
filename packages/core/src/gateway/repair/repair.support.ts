/** Operations over plain HTTP that lack properties, a gateway that calls them, and scripted upstreams. */
import type { JsonObject, JsonValue, Operation, RepairSwitches } from '@dragoman/model';
import { createHttpCaller } from '../../protocols/openapi/call.js';
import type { TestGateway } from '../gateway.support.js';
import { createEntry, createOperation, createTestGateway, json } from '../gateway.support.js';
import { repairOperation } from './repair-operation.js';

export const everything: RepairSwitches = {
  'cursor-pages': true,
  'field-selection': true,
  truncation: true,
  'closed-input': true,
};

const berth: JsonObject = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    notes: { type: 'string' },
    status: { type: 'string' },
    log: { type: 'array', items: { type: 'string' } },
  },
};

export const whole: JsonObject = { type: 'integer' };

/** An operation that lists berths; its inputs are in the query. */
export function listing(properties: JsonObject, change: Partial<Operation> = {}): Operation {
  const parameters = Object.fromEntries(Object.keys(properties).map((name) => [name, { in: 'query' as const }]));
  return createOperation({
    name: 'list_berths',
    impact: 'informational',
    input: { type: 'object', properties, additionalProperties: false },
    output: { type: 'object', properties: { items: { type: 'array', items: berth }, total: whole } },
    binding: { kind: 'http', method: 'GET', urlTemplate: 'https://echo.example/berths', parameters },
    ...change,
  });
}

/** An operation whose answer is the list itself. */
export function bareListing(properties: JsonObject): Operation {
  return listing(properties, { output: { type: 'array', items: berth } });
}

/** The first so many berths. */
export function berths(count: number): JsonObject[] {
  return Array.from({ length: count }, (_, at) => ({ id: at, name: `Berth ${at}`, notes: 'n', status: 'free' }));
}

/** The inputs that an upstream gets in its URL. */
export function asked(url: string): Record<string, string> {
  return Object.fromEntries(new URL(url).searchParams);
}

/** A gateway with one operation, with these repairs, and an upstream that answers by the inputs in its URL. */
export async function openRepaired(
  operation: Operation,
  switches: RepairSwitches,
  answer: (inputs: Record<string, string>) => JsonValue,
): Promise<TestGateway> {
  const test = await createTestGateway(
    { answerBytes: 20_000_000 },
    { callers: [createHttpCaller({ ownOrigins: [] })] },
  );
  const repaired = repairOperation(operation, switches);
  await test.put(createEntry({ operations: [repaired], repairs: switches }));
  test.script(({ url }) => json(answer(asked(url))));
  return test;
}

/** Follows the cursor to the end, and returns the pages. */
export async function walk(test: TestGateway, input: JsonObject = {}, maxPages = 500): Promise<JsonObject[]> {
  const pages: JsonObject[] = [];
  let cursor: JsonValue | undefined;
  do {
    const answer = await test.answer({ input: cursor === undefined ? input : { cursor } });
    pages.push(answer.body as JsonObject);
    cursor = (answer.body as JsonObject).next_cursor;
  } while (cursor !== undefined && pages.length < maxPages);
  return pages;
}

/** The ids of all items, in the order of arrival. */
export function idsOf(pages: readonly JsonObject[]): number[] {
  return pages.flatMap(({ items }) => (items as JsonObject[]).map(({ id }) => id as number));
}
