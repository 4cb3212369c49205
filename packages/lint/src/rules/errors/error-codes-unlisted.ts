/** PROF-ERR-02: error codes are listed. */
import { isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { object } from '../../rule-model/rule-cases.js';
import { hasProblemField, listShapes, problemCase } from './problem-fields.js';

/** Error codes without a list. */
export const errorCodesUnlisted: Rule = {
  id: 'error-codes-unlisted',
  requirement: 'PROF-ERR-02',
  severity: 'info',
  message: 'The possible error codes are not listed.',
  why: 'An agent can handle only the codes that it knows in advance.',
  help: 'List the codes in an enum, or in the description of the field.',
  check(api, report) {
    for (const schema of listShapes(api)) {
      const code = hasProblemField(api, schema, api.settings.names.errorCode);
      if (code === undefined || !isType(code.schema, 'string') || Array.isArray(code.schema.enum)) continue;
      if (!/[A-Z_]{4,}.*[A-Z_]{4,}|\b\w+_\w+\b.*\b\w+_\w+\b|https?:/.test(code.description ?? '')) report(code.at);
    }
  },
  cases: {
    good: [problemCase(object({ code: { type: 'string', enum: ['NOT_FOUND'] } }))],
    bad: [problemCase(object({ code: { type: 'string' } }))],
  },
};
