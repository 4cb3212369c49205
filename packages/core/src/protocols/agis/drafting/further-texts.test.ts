/** Drafted endpoints with unusual addresses, names or texts: events, states, separated verbs, purposes, bare nouns. */
import { describe, expect, it } from 'vitest';
import { endpointOf, endpointsOf } from './drafted-endpoints.support.js';

describe('an operation without a text', () => {
  it.each([
    ['/send-manifest', 'post', {}, 'SEND /manifest: Sends the manifest → The manifest is sent'],
    [
      '/berths/{id}/change-to-winter-mode',
      'post',
      {},
      'CHANGE /berths/{id}/winter-mode: Changes the winter mode of a berth → The berth has the requested winter mode',
    ],
    [
      '/prices',
      'get',
      { operationId: 'getTowPrices' },
      'LIST /prices: Gets the tow prices → The tow prices are returned',
    ],
  ])('%s has the verb and the thing of its address and its operationId', (path, method, operation, expected) => {
    expect(endpointOf(path, method, operation)).toBe(expected);
  });
});

describe('a text', () => {
  it.each([
    [
      '/sessions/logout-all',
      'post',
      'Log everyone out',
      'LOGOUT /sessions: Log out everyone → Every caller is logged out',
    ],
    [
      '/plans/{id}/sign-off',
      'post',
      'Sign off a towing plan',
      'SIGNOFF /plans/{id}: Sign off a towing plan → The towing plan is signed off',
    ],
    [
      '/archives/{id}/visibility',
      'post',
      'Make a private archive visible to the world',
      'PUBLISH /archives/{id}/visibility: Make a private archive visible to the world → The private archive is made visible to the world',
    ],
    [
      '/list-upload',
      'delete',
      'Upload a list to delete berth records',
      'REMOVE /list: Upload a list to delete berth records → The berth records no longer exist',
    ],
    [
      '/buoys/{id}/lights',
      'delete',
      'Deletes a light of buoy',
      'REMOVE /buoys/{id}/lights: Deletes a light of a buoy → The light of the buoy no longer exists',
    ],
    [
      '/berths',
      'post',
      'Creates berth using supplied params from body',
      'CREATE /berths: Creates a berth using the supplied params from the body → A new berth exists as requested',
    ],
    [
      '/frames',
      'post',
      'Create a frame as a child of the specified frame.',
      'CREATE /frames: Create a frame as a child of the specified frame. → A new frame exists as a child of the specified frame',
    ],
    [
      '/buoys/{id}/messages',
      'post',
      'Send a message on the buoy',
      'SEND /buoys/{id}/messages: Send a message on the buoy → The message is sent on the buoy',
    ],
    [
      '/keys/find',
      'post',
      'Locates and returns the key matching the provided fingerprint.',
      'LOCATE /keys: Locates and returns the key matching the provided fingerprint. → The key matching the provided fingerprint is returned',
    ],
    [
      '/park/checkout',
      'get',
      'Decreases 1 to the occupancy',
      'DECREASE /park/checkout: Decreases 1 to the occupancy → The request to decrease 1 to the occupancy is carried out',
    ],
    [
      '/register/controller',
      'post',
      'Register the controller',
      'REGISTER /controller: Register the controller → The controller is registered',
    ],
    [
      '/app/updates',
      'post',
      'Checks for updates.',
      'CHECK /app/updates: Checks for updates. → The result of the check for updates is returned',
    ],
    [
      '/berths/{id}/respond',
      'post',
      'Respond to an inquiry',
      'RESPOND /berths/{id}: Respond to an inquiry → The request to respond to an inquiry is carried out',
    ],
    [
      '/layers',
      'get',
      'GetLayers Return the list of available layers.',
      'LIST /layers: Return the list of available layers. → The list of available layers is returned',
    ],
    ['/standings', 'get', 'Get getStandings record', 'LIST /standings: Get the standings → The standings are returned'],
    [
      '/wallet/receive',
      'post',
      'Generate an invoice to receive a payment',
      'GENERATE /wallet: Generate an invoice to receive a payment → The invoice is generated',
    ],
    [
      '/auth/register',
      'get',
      'Register pilot and return a token',
      'REGISTER /auth: Register a pilot and return a token → The pilot is registered and a token is returned',
    ],
    [
      '/catalog.json',
      'post',
      'Calls the catalog action of an extension.',
      'INVOKE /catalog: Calls the catalog action of an extension. → The catalog action of the extension is called',
    ],
    [
      '/create-transaction',
      'post',
      'Record Transaction',
      'RECORD /transaction: Record the transaction → The transaction is recorded',
    ],
    [
      '/harbors/{id}/classes',
      'get',
      'Get all available classes for the given harborId.',
      'LIST /harbors/{id}/classes: Get all available classes for the given harbor ID. → All available classes for the given harbor ID are returned',
    ],
    [
      '/statements',
      'post',
      'Submit Statement for Execution',
      'SUBMIT /statements: Submit a statement for execution → The statement for execution is submitted',
    ],
    ['/team', 'post', 'Team invite', 'CREATE /team: Creates a team invite → A new team invite exists as requested'],
    [
      '/scan/full',
      'post',
      'Full hull scan',
      'CREATE /scan/full: Creates a full hull scan → A new full hull scan exists as requested',
    ],
    ['/photos/{id}/star', 'post', 'Star a photo', 'STAR /photos/{id}: Star a photo → The photo is starred'],
    ['/bells/{id}/ring', 'post', 'Ring the bell', 'RING /bells/{id}: Ring the bell → The bell is rung'],
  ])('of %s %s ("%s") is read as what is done', (path, method, summary, expected) => {
    expect(endpointOf(path, method, { summary })).toBe(expected);
  });

  it('that is a question, or a plural with a participle, is no instruction', () => {
    expect([
      endpointOf('/availability', 'get', { summary: 'When is the pilot free?' }),
      endpointOf('/query', 'get', { summary: 'Buoys matching a filter expression' }),
    ]).toEqual([
      'RETRIEVE /availability: Retrieves the availability → The requested availability is returned',
      'RETRIEVE /query: Retrieves the buoys matching a filter expression → The buoys matching a filter expression are returned',
    ]);
  });

  it('is the description where the summary is its headline', () => {
    const operation = {
      summary: 'Get berth attachment',
      description: 'Gets an attachment of a berth for a given harbor.',
    };
    expect(endpointOf('/harbors/{id}/berths/{berth}/attachments/{attachment}', 'get', operation)).toContain(
      'Gets an attachment of a berth for a given harbor.',
    );
  });
});

describe('the segments of a path', () => {
  it('are without those that all addresses begin with and that name the interface', () => {
    const operation = { responses: { 200: { description: 'Done' } } };
    const addresses = ['/quayobjects/v1/berths', '/quayobjects/v1/buoys', '/quayobjects/v1/buoys/{id}'];
    const paths = Object.fromEntries(addresses.map((address) => [address, { get: operation }]));
    expect(endpointsOf(paths).map((line) => line.split(':', 1)[0])).toEqual([
      'LIST /berths',
      'LIST /buoys',
      'RETRIEVE /buoys/{id}',
    ]);
  });

  it.each([
    ['/stored/messages/for/{buoy}', 'get', 'Read the stored messages of a buoy', 'LIST /stored-messages/{buoy}'],
    ['/berths/search', 'get', 'Search berths', 'FIND /berths'],
    ['/harbors/{id}/search', 'get', 'Search a harbor', 'FIND /harbors/{id}/search'],
  ])('of %s are nouns that the verb does not say', (path, method, summary, expected) => {
    expect(endpointOf(path, method, { summary }).split(':', 1)[0]).toBe(expected);
  });
});
