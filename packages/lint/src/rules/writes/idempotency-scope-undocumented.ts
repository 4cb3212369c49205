/** PROF-WRITE-06: the scope of an idempotency key is documented. */
import type { Rule } from '../../rule-model/rule.js';
import { listKeyed } from './keyed-operations.js';

const reach =
  /\bper (?:account|credential|user|operation|caller|key|tenant|endpoint|request|client|organi[sz]ation)\b|\bglobal(?:ly)?\b|\bscoped?\b|\bunique (?:within|across|among|to)\b/i;

/** Idempotency keys without a documented scope. */
export const idempotencyScopeUndocumented: Rule = {
  id: 'idempotency-scope-undocumented',
  requirement: 'PROF-WRITE-06',
  severity: 'info',
  message: '{operation} does not document the scope in which an idempotency key is unique.',
  why: 'Agents must know whether two of them with the same key share one result.',
  help: 'Write "unique per credential and operation", or set x-agent.idempotency.scope.',
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
