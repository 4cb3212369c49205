/** Methods, paths and sentences that are derived for operations of real services. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { readOpenApi } from '../openapi/read.js';
import { context, validator } from './agis.support.js';
import { writeAgis } from './write.js';

const server = 'https://api.example/platform/v2';

function convert(path: string, method: string, operation: JsonObject): JsonObject {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const document = {
    openapi: '3.1.0',
    info: { title: 'Desk', version: '1' },
    servers: [{ url: server }],
    tags: [{ name: 'AccountCtrl' }],
    paths: { [path]: { [method]: { parameters, responses: { 200: { description: 'Done' } }, ...operation } } },
  };
  const entry = readOpenApi(document, context).value ?? expect.fail('not read');
  return writeAgis(entry, { validator }).document;
}

function endpoint(path: string, method: string, operation: JsonObject): JsonObject {
  const [first] = convert(path, method, operation).endpoints as JsonObject[];
  return first ?? expect.fail('no endpoint');
}

const berths = { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } };
const responseOf = (schema: JsonObject): JsonObject => ({
  200: { description: 'Done', content: { 'application/json': { schema } } },
});
const arrayOfBerths = responseOf(berths);
const pageOfBerths = responseOf({ type: 'object', properties: { total: { type: 'integer' }, items: berths } });

describe('a derived method and path', () => {
  it.each([
    ['/users/{id}/block', 'put', { summary: 'Block a user' }, 'BLOCK /users/{id}'],
    ['/payments/{ref}/captures', 'post', { summary: 'Capture an authorised payment' }, 'CAPTURE /payments/{ref}'],
    ['/payment_methods', 'get', { summary: 'List payment methods' }, 'LIST /payment-methods'],
    [
      '/team.info',
      'get',
      { operationId: 'team_info', description: 'Gets information about the team.' },
      'RETRIEVE /team-info',
    ],
    ['/admin.users.assign', 'post', { description: 'Assign a user to a workspace.' }, 'ASSIGN /admin/users'],
    [
      '/treasury/outbound_payments',
      'get',
      { operationId: 'GetTreasuryOutboundPayments' },
      'RETRIEVE /treasury/outbound-payments',
    ],
    ['/records/{recordId}.jsonld', 'get', { summary: 'Get a record' }, 'RETRIEVE /records/{record_id}'],
    [
      '/apps/v1beta2/networkInterfaces',
      'get',
      { operationId: 'NetworkInterfaces_List' },
      'LIST /apps/network-interfaces',
    ],
    ['/{realm}/groups', 'get', { summary: 'List the groups' }, 'LIST /realm/{realm}/groups'],
    ['/volumes', 'get', { summary: 'Volumes List' }, 'LIST /volumes'],
    ['/rule/data', 'get', { summary: 'Rule data' }, 'RETRIEVE /rule/data'],
    ['/berths', 'get', { summary: 'Retrieve berths', responses: arrayOfBerths }, 'LIST /berths'],
    ['/berths', 'get', { summary: 'Get the occupancy of all berths', responses: arrayOfBerths }, 'RETRIEVE /berths'],
    ['/berths/first', 'get', { summary: 'Get the first berth' }, 'RETRIEVE /berths/first'],
    ['/quays/{id}/berths', 'get', { operationId: 'getBerths', responses: pageOfBerths }, 'LIST /quays/{id}/berths'],
    [
      '/external_subscriptions',
      'post',
      { summary: 'Create an external subscription' },
      'CREATE /external-subscriptions',
    ],
    ['/jobs/{id}/status', 'put', { operationId: 'put-/jobs/{id}/status' }, 'REPLACE /jobs/{id}/status'],
    [
      '/members/{id}/votes',
      'get',
      { description: 'Votes cast under a ballot.', responses: arrayOfBerths },
      'LIST /members/{id}/votes',
    ],
    ['/jobs/{id}/cancel', 'post', { summary: 'Sends a signal to a broker to cancel the job' }, 'CANCEL /jobs/{id}'],
    [
      '/orders/{id}/commitOrder',
      'put',
      { summary: 'Perform the order transition to COMMITTED' },
      'COMMIT /orders/{id}',
    ],
    ['/tables/{id}/queries/start', 'post', {}, 'START /tables/{id}/queries'],
    ['/berths/search', 'post', {}, 'FIND /berths'],
    ['/rehearsal', 'post', { summary: 'Perform a rehearsal of the plan' }, 'EXECUTE /rehearsal'],
    ['/campaigns/{id}/bulk_update', 'put', { summary: 'Assign a campaign to plans' }, 'ASSIGN /campaigns/{id}'],
    ['/plans/{id}/add_ons', 'post', { summary: 'Create an add-on' }, 'CREATE /plans/{id}/addons'],
    [
      '/files/{id}/version/{versionNumber}/preview',
      'get',
      { summary: 'Get a preview' },
      'RETRIEVE /files/{id}/version/{version_number}/preview',
    ],
    ['/', 'get', { summary: 'Root endpoint' }, 'RETRIEVE /desk'],
    ['/moorings/{id}/events/{event}', 'delete', { summary: 'Delete an event' }, 'REMOVE /moorings/{id}/events/{event}'],
    ['/harbor/berth/revoke', 'post', { summary: 'BerthRevoke revokes a berth.' }, 'REVOKE /harbor/berth'],
    ['/harbor/berth/list', 'post', { summary: 'BerthList gets a list of all berths.' }, 'LIST /harbor/berth'],
    ['/harbor/status', 'post', { summary: 'Status gets the status of the quay.' }, 'RETRIEVE /harbor/status'],
    ['/berths/cache_clear/', 'post', { description: 'Clear berth cache' }, 'CLEAR /berths/cache'],
    ['/mooring/finish', 'post', { description: 'Completes a mooring' }, 'COMPLETE /mooring'],
    ['/donations', 'post', { summary: 'Make a donation' }, 'DONATE /donations'],
    ['/factors', 'post', { summary: 'Reset Factors' }, 'RESET /factors'],
    ['/jwt', 'post', { summary: 'General-purpose authentication' }, 'AUTHENTICATE /jwt'],
    ['/plugins/{id}/text', 'post', { summary: 'Run the plugin' }, 'RUN /plugins/{id}/text'],
    [
      '/hosts/{id}/actions/remove_from_group',
      'post',
      { summary: 'Remove from group' },
      'REMOVE /hosts/{id}/actions/group',
    ],
    ['/items/{id}/update-estimate', 'post', { summary: 'Get an estimate' }, 'RETRIEVE /items/{id}/estimate'],
    ['/settings/stop-words', 'put', { summary: 'Update stop-words' }, 'UPDATE /settings/stop-words'],
    ['/routing/{versionNumber}/range', 'get', { summary: 'Calculates a range' }, 'CALCULATE /routing/range'],
    ['/failedIPNs', 'get', { summary: 'List the failures' }, 'LIST /failed-ipns'],
    ['/html', 'get', { summary: 'Page HTML by URL' }, 'RETRIEVE /html'],
    ['/_api/v1/funds', 'get', { summary: 'Funds received by a company' }, 'LIST /funds'],
    ['/listing/{id}', 'get', { summary: 'Listing by id' }, 'RETRIEVE /listing/{id}'],
    ['/addOnResults', 'get', { summary: 'List the results' }, 'LIST /addon-results'],
    ['/imports/{id}/insertMultiple', 'post', { summary: 'Insert records' }, 'ADD /imports/{id}'],
    ['/stops', 'get', { summary: 'Stop Search', description: 'Returns a list of stops.' }, 'LIST /stops'],
    ['/code/text', 'post', { summary: 'Text QR Code', description: 'Create a QR Code.' }, 'CREATE /code/text'],
    ['/c', 'post', { summary: 'Bar License', description: 'API to verify Bar License.' }, 'VERIFY /c'],
    ['/servers/{id}', 'post', { summary: 'Power off a server', description: 'Cuts power.' }, 'POWER /servers/{id}'],
    ['/files/upload_from_url', 'put', { summary: 'Upload a file' }, 'UPLOAD /files/from-url'],
    ['/berths', 'head', { summary: 'List the berths' }, 'CHECK /berths'],
    ['/news/news', 'get', { summary: 'Get the news' }, 'RETRIEVE /news'],
  ])('of %s %s is right', (path, method, operation, expected) => {
    const { method: verb, path: written } = endpoint(path, method, operation);
    expect(`${String(verb)} ${String(written)}`).toBe(expected);
  });

  it('never says that a summary contradicts nothing: the verb of the summary and the derived impact agree', () => {
    const { method, semantic } = endpoint('/auth', 'get', {
      summary: 'Revoke a token',
      description: 'This is safe, no confirmation needed.',
    });
    expect([method, (semantic as JsonObject).impact_tier]).toEqual(['REVOKE', 'irreversible']);
  });

  it('survives names in other scripts', () => {
    const { semantic } = endpoint('/予約/{id}', 'get', { summary: '予約を取得する' });
    expect((semantic as JsonObject).intent).toBe('予約を取得する');
  });
});

describe('derived sentences', () => {
  it('are plain and grammatical', () => {
    const semantic = (path: string, method: string, operation: JsonObject) =>
      endpoint(path, method, operation).semantic as JsonObject;
    expect(semantic('/accounts', 'post', { description: '<p>Creates an <b>account</b>.</p> More.' })).toMatchObject({
      intent: 'Creates an account.',
      outcome: 'A new account exists as requested',
      state_transition: { 'accounts.existence': 'ABSENT -> PRESENT' },
    });
    expect(semantic('/rooms/{sid}/recordings/{id}', 'delete', {})).toMatchObject({
      intent: 'Removes one recording of one room',
      outcome: 'The recording of one room no longer exists',
      confidence_guidance: 0.85,
    });
    expect(semantic('/tools', 'get', { summary: 'All workshop tools' }).intent).toBe('Lists all workshop tools');
    expect(semantic('/tools/{id}/rule', 'get', { summary: 'Rule data' })).toMatchObject({
      intent: 'Retrieves the rule data',
      outcome: 'The rule data is returned',
    });
    expect(
      semantic('/parcels/{id}', 'post', { summary: 'Remove from van', description: 'Removes a parcel from a van.' })
        .outcome,
    ).toBe('The parcel is removed from a van');
    expect(semantic('/plugins/{id}', 'post', { summary: 'Run the plugin' })).toMatchObject({
      capability: 'transaction',
      state_transition: { 'plugins.execution': 'NOT_STARTED -> STARTED' },
    });
    expect(semantic('/parcels/{id}/scale', 'post', {}).outcome).toBe('A new scale of one parcel exists as requested');
  });

  it('claim no more than verb, path and responses show', () => {
    const semantic = (path: string, method: string, operation: JsonObject) =>
      endpoint(path, method, operation).semantic as JsonObject;
    expect(semantic('/wan-verify', 'post', {}).outcome).toBe('The wan-verify request is carried out');
    expect(semantic('/videos/trending', 'get', {}).outcome).toBe('The trending data is returned');
    expect(semantic('/berths/{id}', 'head', { summary: 'Get a berth' }).outcome).toBe(
      'The response headers for the berth are returned',
    );
    expect(
      semantic('/snapshots/{id}', 'delete', { description: 'Remove a snapshot.\n\n:param id: The id.' }),
    ).toMatchObject({ intent: 'Remove a snapshot.', outcome: 'The snapshot is removed' });
  });

  it('mark what was drafted', () => {
    const review = endpoint('/accounts', 'post', { summary: 'Create an account' }).x_review;
    expect(review).toEqual(expect.arrayContaining(['outcome', 'confidence_guidance', 'state_transition']));
    expect(review).not.toContain('intent');
  });

  it('have words as domains', () => {
    expect(convert('/accounts', 'get', {}).vocabulary).toMatchObject({ domain: 'account-ctrl' });
  });
});
