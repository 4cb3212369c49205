/**
 * Records answers.json: one successful response of every operation, from the running server, with varying values
 * replaced by constants: `RECORD_ANSWERS=1 npx vitest run packages/server/src/description/openapi.test.ts`, then
 * `npx biome check --write packages/server/answers.json`.
 */
import { writeFileSync } from 'node:fs';
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { type Api, bodiesOf, operationsOf, runExample } from './openapi.support.js';

/** A longer response is not used as an example; its route has a short one. */
const maxCharacters = 8_000;
/** Items shown per list. */
const shownItems = 1;
const moment = '2026-01-01T12:00:00.000Z';

/** Patterns of values that vary between runs, with their replacements. */
const volatile: ReadonlyArray<[RegExp, string]> = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, moment],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '0192f5a0-7c1b-7e2a-9d3c-5b8e4f6a1c20'],
  [/\bdgm_[A-Za-z0-9_-]+/g, 'dgm_shown-once'],
  [/\b[0-9a-f]{64}\b/g, '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  [/\b[0-9a-f]{32}\b/g, '4bf92f3577b34da6a3ce929d0e0e4736'],
  [/\b[0-9a-f]{16}\b/g, '00f067aa0ba902b7'],
  [/\bwhsec_[A-Za-z0-9+/=]+/g, 'whsec_AjW5QzwHHjdzEjJaSDWau4nAMIdkbAOy8p0VFkZUzF0='],
];

/** Values that vary between runs and have no pattern, by the name of their member: durations, public keys and signatures. */
const volatileMembers: Readonly<Record<string, string | number>> = {
  search_time: 4.239,
  latency_ms: 4,
  x: 'tpC-ZCfXy4iwPAJaK4q_PUzIg04PyBRvdrsgng769mM',
  kid: 'XqpzIvVRD-EOyEGi3TcYZ30Rb8-bjhoBZbAtkHNCfpw',
  protected:
    'eyJhbGciOiJFZERTQSIsImtpZCI6InVVdkVUdXZySkN3LTBST1FtUDhyM0psQ3ZfR1M2a2VZVlBVa2lZRGNJS0EiLCJ0eXAiOiJKT1NFIiwiamt1IjoiaHR0cDovLzEyNy4wLjAuMTo0NzgwLy53ZWxsLWtub3duL2h0dHAtbWVzc2FnZS1zaWduYXR1cmVzLWRpcmVjdG9yeSJ9',
  signature: 'BIlf6DQZsqMsaZ8yDTLsZ7rh2n_FNrCPiwAHy20STHm5Ujuy8b1j8xpWWQiOGJFgoqXUNMAwQRljsJmIWCyPDQ',
};

/** Runs the examples of each operation, also as a dry run where supported, and writes successful JSON responses. */
export async function recordAnswers(api: Api, file: URL): Promise<void> {
  const answers: Record<string, Record<string, JsonValue>> = {};
  for (const each of operationsOf(api)) {
    const { operationId, parameters = [] } = each.operation;
    const dryRuns = parameters.some(({ name }) => name === 'X-Dry-Run') ? [{ 'X-Dry-Run': 'true' }] : [];
    const kept: Record<string, JsonValue> = {};
    for (const [, body] of bodiesOf(each.operation)) {
      for (const headers of [{}, ...dryRuns]) {
        const response = await runExample(api, each, body, { Accept: 'application/json', ...headers });
        if (!response.ok || response.headers.get('content-type')?.startsWith('application/json') !== true) continue;
        const shown = steady((await response.json()) as JsonValue);
        if (JSON.stringify(shown).length <= maxCharacters) kept[response.status] ??= shown;
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
  // References inside an example document would be resolved as references of the description.
  if ('$ref' in value) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const constant = volatileMembers[name];
      return [name, constant !== undefined && typeof constant === typeof member ? constant : steady(member)];
    }),
  );
}
