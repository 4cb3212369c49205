/**
 * Records answers.json: one successful answer of every operation, from the running server, with what differs from run
 * to run written as it is in every run. `RECORD_ANSWERS=1 npx vitest run packages/server/src/description/openapi.test.ts`.
 */
import { writeFileSync } from 'node:fs';
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { type Api, bodiesOf, operationsOf, runExample } from './openapi.support.js';

/** A longer answer is no example; its route shows a short one of its own. */
const mostCharacters = 8_000;
/** Items of a list that are shown. */
const shownItems = 1;
const moment = '2026-01-01T12:00:00.000Z';

/** What differs from run to run, and how it is written. */
const volatile: ReadonlyArray<[RegExp, string]> = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, moment],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '0192f5a0-7c1b-7e2a-9d3c-5b8e4f6a1c20'],
  [/\bdgm_[A-Za-z0-9_-]+/g, 'dgm_shown-once'],
  [/\b[0-9a-f]{64}\b/g, '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  [/\b[0-9a-f]{32}\b/g, '4bf92f3577b34da6a3ce929d0e0e4736'],
];

/** Runs the examples of each operation, also as a dry run where there is one, and writes what succeeds with JSON. */
export async function recordAnswers(api: Api, file: URL): Promise<void> {
  const answers: Record<string, Record<string, JsonValue>> = {};
  for (const each of operationsOf(api)) {
    const { operationId, parameters = [] } = each.operation;
    const rehearsals = parameters.some(({ name }) => name === 'X-Dry-Run') ? [{ 'X-Dry-Run': 'true' }] : [];
    const kept: Record<string, JsonValue> = {};
    for (const [, body] of bodiesOf(each.operation)) {
      for (const headers of [{}, ...rehearsals]) {
        const response = await runExample(api, each, body, { Accept: 'application/json', ...headers });
        if (!response.ok || response.headers.get('content-type')?.startsWith('application/json') !== true) continue;
        const shown = steady((await response.json()) as JsonValue);
        if (JSON.stringify(shown).length <= mostCharacters) kept[response.status] ??= shown;
      }
    }
    answers[operationId] = kept;
  }
  writeFileSync(file, `${JSON.stringify(answers, null, 2)}\n`);
}

function steady(value: JsonValue): JsonValue {
  if (typeof value === 'string') return volatile.reduce((text, [found, shown]) => text.replace(found, shown), value);
  if (Array.isArray(value)) return value.slice(0, shownItems).map(steady);
  if (!isJsonObject(value)) return value;
  // References of a document that is an example would be read as references of the description.
  if ('$ref' in value) return {};
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, steady(member)]));
}
