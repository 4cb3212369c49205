/** The part of pass 1 that checks the form of the vocabulary block, and booleans written as strings. */

import { childPointer, getPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Findings } from '../finding.js';
import type { PassContext } from '../pass.js';
import type { StructuralCode } from './structural-rules.js';

/** Reports problems in the form of the vocabulary; pass 7 checks its verbs. */
export function checkVocabularyShape({ document }: PassContext, findings: Findings<StructuralCode>): void {
  const { vocabulary } = document;
  checkFlags(document, findings);
  if (!isJsonObject(vocabulary) || Object.keys(vocabulary).length === 0) {
    findings.report('agis/no-vocabulary', { pointer: '/vocabulary', element: 'vocabulary' });
    return;
  }
  checkVerbs(vocabulary.declared_verbs, findings);
  const { domain, negotiable } = vocabulary;
  if (domain === undefined || domain === '') {
    findings.report('agis/no-domain', { pointer: '/vocabulary', element: 'domain' });
  }
  if (negotiable !== undefined && typeof negotiable !== 'boolean' && typeof negotiable !== 'string') {
    findings.report('agis/negotiable', { pointer: '/vocabulary/negotiable', element: JSON.stringify(negotiable) });
  }
  if (negotiable === true && !isJsonObject(document.data_manifest)) {
    findings.report('agis/no-manifest', { pointer: '', element: 'data_manifest' });
  }
}

function checkVerbs(verbs: JsonValue | undefined, findings: Findings<StructuralCode>): void {
  const pointer = '/vocabulary/declared_verbs';
  if (typeof verbs === 'string') {
    const list = verbs
      .split(/[,\s]+/)
      .filter((verb) => verb !== '')
      .slice(0, 100);
    const fix = { description: 'write a list', pointer, value: list };
    findings.report('agis/verbs-in-a-text', { pointer, element: verbs, parameters: { verbs: list.join(', ') }, fix });
  } else if (!Array.isArray(verbs) || !verbs.every((verb) => typeof verb === 'string')) {
    findings.report('agis/verb-list', { pointer, element: 'declared_verbs' });
  }
}

/** Reports `"true"`, `yes` and similar values where a boolean is expected; pass 5 checks those in semantic blocks. */
function checkFlags(document: JsonObject, findings: Findings<StructuralCode>): void {
  const classes = getPointer(document, '/data_manifest/available_data');
  const pointers = [
    '/vocabulary/negotiable',
    '/data_manifest/pre_auth_discovery',
    ...(Array.isArray(classes) ? classes : []).map(
      (_, index) => `${childPointer('/data_manifest/available_data', index)}/requires_authorization`,
    ),
  ];
  for (const pointer of pointers) {
    const value = getPointer(document, pointer);
    if (typeof value !== 'string') continue;
    const field = pointer.slice(pointer.lastIndexOf('/') + 1);
    const meant = /^(?:true|yes|on)$/i.test(value) ? true : /^(?:false|no|off)$/i.test(value) ? false : undefined;
    findings.report('agis/boolean-text', {
      pointer,
      element: value,
      parameters: { field, value, right: String(meant ?? 'true or false') },
      ...(meant === undefined ? {} : { fix: { description: `write ${meant}`, pointer, value: meant } }),
    });
  }
}
