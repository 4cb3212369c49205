/** PROF-RESP-02: callers control how much is returned. */
import { findVerbosity, itemsOf } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

const eleven = object(Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`f${at}`, { type: 'string' }])));

/** Reads of many fields without field selection. */
export const verbosityControlMissing: Rule = {
  id: 'verbosity-control-missing',
  requirement: 'PROF-RESP-02',
  // Callers seldom need fewer than some twenty short fields; response-too-wide reports the wide responses.
  severity: 'info',
  message: '{operation} returns {count} fields and has neither field selection nor a verbosity setting.',
  why: 'Callers need different amounts of data; without a control most of them pay for fields that they discard.',
  help: 'Add fields=id,title or response_format with concise and detailed.',
  check(api, report) {
    const { thresholds } = api.settings;
    for (const operation of api.exposed) {
      const { kinds, output, label, pointer } = operation;
      if (!kinds.read || output === undefined || findVerbosity(api, operation) !== undefined) continue;
      // RFC 8615: such documents have a format of their own.
      if (operation.path.includes('/.well-known/')) continue;
      // The fields of a page around its items are few, and not what a caller would deselect.
      const count = api.leaves(itemsOf(api, operation) ?? output);
      if (count > thresholds.verbosityFields) report(pointer, { operation: label, count });
    }
  },
  cases: {
    good: [
      { 'get /.well-known/card.json': { responses: answer(eleven) } },
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
      {
        'get /t': {
          responses: answer(eleven),
          parameters: [{ name: 'full', in: 'query', schema: { type: 'boolean' } }],
        },
      },
      {
        'get /t': {
          responses: answer(eleven),
          parameters: [{ name: 'f1', in: 'query', description: 'Whether to include f1', schema: { type: 'boolean' } }],
        },
      },
      {
        'get /t': {
          responses: answer(
            object({
              items: { type: 'array', items: object({ id: { type: 'string' } }) },
              page: object(Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`p${at}`, { type: 'integer' }]))),
            }),
          ),
        },
      },
    ],
    bad: [{ 'get /t': { responses: answer(eleven) } }],
  },
};
