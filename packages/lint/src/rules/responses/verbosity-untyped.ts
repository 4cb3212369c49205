/** PROF-RESP-03: verbosity levels are listed, and the smallest is the default. */
import { findParameter } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';

const levels = ['view', 'response-format', 'verbosity', 'detail', 'projection'];

/** Verbosity parameters without levels or default. */
export const verbosityUntyped: Rule = {
  id: 'verbosity-untyped',
  requirement: 'PROF-RESP-03',
  severity: 'info',
  message: '{name} does not list its levels, or has no default.',
  why: 'An agent guesses levels that are not listed; without a default it does not know how much is returned.',
  help: 'Add an enum such as concise, detailed, with the smallest as default.',
  ignoresWording: true,
  check(api, report) {
    for (const operation of api.exposed) {
      const found = operation.kinds.read ? findParameter(operation, levels, ['query']) : undefined;
      const schema = found?.schema?.schema;
      if (found === undefined || schema === undefined || schema.type === 'boolean') continue;
      if (!Array.isArray(schema.enum) || schema.default === undefined) report(found.pointer, { name: found.name });
    }
  },
  cases: {
    good: [
      {
        'get /t': {
          parameters: [
            {
              name: 'response_format',
              in: 'query',
              schema: { enum: ['concise', 'full', 'detailed'], default: 'concise' },
            },
          ],
        },
      },
    ],
    bad: [{ 'get /t': { parameters: [{ name: 'response_format', in: 'query', schema: { type: 'string' } }] } }],
  },
};
