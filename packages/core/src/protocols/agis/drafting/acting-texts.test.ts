/** What an operation does, where its HTTP method, the form of its text or its address would mislead. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { done, endpointOf, endpointsOf } from './drafted-endpoints.support.js';

function outcomeOf(path: string, method: string, operation: JsonObject): string {
  return endpointOf(path, method, operation).replace(/^.* → /, '');
}

describe('the verb of an address that is called by GET', () => {
  it.each([
    [
      '/boat/logout',
      { summary: 'Logs out the current boat' },
      'LOGOUT /boat: Logs out the current boat → The caller is logged out',
    ],
    [
      '/migrations/berths',
      { summary: '(Deprecated) Kick off berth migration' },
      'START /migrations/berths: Start the berth migration → The berth migration is started',
    ],
    [
      '/hull/{number}/check',
      { summary: 'Returns whether HIN exists or not' },
      'CHECK /hull/{number}: Returns whether HIN exists or not → Whether the HIN exists is returned',
    ],
    [
      '/bills/{id}',
      { summary: 'Bill detail', description: 'Obtain bill information.' },
      'RETRIEVE /bills/{id}: Retrieves the bill detail → The bill detail is returned',
    ],
    [
      '/estimates/{id}',
      { summary: '(Deprecated) Best-available estimate', description: '**DEPRECATED - Please use GET /v3/berths**' },
      'RETRIEVE /estimates/{id}: Retrieves the best-available estimate → The best-available estimate is returned',
    ],
  ])('%s is what its text says', (path, operation, expected) => {
    expect(endpointOf(path, 'get', operation)).toBe(expected);
  });

  it('is not taken from the end of a name that a framework adds', () => {
    const operation = {
      operationId: 'perform_etl_boats_perform_etl__get',
      summary: 'Perform Etl',
      description: 'Runs an ETL transfer.',
    };
    expect(endpointOf('/boats/perform-etl', 'get', operation)).toMatch(/^EXECUTE \/boats\/etl: Perform ETL → /);
  });
});

describe('a text that is no instruction', () => {
  it.each([
    ['post', { summary: 'Not implemented' }, 'Creates a new berth'],
    [
      'post',
      { summary: 'Asynchronous. Entry point for booking creation pipeline.', operationId: 'create' },
      'Create a booking',
    ],
    ['patch', { summary: 'Asynchronous. Entry point for deleting berths.', operationId: 'delete' }, 'Delete berths.'],
    [
      'post',
      { description: 'Berths, unable to be used, sent to the repair queue', operationId: 'create' },
      'Creates a new berth',
    ],
  ])('of %s is replaced by what is done: %j', (method, operation, intent) => {
    expect(endpointOf('/berths', method, operation)).toContain(`: ${intent} → `);
  });
});

describe('the outcome without a success', () => {
  it.each([
    [
      'delete',
      { summary: 'GONE: Remove a berth', responses: { 404: { description: 'Unknown' } } },
      'The call is refused because the operation is no longer available',
    ],
    [
      'post',
      { summary: 'Add a berth', responses: { 501: { description: 'Never' } } },
      'The call is refused because the operation is not implemented',
    ],
    [
      'get',
      { summary: 'Get the berth status', responses: { 204: { description: 'Up' } } },
      'The call succeeds and returns no content',
    ],
    [
      'get',
      { summary: 'Get a berth', responses: { 410: { description: 'Expired' } } },
      'The requested berth is returned',
    ],
  ])('of %s %j is true', (method, operation, outcome) => {
    expect(outcomeOf('/berths/{id}', method, operation)).toBe(outcome);
  });

  it('claims no completion of what works in an async manner', () => {
    const description = 'Cancels repairs. This works in async manner.';
    expect(outcomeOf('/repairs', 'delete', { description })).toBe('The request to cancel repairs is accepted');
  });
});

describe('the object of an outcome', () => {
  it.each([
    [
      'post',
      { summary: 'Exchange a berth token for a new boatToken' },
      'The berth token is exchanged for a new boat token',
    ],
    ['post', { summary: 'Get many planned berths by ID' }, 'The planned berths are returned'],
    ['get', { summary: 'Get recent berths globally' }, 'The recent berths are returned'],
  ])('of %s %j is whole', (method, operation, outcome) => {
    expect(outcomeOf('/berths', method, operation)).toBe(outcome);
  });

  it('has the number that a list and an array show', () => {
    const schema = { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } };
    const responses = { 200: { description: 'Done', content: { 'application/json': { schema } } } };
    expect(endpointOf('/berths', 'get', { summary: 'Retrieve a list free berth on the quay', responses })).toBe(
      'LIST /berths: Retrieve a list of free berths on the quay → A list of free berths on the quay is returned',
    );
    expect(endpointOf('/plans', 'get', { summary: 'Retrieve the list of berth plan', responses })).toBe(
      'LIST /plans: Retrieve the list of berth plans → The list of berth plans is returned',
    );
  });

  it('has the article and the verbs that its intent needs', () => {
    const made = { description: 'Creates new token from current boat token, inheriting its rights.' };
    expect(endpointOf('/token', 'post', made)).toContain(': Creates a new token from the current boat token, ');
    const saved = { description: 'Creates / updates berth with body data.' };
    expect(endpointOf('/berths/{id}', 'put', saved)).toContain(': Creates or updates berth with body data. → ');
  });

  it('has the value that the body names', () => {
    const schema = { type: 'object', properties: { rating: { type: 'integer' } } };
    const requestBody = { content: { 'application/json': { schema } } };
    const summary = 'Updates rating of a boat to a given value';
    expect(outcomeOf('/boat/{id}/rate', 'post', { summary, requestBody })).toBe('The boat has the requested rating');
  });
});

describe('a word of an address', () => {
  it('stays where the verb does not say it and where it distinguishes', () => {
    const description = 'Trigger a pump and stream its noise.';
    const paths = endpointsOf({
      '/pumps/stream': { post: { summary: 'Pump noise', description, responses: done } },
      '/pumps/perform-etl-by-noise': { post: { summary: 'Perform etl by noise', responses: done } },
      '/pumps/perform-etl-all': { post: { summary: 'Perform etl of all', responses: done } },
      '/auth/forgot-password': { post: { summary: 'Start the forgot-password flow', responses: done } },
    }).map((each) => each.replace(/^[A-Z]+ |:.*$/g, ''));
    expect(paths).toEqual(['/pumps/stream', '/pumps/etl-by-noise', '/pumps/etl-all', '/auth/forgot-password']);
  });

  it('is that of the server where the address has none, and the name of the product is one word', () => {
    const server = 'https://harbor.example/berth';
    const photos = endpointOf('/{id}/photos', 'get', { summary: 'List berth photos' }, server);
    expect(photos).toMatch(/^LIST \/berth\/\{id\}\/photos:/);
    expect(endpointOf('/', 'post', { summary: 'Create a berth' }, server)).toMatch(/^CREATE \/berth:/);
    const installed = { summary: 'Install a quay', description: 'Of the hub' };
    expect(endpointOf('/quayhub/install', 'post', installed)).toMatch(/^INSTALL \/quayhub:/);
  });

  it('is the verb where title and address are the same', () => {
    const operation = { summary: 'Logout', description: 'Invalidate the current token.' };
    expect(endpointOf('/auth/logout', 'post', operation)).toMatch(/^LOGOUT \/auth:/);
    const signing = { summary: 'Sign typed data with a quay wallet' };
    expect(endpointOf('/wallet/sign-typed-data', 'post', signing)).toMatch(/^SIGN .* → The typed data is signed$/);
  });
});
