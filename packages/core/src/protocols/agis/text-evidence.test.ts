/** Texts that describe a class or a whole resource, and things that a schema names. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { readOpenApi } from '../openapi/read.js';
import { context, validator } from './agis.support.js';
import { writeAgis } from './write.js';

/** Endpoints of one resource, as "VERB intent → outcome". */
function endpointsOf(path: string, operations: JsonObject): string[] {
  const schemas = { SONARBeacon: { type: 'object', properties: { id: { type: 'string' } } } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Harbor', version: '1' },
    servers: [{ url: 'https://harbor.example' }],
    paths: { [path]: { parameters: [{ name: 'id', in: 'path', required: true, schema: {} }], ...operations } },
    components: { schemas },
  };
  const entry = readOpenApi(document, context).value ?? expect.fail('not read');
  const endpoints = writeAgis(entry, { validator }).document.endpoints as JsonObject[];
  return endpoints.map(({ method, semantic }) => {
    const { intent, outcome } = semantic as JsonObject;
    return `${String(method)} ${String(intent)} → ${String(outcome)}`;
  });
}

const beacon = {
  200: {
    description: 'Done',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/SONARBeacon' } } },
  },
};
const done = { 204: { description: 'Done' } };

describe('an endpoint without a text of its own', () => {
  it.each(['SONARBeacon Viewset', 'Mixin to add a used_by endpoint', 'Viewset for beacons', 'BeaconDetailView'])(
    'ignores the documentation of a class: %s',
    (description) => {
      expect(endpointsOf('/beacons/sonar/{id}/', { put: { description, responses: beacon } })).toEqual([
        'REPLACE Replaces one SONAR beacon → The SONAR beacon has the requested values',
      ]);
    },
  );

  it('ignores a description that operations that read and remove share, and names the thing by the other schema', () => {
    const description = 'Lights provisioned by the harbor master.';
    expect(
      endpointsOf('/beacons/sonar/{id}', {
        get: { description, responses: beacon },
        delete: { description, responses: done },
      }),
    ).toEqual([
      'RETRIEVE Retrieves one SONAR beacon → The requested SONAR beacon is returned',
      'REMOVE Removes one SONAR beacon → The SONAR beacon no longer exists',
    ]);
  });

  it('keeps a shared sentence where it says the method', () => {
    const description = 'Deletes a beacon.';
    expect(
      endpointsOf('/beacons/{id}', {
        get: { description, responses: beacon },
        delete: { description, responses: done },
      }),
    ).toEqual([
      'RETRIEVE Retrieves one beacon → The requested beacon is returned',
      'REMOVE Deletes a beacon. → The beacon no longer exists',
    ]);
  });

  it('is named by the plural before an unknown word, which keeps its ending', () => {
    expect(endpointsOf('/beacons/zorberos/{id}', { delete: { responses: done } })).toEqual([
      'REMOVE Removes one zorberos beacon → The zorberos beacon no longer exists',
    ]);
  });

  it('keeps a sentence about views', () => {
    expect(endpointsOf('/views/{id}', { delete: { summary: 'Delete a View', responses: done } })).toEqual([
      'REMOVE Delete a View → The view no longer exists',
    ]);
  });
});
