/** PROF-TOOL-01: required inputs are marked. */
import { isJsonObject } from '@dragoman/model';
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

/** Inputs without a list of required properties. */
export const requiredUnstated: Rule = {
  id: 'required-unstated',
  requirement: 'PROF-TOOL-01',
  severity: 'info',
  targets: ['openapi', 'tools'],
  message: '{subject} does not say which properties are required.',
  why: 'Without the list an agent sends everything, or nothing.',
  help: 'Add required; an empty list means that all properties are optional.',
  ignoresWording: true,
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
