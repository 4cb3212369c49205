/** PROF-TOOL-01: what is required is marked. */
import { isJsonObject } from '@dragoman/model';
import type { Rule } from '../../rule.js';
import { body, object } from '../../rule-cases.js';

/** Inputs that do not say what is required. */
export const requiredUnstated: Rule = {
  id: 'required-unstated',
  requirement: 'PROF-TOOL-01',
  severity: 'info',
  targets: ['openapi', 'tools'],
  message: '{subject} does not say which properties are required.',
  why: 'Without the list an agent fills in everything, or nothing.',
  help: 'Add required; an empty list says that all are optional.',
  check(api, report) {
    for (const { schema, name, at, role } of api.inputs) {
      if (role === 'part' || !isJsonObject(schema.properties) || Object.keys(schema.properties).length === 0) continue;
      if (!Array.isArray(schema.required)) report(at, { subject: name ?? 'The input object' });
    }
  },
  cases: {
    good: [{ 'post /t': { requestBody: body(object({ a: {} }, { required: [] })) } }],
    bad: [{ 'post /t': { requestBody: body(object({ a: {} })) } }],
  },
};
