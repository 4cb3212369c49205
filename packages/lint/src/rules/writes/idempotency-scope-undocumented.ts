/** PROF-WRITE-06: how far a key's uniqueness reaches. */
import type { Rule } from '../../rule.js';
import { listKeyed } from './keyed-operations.js';

const reach =
  /\bper (?:account|credential|user|operation|caller|key|tenant|endpoint|request|client|organi[sz]ation)\b|\bglobal(?:ly)?\b|\bscoped?\b|\bunique (?:within|across|among|to)\b/i;

/** Keys without a stated reach. */
export const idempotencyScopeUndocumented: Rule = {
  id: 'idempotency-scope-undocumented',
  requirement: 'PROF-WRITE-06',
  severity: 'info',
  message: '{operation} does not say how far the uniqueness of an idempotency key reaches.',
  why: 'Two agents with one key either share a result or do not; they should know.',
  help: 'Say "unique per credential and operation", or x-agent.idempotency.scope.',
  check(api, report) {
    for (const { operation, at, said } of listKeyed(api)) {
      if (!reach.test(said)) report(at, { operation: operation.label });
    }
  },
  cases: {
    good: [{ 'post /t': { 'x-agent': { idempotency: { scope: 'per credential' } } } }],
    bad: [
      { 'post /t': { parameters: [{ name: 'Idempotency-Key', in: 'header', description: 'Kept for 24 hours.' }] } },
    ],
  },
};
