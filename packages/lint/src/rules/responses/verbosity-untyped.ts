/** PROF-RESP-03: levels of detail are listed, the small one is the default. */
import { findParameter } from '../../api/operation-facts.js';
import type { Rule } from '../../rule.js';

const levels = ['view', 'response-format', 'verbosity', 'detail', 'projection'];

/** Verbosity settings without levels or default. */
export const verbosityUntyped: Rule = {
  id: 'verbosity-untyped',
  requirement: 'PROF-RESP-03',
  severity: 'info',
  message: '{name} does not list its levels, or has no default.',
  why: 'A level that is not listed is guessed; without a default nobody knows how much comes back.',
  help: 'Give it an enum such as concise, detailed, and the small one as default.',
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
