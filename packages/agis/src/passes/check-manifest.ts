/** The part of pass 1 that checks the data manifest. */

import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { impactTiers, rankSensitivity } from '../fields.js';
import type { Finding } from '../finding.js';
import { createFindings } from '../finding.js';
import type { PassContext } from '../pass.js';
import { findContents, findDetails } from './manifest-exposure.js';
import { manifestRules } from './manifest-rules.js';

type Findings = ReturnType<typeof createFindings<keyof typeof manifestRules & string>>;

/** Findings about the manifest; whether it is required is checked with the other members of the document. */
export function checkManifest(context: PassContext): Finding[] {
  const findings = createFindings(1, manifestRules, context);
  const { document } = context;
  if (document.pre_auth_discovery !== undefined) {
    findings.report('agis/pre-auth-place', { pointer: '/pre_auth_discovery', element: 'pre_auth_discovery' });
  }
  const manifest = document.data_manifest;
  if (!isJsonObject(manifest)) return findings.list();
  const negotiable = isJsonObject(document.vocabulary) && document.vocabulary.negotiable === true;
  checkUse(manifest, negotiable, findings);
  const open = manifest.pre_auth_discovery === true || document.pre_auth_discovery === true;
  checkClasses(manifest.available_data, { open, findings });
  return findings.list();
}

function checkUse(manifest: JsonObject, negotiable: boolean, findings: Findings): void {
  const { available_data: classes, pre_auth_discovery: flag } = manifest;
  const pointer = '/data_manifest/available_data';
  const empty = classes === undefined || (Array.isArray(classes) && classes.length === 0);
  if (negotiable && empty) findings.report('agis/empty-manifest', { pointer, element: 'available_data' });
  if (!negotiable) findings.report('agis/idle-manifest', { pointer: '/data_manifest', element: 'data_manifest' });
  if (flag !== undefined && typeof flag !== 'boolean' && typeof flag !== 'string') {
    findings.report('agis/pre-auth-value', { pointer: '/data_manifest/pre_auth_discovery', element: String(flag) });
  }
}

interface Reading {
  /** The manifest is readable without credentials. */
  open: boolean;
  findings: Findings;
}

function checkClasses(classes: JsonValue | undefined, { open, findings }: Reading): void {
  if (!Array.isArray(classes)) return;
  const names = new Set<string>();
  const families = new Set<boolean>();
  classes.forEach((node, index) => {
    if (!isJsonObject(node)) return;
    const pointer = childPointer('/data_manifest/available_data', index);
    const name = typeof node.class === 'string' ? node.class.trim() : '';
    checkName(name, { names, pointer, findings });
    for (const field of ['description', 'formats', 'sensitivity']) {
      if (isAbsent(node[field])) {
        findings.report('agis/class-incomplete', { pointer, element: name, parameters: { name, field } });
      }
    }
    checkSensitivity(node, { name, pointer, families, findings });
    if (open) checkExposure(node, { name, pointer, findings });
  });
  if (families.size > 1) {
    findings.report('agis/mixed-sensitivity', { pointer: '/data_manifest', element: 'sensitivity' });
  }
}

function isAbsent(value: JsonValue | undefined): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

interface Named {
  names: Set<string>;
  pointer: string;
  findings: Findings;
}

function checkName(name: string, { names, pointer, findings }: Named): void {
  if (name === '') findings.report('agis/no-class-name', { pointer, element: 'class' });
  else if (names.has(name)) {
    findings.report('agis/duplicate-class', { pointer: `${pointer}/class`, element: name, parameters: { name } });
  }
  names.add(name);
}

interface ClassReading {
  name: string;
  pointer: string;
  findings: Findings;
}

function checkSensitivity(
  { sensitivity, requires_authorization: guarded }: JsonObject,
  { name, pointer, families, findings }: ClassReading & { families: Set<boolean> },
): void {
  if (isAbsent(sensitivity)) return;
  const word = typeof sensitivity === 'string' ? sensitivity : JSON.stringify(sensitivity);
  const rank = rankSensitivity(word);
  if (rank === undefined) {
    findings.report('agis/sensitivity', {
      pointer: `${pointer}/sensitivity`,
      element: word,
      parameters: { value: word },
    });
    return;
  }
  families.add((impactTiers as readonly string[]).includes(word));
  if (rank === 2 && guarded !== true) {
    findings.report('agis/open-sensitive-class', { pointer, element: name, parameters: { name } });
  }
}

function checkExposure(node: JsonObject, { name, pointer, findings }: ClassReading): void {
  const text = typeof node.description === 'string' ? node.description : '';
  const at = `${pointer}/description`;
  for (const what of findContents(text)) {
    findings.report('agis/exposed-contents', { pointer: at, element: name, parameters: { name, what } });
  }
  const details = findDetails(text);
  if (['schema', 'fields', 'record_count', 'count'].some((key) => Object.hasOwn(node, key)))
    details.push('a schema or a count');
  for (const what of details) {
    findings.report('agis/exposed-details', { pointer: at, element: name, parameters: { name, what } });
  }
}
