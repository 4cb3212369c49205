/** PROF-LRO-03: the status is one of a few states. */
import { findProperty } from '../../api/operation-facts.js';
import { enumOf, isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule.js';
import { statusCase } from './status-case.js';
import { listStatusReads } from './status-reads.js';

/** States that can be any text. */
export const operationStateUnclear: Rule = {
  id: 'operation-state-unclear',
  requirement: 'PROF-LRO-03',
  severity: 'warning',
  message: 'The state that {operation} reports is no enum.',
  why: 'An agent polls until the state is final; it has to know which states are.',
  help: 'List the states: queued, running, succeeded, failed, cancelled.',
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
