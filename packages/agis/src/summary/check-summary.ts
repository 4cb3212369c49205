/**
 * Checks a service's `/.well-known/agis.json` (§11.1; agis.md R29), alone or against its document. Agents and importers
 * use it before they follow a summary.
 */

import { escapeToken } from '@dragoman/documents';
import type { Diagnostic, JsonObject, JsonValue } from '@dragoman/model';
import { diagnose, isJsonObject } from '@dragoman/model';
import { memberOf } from '../wire.js';
import { compareSummary } from './compare-summary.js';
import type { SummaryCode } from './summary-diagnostics.js';
import { summaryDiagnostics } from './summary-diagnostics.js';
import { summaryMembers } from './summary-members.js';

/** Members of the manifest that a summary must not reveal (§11.1 b). */
const hidden = new Set(['sensitivity', 'requires_authorization', 'available_data', 'data_manifest']);

/** True for a value that is meant as a summary, valid or not: it links to a document and has no endpoints. */
export function isSummary(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && Object.hasOwn(value, 'agis_document') && !Object.hasOwn(value, 'endpoints');
}

/** Every problem of a summary; with a document, also the differences between the two. */
export function checkSummary(value: JsonValue, document?: JsonObject): Diagnostic[] {
  if (!isJsonObject(value)) return [diagnose(summaryDiagnostics, 'agis/summary-not-object', { pointer: '' })];
  return [
    ...checkMembers(value),
    ...checkNegotiation(value),
    ...findHidden(value),
    ...(document === undefined ? [] : compareSummary(value, document)),
  ];
}

function checkMembers(summary: JsonObject): Diagnostic[] {
  return summaryMembers.flatMap(({ name, need, accepts, expected }) => {
    const value = memberOf(summary, name);
    if (value === undefined) return missing(name, need);
    if (need === 'must' && (value === '' || (Array.isArray(value) && value.length === 0))) return missing(name, need);
    return accepts(value) ? [] : [finding('agis/summary-member-wrong', name, { member: name, expected })];
  });
}

function missing(name: string, need: 'must' | 'should' | 'may'): Diagnostic[] {
  if (need === 'may') return [];
  const code = need === 'must' ? 'agis/summary-member-missing' : 'agis/summary-member-advised';
  return [finding(code, '', { member: name })];
}

/** `negotiate` is among the protocols exactly when the service negotiates. */
function checkNegotiation(summary: JsonObject): Diagnostic[] {
  const ways = memberOf(summary, 'interaction_protocols');
  const negotiable = memberOf(summary, 'negotiable') === true;
  if (!Array.isArray(ways) || ways.includes('negotiate') === negotiable) return [];
  return [finding('agis/summary-negotiate', 'interaction_protocols', { negotiable: String(negotiable) })];
}

/** Checks every depth without recursion, because the input is untrusted. */
function findHidden(summary: JsonObject): Diagnostic[] {
  const found: Diagnostic[] = [];
  const open: { value: JsonValue; pointer: string }[] = [{ value: summary, pointer: '' }];
  for (let next = open.pop(); next !== undefined && found.length < 20; next = open.pop()) {
    const { value, pointer } = next;
    if (value === null || typeof value !== 'object') continue;
    const named = !Array.isArray(value);
    for (const [name, each] of Object.entries(value)) {
      const place = `${pointer}/${escapeToken(name)}`;
      if (named && hidden.has(name))
        found.push(diagnose(summaryDiagnostics, 'agis/summary-reveals', { pointer: place }, { member: name }));
      open.push({ value: each, pointer: place });
    }
  }
  return found;
}

function finding(code: SummaryCode, member: string, parameters: Record<string, string>): Diagnostic {
  return diagnose(summaryDiagnostics, code, { pointer: member === '' ? '' : `/${member}` }, parameters);
}
