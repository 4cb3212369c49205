/** Pass 7: `declared_verbs` and the methods of the endpoints are the same set, ignoring case. */

import { childPointer } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { createFindings } from '../finding.js';
import type { EndpointView, Pass } from '../pass.js';
import { vocabularyRules } from './vocabulary-integrity-rules.js';

const place = '/vocabulary/declared_verbs';

/** Pass 7. */
export const vocabularyIntegrity: Pass = {
  number: 7,
  name: 'Vocabulary Integrity',
  run(context) {
    const findings = createFindings(7, vocabularyRules, context);
    const declared = listDeclared(context.document.vocabulary);
    // Without a list there is nothing to compare; pass 1 reports the missing list.
    if (declared === undefined) return [];
    const used = listUsed(context.endpoints);
    const seen = new Map<string, number>();
    declared.forEach((verb, index) => {
      const pointer = childPointer(place, index);
      if (seen.has(verb)) findings.report('agis/repeated-verb', { pointer, element: verb, parameters: { verb } });
      else if (!used.has(verb)) findings.report('agis/unused-verb', { pointer, element: verb, parameters: { verb } });
      seen.set(verb, index);
    });
    for (const [verb, endpoint] of used) {
      if (seen.has(verb)) continue;
      const parameters = { verb, endpoint: endpoint.label };
      findings.report('agis/undeclared-verb', { pointer: `${endpoint.pointer}/method`, element: verb, parameters });
    }
    return findings.list();
  },
};

function listDeclared(vocabulary: JsonValue | undefined): string[] | undefined {
  const verbs = isJsonObject(vocabulary) ? vocabulary.declared_verbs : undefined;
  // Pass 1 reports a string instead of a list; here it is read as a list.
  if (typeof verbs === 'string') return verbs.split(/[,\s]+/).flatMap(fold);
  return Array.isArray(verbs) ? verbs.flatMap(fold) : undefined;
}

function fold(verb: JsonValue): string[] {
  return typeof verb === 'string' && verb.trim() !== '' ? [verb.trim().toUpperCase()] : [];
}

/** Verb → first endpoint that uses it; proposed endpoints are not part of the published set (reading R36). */
function listUsed(endpoints: readonly EndpointView[]): Map<string, EndpointView> {
  const used = new Map<string, EndpointView>();
  for (const endpoint of endpoints) {
    const verb = endpoint.method?.trim().toUpperCase() ?? '';
    if (verb !== '' && endpoint.node.proposed !== true && !used.has(verb)) used.set(verb, endpoint);
  }
  return used;
}
