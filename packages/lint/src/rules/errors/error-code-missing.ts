/** PROF-ERR-02: a stable code apart from the status. */
import { isNumeric } from '../../api/schema-facts.js';
import type { Rule } from '../../rule.js';
import { object } from '../../rule-cases.js';
import { hasProblemField, listShapes, problemCase } from './problem-fields.js';

/** Failures without a code. */
export const errorCodeMissing: Rule = {
  id: 'error-code-missing',
  requirement: 'PROF-ERR-02',
  severity: 'warning',
  message: 'Failures have no code as text, apart from the HTTP status.',
  why: 'One status stands for many faults; an agent needs a name for the one that it met.',
  help: 'Add code, such as NOT_FOUND, listed in an enum.',
  check(api, report) {
    for (const schema of listShapes(api)) {
      const found = hasProblemField(api, schema, api.settings.names.errorCode);
      if (found === undefined || isNumeric(found.schema)) report(schema.at);
    }
  },
  cases: {
    good: [problemCase(object({ code: { type: 'string' } }))],
    bad: [problemCase(object({ message: { type: 'string' } })), problemCase(object({ code: { type: 'integer' } }))],
  },
};
