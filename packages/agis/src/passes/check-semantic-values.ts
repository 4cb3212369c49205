/** The part of pass 5 that checks fields with closed lists or ranges, and combinations of them. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { actors, capabilities, impactTiers } from '../fields.js';
import { memberOf, ownMembers } from '../wire.js';
import type { CompletenessCode } from './semantic-completeness-rules.js';
import type { SemanticReading } from './semantic-reading.js';

/** Lowest confidence for irreversible actions (AGIS §6.2). */
const irreversibleConfidence = 0.85;

const highImpactVerbs: ReadonlySet<string> = new Set(['EXECUTE', 'CANCEL', 'TRANSFER']);
const readingVerbs: ReadonlySet<string> = new Set([
  'FIND',
  'QUERY',
  'SEARCH',
  'LOCATE',
  'LIST',
  'RETRIEVE',
  'FETCH',
  'BROWSE',
]);
const repeatingVerbs: ReadonlySet<string> = new Set(['BOOK', 'TRANSFER', 'PAY', 'ORDER', 'BUY', 'PURCHASE', 'SEND']);

/** Advice for values that people expect among the capabilities (reading R09). */
const capabilityHints: ReadonlyMap<string, string> = new Map([
  ['orchestration', '; for ESCALATE that is notification, for MONITOR retrieval or analysis'],
  ['query', '; a lookup of something known is retrieval, a search is discovery'],
  ['search', '; that is discovery'],
  ['create', '; that is transaction'],
  ['update', '; that is modification'],
]);

/** Checks actor, capability, confidence, tier and idempotency. */
export function checkSemanticValues(reading: SemanticReading): void {
  const { semantic } = reading;
  checkWord(reading, { field: 'actor', values: actors, code: 'agis/actor', required: true });
  checkWord(reading, { field: 'capability', values: capabilities, code: 'agis/capability', required: false });
  checkWord(reading, { field: 'impact_tier', values: impactTiers, code: 'agis/impact', required: false });
  checkConfidence(reading, semantic.confidence_guidance);
  checkIdempotency(reading, semantic.is_idempotent);
  checkAgreement(reading, semantic);
}

interface ClosedField {
  field: string;
  values: readonly string[];
  code: CompletenessCode;
  required: boolean;
}

function checkWord(reading: SemanticReading, { field, values, code, required }: ClosedField): void {
  const value = reading.semantic[field];
  if ((value === undefined && !required) || (typeof value === 'string' && values.includes(value))) return;
  const written = value === undefined ? 'missing' : show(value);
  const meant = typeof value === 'string' ? values.find((each) => each === value.trim().toLowerCase()) : undefined;
  const hint = typeof value === 'string' ? (capabilityHints.get(value.toLowerCase()) ?? '') : '';
  const pointer = `${reading.pointer}/${field}`;
  reading.report(code, {
    pointer,
    element: written,
    parameters: { value: written, hint },
    ...(meant === undefined ? {} : { fix: { description: `write ${meant}`, pointer, value: meant } }),
  });
}

function show(value: JsonValue): string {
  return typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
}

function isConfidence(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

function checkConfidence(reading: SemanticReading, value: JsonValue | undefined): void {
  const pointer = `${reading.pointer}/confidence_guidance`;
  if (value !== undefined && !isConfidence(value)) {
    reading.report('agis/confidence', { pointer, element: show(value), parameters: { value: show(value) } });
    return;
  }
  const { impact_tier: tier } = reading.semantic;
  if (value !== undefined && value >= irreversibleConfidence) return;
  if (tier === 'irreversible') {
    const problem = value === undefined ? 'has no confidence_guidance' : `has a confidence_guidance of only ${value}`;
    reading.report('agis/irreversible-confidence', { pointer, element: String(value ?? ''), parameters: { problem } });
  } else if (
    value !== undefined &&
    highImpactVerbs.has(reading.method) &&
    (tier === undefined || tier === 'reversible')
  ) {
    const severity = tier === undefined ? 'warning' : 'info';
    reading.report('agis/grave-verb-confidence', { pointer, element: String(value), parameters: { value }, severity });
  }
}

function checkIdempotency(reading: SemanticReading, value: JsonValue | undefined): void {
  if (value === undefined) return;
  const pointer = `${reading.pointer}/is_idempotent`;
  if (typeof value !== 'boolean') {
    const meant = value === 'true' ? true : value === 'false' ? false : undefined;
    const fix = meant === undefined ? {} : { fix: { description: `write ${meant}`, pointer, value: meant } };
    reading.report('agis/idempotency', { pointer, element: show(value), parameters: { value: show(value) }, ...fix });
  } else if ((value ? repeatingVerbs : readingVerbs).has(reading.method)) {
    const parameters = { value: value ? 'idempotent' : 'not idempotent', method: reading.method };
    reading.report('agis/unlikely-idempotency', { pointer, element: String(value), parameters });
  }
}

/** The method, or the HTTP method of its request, that does not only read; undefined when both may only read. */
function actingRequest({ method, endpoint, context }: SemanticReading): string | undefined {
  const request = memberOf(endpoint.node, ownMembers.httpRequest);
  const wire = isJsonObject(request) && typeof request.method === 'string' ? request.method.toUpperCase() : '';
  if (/^(?:DELETE|PUT|PATCH)$/.test(wire)) return `the HTTP request with ${wire}`;
  const verb = method.toLowerCase();
  // "Found" may be the past of "find".
  const families = [verb, context.words.otherBaseOf(verb) ?? ''].flatMap((each) => context.words.familiesOf(each));
  const mayRead = families.some((family) => ['find', 'read', 'analyse', 'run'].includes(family));
  return families.length > 0 && !mayRead && context.words.isFiled(verb) ? method : undefined;
}

function checkAgreement(reading: SemanticReading, semantic: JsonObject): void {
  const { impact_tier: tier, capability, state_transition: transition } = semantic;
  const problems: string[] = [];
  if (tier === 'informational') {
    if (capability === 'transaction' || capability === 'modification') {
      problems.push(`an informational endpoint does not have the capability ${capability}`);
    }
    if (isJsonObject(transition) && Object.keys(transition).length > 0) {
      problems.push('an informational endpoint changes no state, but declares a state_transition');
    }
    const acting = actingRequest(reading);
    if (acting !== undefined && problems.length === 0)
      problems.push(`${acting} changes something, but the endpoint is declared informational`);
  }
  if (tier === 'irreversible' && readingVerbs.has(reading.method)) {
    problems.push(`${reading.method} only reads, but is declared irreversible`);
  }
  for (const problem of problems) {
    reading.report('agis/fields-disagree', {
      pointer: `${reading.pointer}/impact_tier`,
      element: reading.label,
      parameters: { problem },
    });
  }
}
