/** PROF-WRITE-02: a write can be retried safely. */

import { deriveConduct } from '@dragoman/core/descriptions';
import type { Api, ApiOperation } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { findKey, isLogin } from '../../api/operation-facts.js';
import { isType } from '../../api/schema-facts.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

/** Writes without an idempotency key. */
export const idempotencyKeyMissing: Rule = {
  id: 'idempotency-key-missing',
  requirement: 'PROF-WRITE-02',
  severity: 'warning',
  varies: 'error when risky, info for PUT, DELETE and actions that a repetition does not change, else warning',
  message: '{operation} accepts no idempotency key.',
  why: 'After a timeout an agent does not know whether the first call succeeded, and sends it again.',
  help: 'Accept an Idempotency-Key header, and return the first result for a repeated key.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { kinds, agent, label, pointer } = operation;
      if (!kinds.write || agent.idempotency !== undefined || findKey(api, operation) !== undefined) continue;
      if (!kinds.risky && isHarmless(operation)) continue;
      const severity = isRepeatable(api, operation) ? 'info' : kinds.risky ? 'error' : 'warning';
      report(pointer, { operation: label }, { severity });
    }
  },
  cases: {
    good: [
      { 'post /t': { parameters: [{ name: 'Idempotency-Key', in: 'header' }] } },
      {
        'post /t': {
          requestBody: { content: { 'application/json': { schema: { properties: { idempotency_key: {} } } } } },
        },
      },
      { 'post /t/search': {} },
      { 'post /check': { summary: 'Check a text' } },
      { 'post /oauth/token': {} },
    ],
    bad: [{ 'post /t': {} }, { 'delete /t': {} }],
  },
};

/** Actions that end in a state: a second call finds it reached. */
const repeatableWords = new Set(
  (
    'cancel delete remove approve reject decline confirm close reopen activate deactivate suspend unsuspend disable enable revoke archive ' +
    'unarchive restore trash untrash set upsert clear lock unlock block unblock stop end terminate pause resume unsubscribe unregister ' +
    'deregister void expire mark unmark pin unpin hide unhide accept assign unassign publish unpublish cleanup prune moderate update reset disconnect flush purge'
  ).split(' '),
);

function isRepeatable(api: Api, { method, path, id, summary, input, parameters, responses }: ApiOperation): boolean {
  // A repetition no longer matches the version that it names.
  if (method === 'put' || method === 'delete' || parameters.some(({ name }) => /^if-?match$/i.test(name))) return true;
  // What is sent along, such as a list of comments, would be stored twice.
  const parts = input === undefined ? [] : [...api.properties(input).values()];
  if (parts.some(({ schema }) => isType(schema, 'array'))) return false;
  // The caller names the new thing, and a second one with that name is refused.
  if (responses.some(({ status }) => status === '409') && parts.some((part) => part.name === 'id')) return true;
  const [last, name] = [tokensOf(literalSegments(path).at(-1) ?? ''), tokensOf(id ?? '')];
  const said = tokensOf((summary ?? '').split(/\s+/)[0] ?? '')[0];
  return [last[0], name[0], name.at(-1), said].some((word) => repeatableWords.has(word ?? ''));
}

/** Repeating it changes nothing: it only computes, or it hands out another credential. */
function isHarmless(operation: ApiOperation): boolean {
  const { method, path, id, summary, description } = operation;
  if (method !== 'post') return false;
  if (isLogin(operation)) return true;
  return deriveConduct({ method, path, name: id, summary, description }).impact === 'informational';
}
