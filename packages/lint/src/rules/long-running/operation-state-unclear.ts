/** PROF-LRO-03: the status is an enum. */
import { findProperty } from '../../api/operation-facts.js';
import { enumOf, isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { statusCase } from './status-case.js';
import { listStatusReads } from './status-reads.js';

/** Statuses without an enum. */
export const operationStateUnclear: Rule = {
  id: 'operation-state-unclear',
  requirement: 'PROF-LRO-03',
  severity: 'warning',
  message: 'The status that {operation} returns has no enum.',
  why: 'An agent polls until the status is final; it must know which values are.',
  help: 'List the statuses: queued, running, succeeded, failed, cancelled.',
  check(api, report) {
    for (const { output, label, pointer } of listStatusReads(api)) {
      const state = output === undefined ? undefined : findProperty(api, output, ['status', 'state', 'phase']);
      if (state === undefined || !isType(state.schema, 'string') || enumOf(state.schema) !== undefined) continue;
      report(pointer, { operation: label });
    }
  },
  cases: {
    good: [statusCase({ state: { type: 'string', enum: ['running', 'succeeded', 'failed'] } })],
    bad: [statusCase({ state: { type: 'string' } })],
  },
};
