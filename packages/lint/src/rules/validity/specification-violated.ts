/** PROF-DESC-01: the description is the single source of tools, so it follows its specification. */
import { findOfficialFaults } from '@dragoman/core/descriptions';
import type { Rule } from '../../rule-model/rule.js';
import { findFaults } from '../description/document-faults.js';

/** Whatever the official JSON Schema of the document's version rejects, unless `description-invalid` reports it. */
export const specificationViolated: Rule = {
  id: 'specification-violated',
  requirement: 'PROF-DESC-01',
  severity: 'warning',
  message: 'The official schema of OpenAPI {version} rejects this: {fault}.',
  why: 'Other tools reject the document, or ignore this part of it without notice.',
  help: 'Correct the document at this location; see the OpenAPI specification.',
  inGiven: true,
  ignoresWording: true,
  check(api, report) {
    const { sourceOf } = api;
    const known = new Set(api.once(findFaults).map(({ pointer }) => sourceOf?.(pointer) ?? pointer));
    for (const { pointer, fault, version } of findOfficialFaults(api.given ?? api.root)) {
      const parent = pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
      // A parameter without a schema has no type, which is reported as such.
      if (/\/parameters\/\d+\/schema$/.test(pointer) && fault.endsWith('is missing')) continue;
      if (!known.has(pointer) && !known.has(parent)) report(pointer, { version, fault });
    }
  },
  cases: {
    good: [{ 'get /t': {} }],
    bad: [
      { 'get /t': { responces: {} } },
      { openapi: '3.0.3', 'get /t': { parameters: [{ name: 'a', in: 'query', schema: { type: 'strin' } }] } },
    ],
  },
};
