/** A small test service as a fetch function: its document, its summary, its endpoints, and a log of requests. */
import type { JsonObject } from '@dragoman/model';
import type { Fetch } from '../transport.js';

/** The document that the service serves; tests change a copy. */
export const tablesDocument: JsonObject = {
  agis: '1.0',
  service: 'Old Quay Tables',
  agtp: 'agtp://tables.example',
  description: 'Finds restaurants and books tables',
  version: '1.0.0',
  endpoints: [
    {
      method: 'FIND',
      path: '/restaurant',
      semantic: {
        intent: 'Finds restaurants that fit the cuisine the guest asks for',
        actor: 'agent',
        outcome: 'A list of restaurants is returned',
        capability: 'discovery',
        confidence_guidance: 0.5,
        impact_tier: 'informational',
        is_idempotent: true,
      },
      input: { type: 'object', properties: { cuisine: { type: 'string', enum: ['italian', 'french'] } }, required: [] },
      output: { type: 'object', properties: { restaurants: { type: 'array' } }, required: ['restaurants'] },
      errors: [{ name: 'cuisine_unknown', description: 'Nobody cooks that' }],
    },
    {
      method: 'BOOK',
      path: '/reservation',
      semantic: {
        intent: 'Books a table for the guest the agent acts for',
        actor: 'agent',
        outcome: 'A reservation exists with status CONFIRMED',
        capability: 'transaction',
        confidence_guidance: 0.85,
        impact_tier: 'reversible',
        is_idempotent: false,
        parameter_hints: { party_size: ['for N people', 'table for N'] },
        state_transition: { 'reservation.status': 'NONE -> CONFIRMED' },
      },
      input: {
        type: 'object',
        properties: {
          party_size: { type: 'integer', minimum: 1, maximum: 20 },
          date: { type: 'string', format: 'date' },
        },
        required: ['party_size', 'date'],
      },
      output: {
        type: 'object',
        properties: { reservation_id: { type: 'string' }, status: { type: 'string' } },
        required: ['reservation_id', 'status'],
      },
      errors: [{ name: 'no_table_free', description: 'Full' }],
    },
    {
      method: 'CANCEL',
      path: '/reservation/{reservation_id}',
      semantic: {
        intent: 'Cancels a reservation that the guest no longer wants',
        actor: 'agent',
        outcome: 'The reservation has status CANCELLED',
        capability: 'modification',
        confidence_guidance: 0.85,
        impact_tier: 'irreversible',
        is_idempotent: true,
        state_transition: { 'reservation.status': 'CONFIRMED -> CANCELLED' },
      },
      input: { type: 'object', properties: { reservation_id: { type: 'string' } }, required: ['reservation_id'] },
      output: { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] },
      errors: [{ name: 'reservation_not_found', description: 'No such number' }],
    },
  ],
  vocabulary: {
    declared_verbs: ['FIND', 'BOOK', 'CANCEL'],
    domain: 'hospitality',
    namespace: 'old-quay',
    negotiable: true,
  },
  data_manifest: {
    available_data: [
      {
        class: 'opening-hours',
        description: 'When restaurants are open',
        formats: ['json'],
        sensitivity: 'informational',
        requires_authorization: false,
      },
    ],
    pre_auth_discovery: true,
  },
};

/** A received request. */
export interface Received {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
}

/** The response to one request; undefined for 404. */
export type Answer = (received: Received) => Response | undefined;

/** A fetch function that acts as the service, and its request log. */
export interface TestService {
  fetch: Fetch;
  received: Received[];
}

/** JSON as a response. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

/** A service that serves the document at its root and answers calls with `answer`. */
export function startService(document: unknown = tablesDocument, answer: Answer = () => undefined): TestService {
  const received: Received[] = [];
  const fetch: Fetch = async (address, { method = 'GET', headers, body }) => {
    const { pathname } = new URL(address);
    const request = {
      method,
      path: pathname,
      headers: new Headers(headers),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    };
    received.push(request);
    if (method === 'GET' && pathname === '/') return json(document, 200, { 'content-type': 'application/agis' });
    return answer(request) ?? json({ title: 'Not found', status: 404, code: 'NOT_FOUND' }, 404);
  };
  return { fetch, received };
}
