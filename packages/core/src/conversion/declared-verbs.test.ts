/** Verbs of OpenAPI operations that are repeated in the path or declared by the author. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { context, validator } from '../protocols/agis/agis.support.js';
import { convertDescription } from './convert-description.js';

function placeOf(path: string, method: string, operation: JsonObject): string {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const document = {
    openapi: '3.1.0',
    info: { title: 'Harbour', version: '1' },
    servers: [{ url: 'https://harbour.example' }],
    paths: { [path]: { [method]: { parameters, responses: { '200': { description: 'Good' } }, ...operation } } },
  } as JsonObject;
  const { document: agis } = convertDescription(document, { to: 'agis', context, validator });
  const [endpoint] = (agis?.endpoints ?? []) as JsonObject[];
  return `${endpoint?.method} ${endpoint?.path}`;
}

describe('an OpenAPI operation in AGIS', () => {
  it.each([
    ['/berths/reserve', 'post', 'reserveBerth', 'Reserves a berth.', 'RESERVE /berths'],
    ['/orders/{id}/refund', 'post', 'refundOrder', 'Refunds an order.', 'REFUND /orders/{id}'],
    ['/orders/{id}/report', 'get', 'report_of_order', 'Gets the report of an order.', 'RETRIEVE /orders/{id}/report'],
  ])('[AGIS-OAS-01] uses a verb once: %s %s %s', (path, method, operationId, summary, place) => {
    expect(placeOf(path, method, { operationId, summary })).toBe(place);
  });

  it.each([
    ['YOYAKU', 'YOYAKU /berths'],
    ['charter', 'CHARTER /berths'],
    ['GET', 'RESERVE /berths'],
    ['BOOKING', 'RESERVE /berths'],
    ['RESERVE; X', 'RESERVE /berths'],
    [['CHARTER'], 'RESERVE /berths'],
  ])('accepts x-agis-method %s only where it conforms to the grammar', (verb, place) => {
    const operation = { operationId: 'reserveBerth', summary: 'Reserves a berth.', 'x-agis-method': verb };
    expect(placeOf('/berths', 'post', operation)).toBe(place);
  });
});
