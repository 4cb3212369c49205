/** Documents, and short functions that validate them, for the tests of the language. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import type { Finding } from './finding.js';
import { parseAgis } from './parse-agis.js';
import type { ValidationOptions } from './pass.js';
import type { AgisReport } from './report.js';
import type { AgisSource } from './source.js';
import { createAgisValidator } from './validate.js';

const validator = createAgisValidator();

/** A document of one service with a search and a booking; it has no findings at either level. */
export function makeDocument(change: (document: AgisDraft) => void = () => undefined): JsonObject {
  const document: AgisDraft = {
    agis: '1.0',
    service: 'Harbour Tables',
    agtp: 'agtp://tables.harbour.example',
    description: 'Finds and books tables in the restaurants of the harbour',
    version: '1.2.0',
    endpoints: [findEndpoint(), bookEndpoint()],
    vocabulary: { declared_verbs: ['FIND', 'BOOK'], domain: 'hospitality', namespace: 'harbour-tables' },
  };
  change(document);
  return document as unknown as JsonObject;
}

/** A document that a test changes. */
export interface AgisDraft {
  [name: string]: unknown;
  endpoints: EndpointDraft[];
  vocabulary: Record<string, JsonValue>;
}

/** An endpoint that a test changes. */
export interface EndpointDraft {
  [name: string]: unknown;
  semantic: Record<string, JsonValue>;
  input: Record<string, JsonValue>;
}

/** An endpoint that only reads. */
export function findEndpoint(): EndpointDraft {
  return {
    method: 'FIND',
    path: '/restaurant',
    semantic: {
      intent: 'Finds restaurants near a place that have room at a given time',
      actor: 'agent',
      outcome: 'A ranked list of matching restaurants is returned',
      capability: 'discovery',
      confidence_guidance: 0.5,
      impact_tier: 'informational',
      is_idempotent: true,
      parameter_hints: { place: ['near', 'close to'] },
    },
    input: {
      type: 'object',
      properties: { place: { type: 'string', description: 'Name of the place' } },
      required: ['place'],
    },
    output: { type: 'object', properties: { restaurants: { type: 'array', items: { type: 'object' } } } },
    errors: [{ name: 'place_not_found', description: 'No place has this name' }],
  };
}

/** An endpoint that commits. */
export function bookEndpoint(): EndpointDraft {
  return {
    method: 'BOOK',
    path: '/reservation',
    semantic: {
      intent: 'Books a table in a restaurant on behalf of the requesting agent',
      actor: 'agent',
      outcome: 'A reservation record exists with status CONFIRMED',
      capability: 'transaction',
      confidence_guidance: 0.85,
      impact_tier: 'reversible',
      is_idempotent: false,
      parameter_hints: { party_size: ['number of guests', 'for N people'] },
      state_transition: { 'reservation.status': 'NONE -> CONFIRMED' },
    },
    input: {
      type: 'object',
      properties: {
        restaurant_id: { type: 'string', description: 'Identifier of the restaurant' },
        party_size: { type: 'integer', minimum: 1, maximum: 20, description: 'Number of guests' },
      },
      required: ['restaurant_id', 'party_size'],
    },
    output: { type: 'object', properties: { reservation_id: { type: 'string' } }, required: ['reservation_id'] },
    errors: [{ name: 'no_table_free', description: 'No table is free at that time' }],
  };
}

/** Changes the second endpoint of the document, the one that most tests change. */
export function changeBook(change: (endpoint: EndpointDraft) => void): (document: AgisDraft) => void {
  return ({ endpoints }) => {
    const [, book] = endpoints;
    if (book !== undefined) change(book);
  };
}

/** The parsed text; throws with the findings when it cannot be parsed. */
export function parseText(text: string): AgisSource {
  const { value, diagnostics } = parseAgis(new TextEncoder().encode(text), { uri: 'test.agis' });
  if (value === undefined) throw new Error(diagnostics.map(({ message }) => message).join('; '));
  return value;
}

/** Every finding about a text, including parse errors. */
export function evaluateText(text: string, options: Partial<ValidationOptions> = {}): Finding[] {
  const { value, diagnostics } = parseAgis(new TextEncoder().encode(text), { uri: 'test.agis' });
  return value === undefined ? diagnostics : validator.validate(value, options).findings;
}

/** The report on a text. */
export function reportText(text: string, options: Partial<ValidationOptions> = {}): AgisReport {
  return validator.validate(parseText(text), options);
}

/** Every finding about a document, serialized as JSON. */
export function evaluate(document: JsonObject, options: Partial<ValidationOptions> = {}): Finding[] {
  return evaluateText(JSON.stringify(document, null, 2), options);
}

/** `error 1 AGIS-DOC-03` for each finding above info. */
export function verdicts(findings: readonly Finding[]): string[] {
  return findings
    .filter(({ severity }) => severity !== 'info')
    .map(({ severity, pass, rule }) => `${severity} ${pass} ${rule}`);
}
