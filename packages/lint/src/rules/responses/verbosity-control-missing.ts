/** PROF-RESP-02: callers control how much is returned. */
import { findVerbosity } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

const eleven = object(Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`f${at}`, { type: 'string' }])));

/** Reads of many fields without field selection. */
export const verbosityControlMissing: Rule = {
  id: 'verbosity-control-missing',
  requirement: 'PROF-RESP-02',
  severity: 'warning',
  varies: 'info up to half as many fields again as the limit allows',
  message: '{operation} returns {count} fields and has neither field selection nor a verbosity setting.',
  why: 'Callers need different amounts of data; without a control most of them pay for fields that they discard.',
  help: 'Add fields=id,title or response_format with concise and detailed.',
  check(api, report) {
    const { thresholds } = api.settings;
    for (const operation of api.exposed) {
      const { kinds, output, label, pointer } = operation;
      if (!kinds.read || output === undefined || findVerbosity(api, operation) !== undefined) continue;
      const count = api.leaves(output);
      if (count <= thresholds.verbosityFields) continue;
      const severity = count > 1.5 * thresholds.verbosityFields ? 'warning' : 'info';
      report(pointer, { operation: label, count }, { severity });
    }
  },
  cases: {
    good: [
      { 'get /t': { responses: answer(eleven), parameters: [{ name: 'response_format', in: 'query' }] } },
      {
        'get /t': {
          responses: answer(eleven),
          parameters: [{ name: 'log', in: 'query', schema: { type: 'string', enum: ['FULL', 'MINIMAL', 'NONE'] } }],
        },
      },
      {
        'get /t': {
          responses: answer(eleven),
          parameters: [{ name: 'orderWithLines', in: 'query', schema: { type: 'boolean' } }],
        },
      },
    ],
    bad: [{ 'get /t': { responses: answer(eleven) } }],
  },
};
