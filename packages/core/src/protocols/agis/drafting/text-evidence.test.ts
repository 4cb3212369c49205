/** Texts that describe a class or a whole resource, and things that a schema names. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { readOpenApi } from '../../openapi/read.js';
import { context, validator } from '../agis.support.js';
import { writeAgis } from '../write.js';

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
        'REPLACE Replaces a SONAR beacon → The SONAR beacon has the requested values',
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
      'RETRIEVE Retrieves a SONAR beacon → The requested SONAR beacon is returned',
      'REMOVE Removes a SONAR beacon → The SONAR beacon no longer exists',
    ]);
  });

  it('ignores a description that operations that read and create share', () => {
    const description = 'Views for dealing with all SONARBeacon objects';
    expect(
      endpointsOf('/harbors/{id}/beacons', {
        get: { description, operationId: 'getBeacons', responses: beacon },
        post: { description, operationId: 'createBeacon', responses: beacon },
      }).map((endpoint) => endpoint.split(' ', 2).join(' ')),
    ).toEqual(['RETRIEVE Retrieves', 'CREATE Creates']);
  });

  it('keeps a shared sentence where it says the method', () => {
    const description = 'Deletes a beacon.';
    expect(
      endpointsOf('/beacons/{id}', {
        get: { description, responses: beacon },
        delete: { description, responses: done },
      }),
    ).toEqual([
      'RETRIEVE Retrieves a beacon → The requested beacon is returned',
      'REMOVE Deletes a beacon. → The beacon no longer exists',
    ]);
  });

  it('is named by the plural before an unknown word, which keeps its ending', () => {
    expect(endpointsOf('/beacons/zorberos/{id}', { delete: { responses: done } })).toEqual([
      'REMOVE Removes a zorberos beacon → The zorberos beacon no longer exists',
    ]);
  });

  it('keeps a sentence about views', () => {
    expect(endpointsOf('/views/{id}', { delete: { summary: 'Delete a View', responses: done } })).toEqual([
      'REMOVE Delete a view → The view no longer exists',
    ]);
  });
});

/** Endpoints of several addresses, as "VERB path: intent → outcome". */
function endpointsAt(paths: JsonObject): string[] {
  const document = { openapi: '3.1.0', info: { title: 'Harbor', version: '1' }, paths };
  const entry = readOpenApi(document, context).value ?? expect.fail('not read');
  const endpoints = writeAgis(entry, { validator }).document.endpoints as JsonObject[];
  return endpoints.map(({ method, path, semantic }) => {
    const { intent, outcome } = semantic as JsonObject;
    return `${String(method)} ${String(path)}: ${String(intent)} → ${String(outcome)}`;
  });
}

describe('an address with more evidence than its text', () => {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const responses = {};
  const description = 'Mark this berth as deleted.';
  it.each([
    [
      'a key that is written as an example',
      { '/berths/2': { get: { summary: 'Get one berth', responses: beacon } } },
      'RETRIEVE /berths/2: Get one berth → The requested berth is returned',
    ],
    [
      'the sentence of the collection above',
      { '/berths/{id}/boats.json': { parameters, get: { summary: 'Get all berths', responses } } },
      'LIST /berths/{id}/boats: Lists the boats of a berth → A list of the boats of the berth is returned',
    ],
    [
      'a plural that is a verb too',
      { '/harbor/logins': { get: { summary: 'Harbor Logins List All', responses } } },
      'LIST /harbor/logins: Lists the harbor logins → The harbor logins are returned',
    ],
    [
      'the name of a class',
      { '/config/com.harbor.auth.TokenHandler': { post: { responses } } },
      'CONFIGURE /config/token-handler: Configures the token handler → The token handler has the requested values',
    ],
    [
      'a query at its end',
      { '/owners/query': { post: { summary: 'Create a harbor and query owners', responses } } },
      'QUERY /owners: Create a harbor and query owners → A new harbor exists as requested',
    ],
    [
      'a thing that is only marked',
      { '/berths/{id}': { parameters, delete: { summary: 'Delete berth', description, responses: done } } },
      'REMOVE /berths/{id}: Delete a berth → The berth is marked as deleted',
    ],
    [
      'a thing of the path that is a verb too',
      {
        '/packs/{id}/assets': { parameters, post: { summary: 'Pack asset upload', responses } },
      },
      'UPLOAD /packs/{id}/assets: Performs the pack asset upload → The pack asset upload is performed',
    ],
    [
      'a verb that another operation has at the address',
      {
        '/boats/{id}/hull-info': {
          parameters,
          put: { summary: 'Modifies the hull information', responses },
          patch: { summary: 'Modifies the hull information', responses },
        },
      },
      'MODIFY /boats/{id}/hull-info: Modifies the hull information → The hull information has the requested values',
    ],
    [
      'a noun in two words that begins with a verb',
      { '/deploy_keys': { get: { operationId: 'getV3DeployKeys', responses } } },
      'LIST /deploykeys: Lists the deploy keys → A list of the deploy keys is returned',
    ],
    [
      'two nouns around "to"',
      {
        '/TextToJson': {
          post: { summary: 'Text to Json', description: 'Transform a text into a JSON object.', responses },
        },
      },
      'TRANSFORM /text-to-json: Transform a text into a JSON object. → The text is transformed into a JSON object',
    ],
    [
      'a word that is rather a verb',
      { '/resolveBoatLink': { get: { summary: 'Resolve boat link', operationId: 'resolveBoatLink', responses } } },
      'RESOLVE /boat-link: Resolve the boat link → The resolved boat link is returned',
    ],
    [
      'what a download has',
      { '/boats/{id}/data/download': { parameters, get: { operationId: 'download-boat-data', responses } } },
      'DOWNLOAD /boats/{id}/data: Downloads the boat data → The boat data is returned',
    ],
    [
      'a statement about the service',
      {
        '/boats/{id}/finalize': {
          parameters,
          post: { description: 'Harbrix automatically finalizes boats before they leave.', responses },
        },
      },
      'FINALIZE /boats/{id}: Finalizes a boat → The boat is finalized',
    ],
    [
      'members of a group',
      { '/groups/{id}/members/{memberId}': { parameters, delete: { responses } } },
      'REMOVE /groups/{id}/members/{member_id}: Removes a member of a group → The member is removed from the group',
    ],
    [
      'a list of one word in the singular',
      { '/boats/{id}/sails': { parameters, get: { summary: 'List this boat Sail', responses } } },
      'LIST /boats/{id}/sails: List the boat sails → The boat sails are returned',
    ],
  ])('decides: %s', (_, paths, expected) => {
    expect(endpointsAt(paths)[0]).toBe(expected);
  });
});
