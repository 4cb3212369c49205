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
      'LIST /treasury/outbound-payments',
    ],
    ['/records/{recordId}.jsonld', 'get', { summary: 'Get a record' }, 'RETRIEVE /records/{record_id}'],
    ['/berths', 'get', { summary: 'View all berths' }, 'LIST /berths'],
    ['/berths:batchGet', 'post', { operationId: 'Quays_BatchGetBerths' }, 'RETRIEVE /berths'],
    ['/{name}', 'get', { description: 'Gets the latest state of an operation.' }, 'RETRIEVE /operations/{name}'],
    ['/{name}', 'patch', { description: 'Updates an existing data exchange.' }, 'UPDATE /data-exchanges/{name}'],
    ['/{name}:cancel', 'post', { description: 'Starts cancellation of an operation.' }, 'CANCEL /operations/{name}'],
    ['/recharge/{pgIdOrig}', 'post', { summary: 'Recharge a transaction' }, 'RECHARGE /transactions/{pg_id_orig}'],
    ['/train/status', 'post', { summary: 'Training Status', description: 'Check a training' }, 'CHECK /train/status'],
    ['/search/{term}', 'get', { summary: 'View berths that match the term' }, 'FIND /search/{term}'],
    ['/gene', 'post', { summary: 'Batch gene query service' }, 'FIND /gene'],
    ['/genes', 'post', { summary: 'For a given list of ids returns genes' }, 'LIST /genes'],
    ['/direct-mail/places', 'get', { summary: 'List places' }, 'LIST /direct-mail/places'],
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
    ['/quays/worklist/list', 'get', { summary: 'Family work groups list' }, 'LIST /quays/worklist'],
    ['/berths', 'get', { description: 'Allows the caller to request a list of berths.' }, 'LIST /berths'],
    ['/berths/{id}/{filters}', 'get', { summary: 'Apply filters to berths' }, 'RETRIEVE /berths/{id}/{filters}'],
    [
      '/plans/report',
      'post',
      { summary: 'Plan report', description: 'Automatically process the plan report and email communication.' },
      'EXECUTE /plans/report',
    ],
    ['/images/unskew', 'post', { summary: 'Detect and unskew an image' }, 'UNSKEW /images'],
    [
      '/FlowV2/SplitPlan',
      'post',
      { summary: 'Split document', description: 'Split a plan by page.' },
      'SPLIT /flow/plan',
    ],
    ['/fleets.execute', 'post', { summary: 'Fleet execute', description: 'Execute a fleet' }, 'EXECUTE /fleets'],
    ['/berths_prefix', 'get', { summary: 'Prefix search for berths.' }, 'FIND /berths-prefix'],
    ['/cluster', 'get', { summary: 'Get clusters', description: 'Get a list of clusters' }, 'LIST /cluster'],
    ['/ipv6/ranges/{range}', 'get', { summary: 'View a range' }, 'VIEW /ipv6/ranges/{range}'],
    ['/style/logo.png', 'delete', { summary: 'Delete the logo' }, 'REMOVE /style/logo'],
    ['/disks/bulkInsert', 'post', { description: 'Create several disks.' }, 'CREATE /disks/bulk'],
    ['/crx/packages/update', 'post', { operationId: 'postPackageUpdate' }, 'UPDATE /crx/packages'],
    ['/deploy_keys/{key_id}/disable', 'delete', { summary: 'Disable a key' }, 'DISABLE /deploykeys/{key_id}'],
    ['/projects/{id}/apis/{api}', 'get', { summary: 'Get an API' }, 'RETRIEVE /projects/{id}/apis/{api}'],
    ['/plans/findByAuthor/{author}', 'get', { summary: 'Finds plans' }, 'FIND /plans/by-author/{author}'],
    ['/EntityListForSelect', 'get', { summary: 'Get a list of entities' }, 'LIST /entities-for-select'],
    ['/{name}', 'patch', { summary: 'Updates a brand' }, 'UPDATE /brands/{name}'],
    ['/zones.json', 'get', { summary: 'Get available zones' }, 'LIST /zones'],
    ['/voters', 'get', { summary: 'Requests voters data for a delegate' }, 'LIST /voters'],
    ['/pmapi/fetch', 'get', { summary: 'Fetches current values' }, 'FETCH /pmapi/values'],
    ['/rest', 'post', { summary: 'Send stanzas and receive responses.' }, 'SEND /stanzas'],
    ['/contests/search', 'get', {}, 'FIND /contests'],
    ['/sessions/refresh', 'post', {}, 'REFRESH /sessions'],
    ['/tenants/{id}', 'options', { summary: 'Tenant Resource Options' }, 'DESCRIBE /tenants/{id}'],
    ['/officers/{id}/shares/', 'get', { summary: 'Get officer shares' }, 'LIST /officers/{id}/shares'],
    ['/scan', 'post', { summary: 'Perform action on plan' }, 'EXECUTE /scan'],
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
    ['/hosts/{id}/actions/remove_from_group', 'post', { summary: 'Remove from group' }, 'REMOVE /hosts/{id}/group'],
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
    [
      '/display_ads',
      'post',
      { summary: 'display ads', description: 'This endpoint allows the client to create a new display ad.' },
      'CREATE /display-ads',
    ],
    ['/{realm}/clear-berth-cache', 'post', { summary: 'Clear berth cache' }, 'CLEAR /realm/{realm}/berth-cache'],
    [
      '/issue-token',
      'post',
      { summary: 'Issue token', description: 'Returns an access token for this API.' },
      'ISSUE /token',
    ],
    ['/validateEmail', 'get', { description: 'This can be an extra layer of your system.' }, 'VALIDATE /email'],
    ['/builds', 'put', { summary: 'Re-run build' }, 'RERUN /builds'],
    ['/people/{id}/optOuts', 'get', { summary: 'Returns all opt-out records' }, 'LIST /people/{id}/optouts'],
    ['/contracts/denied-names', 'get', { summary: 'Denylisted user names' }, 'LIST /contracts/denied-names'],
    ['/emails', 'get', { summary: 'Email Validation', description: 'Query and validate emails.' }, 'VALIDATE /emails'],
    ['/designs/link', 'post', { summary: 'Design File Import' }, 'IMPORT /designs/link'],
    ['/upload', 'post', { operationId: 'uploadPhoto', summary: 'Uploads a new photo' }, 'UPLOAD /photo'],
    ['/gists/public', 'get', { summary: 'List public gists' }, 'LIST /gists/public'],
    ['/goals/{id}/setMetric', 'post', { summary: 'Update a goal metric' }, 'UPDATE /goals/{id}/metric'],
    [
      '/groups',
      'get',
      { summary: 'Get groups', responses: responseOf({ type: 'array', items: { type: 'integer' } }) },
      'LIST /groups',
    ],
    [
      '/quays/{id}/berths',
      'get',
      {
        summary: 'Get quay berths',
        responses: responseOf({ type: 'object', properties: { quay: { type: 'object' }, berths } }),
      },
      'LIST /quays/{id}/berths',
    ],
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
      intent: 'Removes a recording of a room',
      outcome: 'The recording of the room no longer exists',
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
    ).toBe('The parcel is removed from the van');
    expect(semantic('/plugins/{id}', 'post', { summary: 'Run the plugin' })).toMatchObject({
      capability: 'transaction',
      state_transition: { 'plugins.execution': 'NOT_STARTED -> STARTED' },
    });
    expect(semantic('/parcels/{id}/scale', 'post', {}).outcome).toBe('A new scale for the parcel exists as requested');
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

  it('agree in number with the address and with the description', () => {
    const outcome = (path: string, method: string, operation: JsonObject) =>
      (endpoint(path, method, operation).semantic as JsonObject).outcome;
    expect(outcome('/ssh-keys/{sshKeyId}', 'put', { summary: 'Update SSH keys' })).toBe(
      'The SSH key has the requested values',
    );
    expect(outcome('/sessions/{userId}', 'delete', { summary: 'Delete sessions' })).toBe(
      'The sessions no longer exist',
    );
    expect(
      outcome('/tours', 'post', { summary: 'Create tours', description: 'Creates a new tour for the harbor.' }),
    ).toBe('A new tour for the harbor exists as requested');
    expect(outcome('/berths', 'get', { summary: 'Find berth', responses: arrayOfBerths })).toBe(
      'The matching berths are returned',
    );
  });

  it('are checked against the address, and say less where they do not fit', () => {
    const outcome = (path: string, method: string, summary: string, description = '') =>
      (endpoint(path, method, { summary, ...(description === '' ? {} : { description }) }).semantic as JsonObject)
        .outcome;
    expect(outcome('/statistics/users/inactivity', 'get', 'List Statistics Users Inactivity')).toBe(
      'The user inactivity statistics are returned',
    );
    expect(outcome('/racecards/standard', 'get', 'List Racecards Standard')).toBe(
      'The standard racecards are returned',
    );
    expect(outcome('/plans/featured/{id}', 'get', 'Get the details of featured plans')).toBe(
      'The details of the featured plan are returned',
    );
    expect(outcome('/berths/{id}', 'get', 'Get berths by ID')).toBe('The requested berth is returned');
    expect(outcome('/harbors/{id}/berths', 'get', 'Get a harbor berths')).toBe('The harbor berths are returned');
    expect(outcome('/user/following', 'get', 'Get blogs following', 'Get the blogs the user is following.')).toBe(
      'The blogs are returned',
    );
    expect(outcome('/play/371c4dca-f7af-48b7-8dfa-cd6864969ba5', 'post', 'Go')).not.toContain('371c4dca');
    expect(outcome('/echo', 'post', 'Build a stanza and return it')).not.toContain('echo');
    expect(outcome('/silences', 'post', 'Post a new silence or update an existing one')).toBe(
      'The silence exists as requested',
    );
    expect(outcome('/plans/{id}/time-to-live', 'put', 'Update Time to Live')).toBe(
      'The time to live has the requested values',
    );
    expect(outcome('/accounts/agent', 'put', 'Declare the account an agent')).toBe('The account is declared an agent');
    expect(outcome('/hosts', 'post', 'Analyze hosts to determine if they are safe')).toBe(
      'Whether the hosts are safe is returned',
    );
    expect(outcome('/scans', 'post', 'Scan a list of plans in order to receive warnings')).toBe(
      'The list of plans is scanned',
    );
    expect(outcome('/tales', 'get', 'Get all tales in Harbor: The Storm')).toBe(
      'All tales in Harbor: The Storm are returned',
    );
    expect(outcome('/quays/{id}/actions/apply', 'post', 'Apply to berths', 'Applies a rule to several berths.')).toBe(
      'The rule is applied to several berths',
    );
  });

  it('are taken from the text that says what is done', () => {
    const intent = (operation: JsonObject) =>
      (endpoint('/berths/{id}', 'get', operation).semantic as JsonObject).intent;
    const description = 'Returns the berth with a number.';
    expect(intent({ summary: 'Retrieve by number', description })).toBe(description);
    expect(intent({ description: `Requires authentication. ${description}` })).toBe(description);
    expect(intent({ description: 'Returns a berth (eg. "North 1" or another).' })).toBe(
      'Returns a berth (eg. "North 1" or another).',
    );
    expect(intent({ operationId: 'berth.get', summary: 'Get draft berth' })).toBe('Get a draft berth');
    expect(intent({ operationId: 'getMyMooringState' })).toBe('Gets the mooring state of the current user');
    expect(intent({ summary: 'Berth Check' })).toBe('Performs the berth check');
  });

  it('treat titles as things where the operationId or the address does', () => {
    const sentences = (path: string, operation: JsonObject) => {
      const {
        method,
        path: written,
        semantic,
      } = endpoint(path, 'get', operation) as { semantic: JsonObject } & JsonObject;
      return [`${method} ${written}`, semantic.intent, semantic.outcome];
    };
    const settings = ['RETRIEVE /berths/{id}/settings', 'Gets the berth settings', 'The berth settings are returned'];
    const summary = 'Berth Settings';
    expect(sentences('/berths/{id}/settings', { operationId: 'getBerthSettingsById', summary })).toEqual(settings);
    expect(sentences('/berths/{id}/settings', { summary })).toEqual(settings);
    expect(sentences('/tides/{season}', { summary: 'Schedule by season' })[1]).toBe('Retrieves the schedule by season');
    expect(sentences('/tide/schedule-for-stop', { operationId: 'getScheduleForStop' }).slice(1)).toEqual([
      'Gets the schedule for a stop',
      'The schedule for the stop is returned',
    ]);
  });

  it('ignore texts about reading of operations that change something', () => {
    const text = 'Return object stating whether permissions have been initialized';
    const { method, semantic } = endpoint('/roles/{name}/permissions', 'put', { summary: text });
    expect([method, (semantic as JsonObject).intent]).toEqual(['REPLACE', 'Replaces the permissions of a role']);
    expect(endpoint('/orders/{id}/return', 'put', { summary: 'Return an order' }).method).toBe('RETURN');
    expect(endpoint('/orders/{id}/returns', 'post', { summary: 'Return order' }).method).toBe('RETURN');
    const named = endpoint('/me/berths', 'put', { operationId: 'Me_PutMeBerths', summary: 'Puts me berths.' });
    expect((named.semantic as JsonObject).intent).toBe('Replaces the berths');
  });

  it('have verbs that agree in form, and name what a list is of', () => {
    const intent = (summary: string, method = 'post') =>
      (endpoint('/berths', method, { summary }).semantic as JsonObject).intent;
    expect(intent('Upload a plan and returns an ID')).toBe('Upload a plan and return an ID');
    expect(intent('Add dynamically a berth')).toBe('Dynamically add a berth');
    expect(intent('Test the plans for issues using this action.')).toBe('Test the plans for issues.');
    expect(intent('A berth can be canceled if it has not been used.')).toBe('Cancel a berth if it has not been used.');
    expect(intent('QuayType: List all possible types', 'get')).toBe('List all possible quay types');
    expect(intent('Quay: List all possible types', 'get')).toBe('List all possible types of quay');
    expect(intent('Get quays - Pull', 'get')).toBe('Get quays');
    expect(intent('Creating Berth')).toBe('Create a berth');
    expect(intent('Partial update berth', 'patch')).toBe('Update the berth');
    expect(intent('Second factor authentication')).toBe('Performs the second factor authentication');
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
