/** Pass 1: the document has its required parts in the required form (AGIS §9.1, §10). */

import { childPointer, getPointer, parsePointer, readablePath } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Finding } from '../finding.js';
import { createFindings } from '../finding.js';
import { agisLimits } from '../limits.js';
import type { Pass, PassContext } from '../pass.js';
import { createDocumentShape } from '../shape.js';
import { checkManifest } from './check-manifest.js';
import { checkVocabularyShape } from './check-vocabulary-shape.js';
import type { StructuralCode } from './structural-rules.js';
import { structuralRules } from './structural-rules.js';

type Findings = ReturnType<typeof createFindings<StructuralCode>>;

/** Pass 1. */
export const structural: Pass = {
  number: 1,
  name: 'Structural',
  run(context) {
    const findings = createFindings(1, structuralRules, context);
    checkHead(context, findings);
    checkEndpoints(context, findings);
    checkVocabularyShape(context, findings);
    checkShape(context, findings);
    return [...findings.list(), ...checkManifest(context)];
  },
};

/** The only finding of the pass about a document that is not an object. */
export function refuseValue(context: Pick<PassContext, 'locate'>): Finding[] {
  const findings = createFindings(1, structuralRules, context);
  findings.report('agis/not-an-object', { pointer: '', element: 'document' });
  return findings.list();
}

function isBlank(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function checkHead({ document }: PassContext, findings: Findings): void {
  checkVersion(document.agis, findings);
  if (isBlank(document.service) || typeof document.service !== 'string') {
    findings.report('agis/no-service', { pointer: '/service', element: 'service' });
  }
  checkAddress(document.agtp, findings);
  if (isBlank(document.description)) findings.report('agis/no-description', { pointer: '', element: 'description' });
  const { vocabulary } = document;
  if (isBlank(document.version) && !(isJsonObject(vocabulary) && !isBlank(vocabulary.version))) {
    findings.report('agis/no-service-version', { pointer: '', element: 'version' });
  }
}

function checkVersion(value: JsonValue | undefined, findings: Findings): void {
  if (isBlank(value)) findings.report('agis/no-version', { pointer: '/agis', element: 'agis' });
  else if (value !== '1.0') {
    const written = typeof value === 'string' ? value : JSON.stringify(value);
    findings.report('agis/unknown-version', { pointer: '/agis', element: written, parameters: { value: written } });
  }
}

/** Requires `agtp://` and a host; the rest is defined by the service (reading R20). */
function checkAddress(value: JsonValue | undefined, findings: Findings): void {
  if (isBlank(value)) {
    findings.report('agis/no-address', { pointer: '/agtp', element: 'agtp' });
    return;
  }
  const written = typeof value === 'string' ? value : JSON.stringify(value);
  if (/^agtp:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/i.test(written)) return;
  findings.report('agis/address-form', { pointer: '/agtp', element: written, parameters: { value: written } });
}

function checkEndpoints(context: PassContext, findings: Findings): void {
  const { endpoints } = context.document;
  if (!Array.isArray(endpoints) || endpoints.length === 0) {
    findings.report('agis/no-endpoints', { pointer: '/endpoints', element: 'endpoints' });
    return;
  }
  if (endpoints.length > agisLimits.endpoints) {
    const parameters = { limit: agisLimits.endpoints };
    findings.report('agis/too-many-endpoints', { pointer: '/endpoints', element: 'endpoints', parameters });
  }
  checkTwins(context, findings);
}

/** Reports duplicate endpoints; names of parameters do not distinguish them (reading R44). */
function checkTwins({ endpoints, locate }: PassContext, findings: Findings): void {
  const seen = new Map<string, string>();
  for (const { method, path, pointer, label, node } of endpoints) {
    if (node.proposed === true) {
      findings.report('agis/proposed', { pointer, element: label, parameters: { endpoint: label } });
    }
    if (method === undefined || path === undefined) continue;
    const key = `${method.toUpperCase()} ${path.replace(/\{[^{}]*\}/g, '{}')}`;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, pointer);
    else {
      const related = [locate(first)];
      findings.report('agis/duplicate-endpoint', { pointer, element: label, parameters: { endpoint: label }, related });
    }
  }
}

/** Validates against the schema as a fallback: it reports what neither the checks above nor the later passes report. */
function checkShape(context: PassContext, findings: Findings): void {
  const { document } = context;
  const shape = context.shape ?? createDocumentShape();
  for (const { pointer, message } of shape.checkHead(document)) {
    if (!isReportedElsewhere(pointer, document)) reportShape(findings, pointer, message);
  }
  const listed = Array.isArray(document.endpoints) ? document.endpoints.slice(0, agisLimits.endpoints) : [];
  listed.forEach((node, index) => {
    for (const { pointer, message } of shape.checkEndpoint(node)) {
      const own = pointer === '' ? !isJsonObject(node) : pointer === '/proposed' || isWrongSemantic(pointer, node);
      if (own) reportShape(findings, childPointer('/endpoints', index) + pointer, message);
    }
  });
}

/** Pass 5 reports a missing block; a block of a wrong type is reported here. */
function isWrongSemantic(pointer: string, node: JsonValue): boolean {
  const semantic = isJsonObject(node) ? node.semantic : undefined;
  return pointer === '/semantic' && semantic !== undefined && semantic !== null && !isJsonObject(semantic);
}

function reportShape(findings: Findings, pointer: string, problem: string): void {
  const place = readablePath(
    (parsePointer(pointer) ?? []).map((token) => (/^\d+$/.test(token) ? Number(token) : token)),
  );
  findings.report('agis/shape', { pointer, element: place, parameters: { place, problem } });
}

const reportedByName: ReadonlySet<string> = new Set([
  '',
  '/agis',
  '/service',
  '/agtp',
  '/vocabulary',
  '/vocabulary/negotiable',
  '/data_manifest/pre_auth_discovery',
]);

/** True for fields with a more specific finding than that of the schema. */
function isReportedElsewhere(pointer: string, document: JsonObject): boolean {
  if (pointer === '/vocabulary')
    return !isJsonObject(document.vocabulary) || document.vocabulary.declared_verbs === undefined;
  if (reportedByName.has(pointer) || pointer.startsWith('/vocabulary/declared_verbs')) return true;
  const inClass = /^\/data_manifest\/available_data\/\d+(\/.*)?$/.exec(pointer);
  if (inClass === null) return false;
  const field = inClass[1] ?? '';
  if (field === '/requires_authorization') return typeof getPointer(document, pointer) === 'string';
  return (
    field === '/class' || field === '/sensitivity' || (field === '' && isJsonObject(getPointer(document, pointer)))
  );
}
