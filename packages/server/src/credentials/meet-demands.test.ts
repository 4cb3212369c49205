/**
 * Tests that an operation of an HTTP API is sent the credentials that its own description requires, complete, in the
 * right location, and no others.
 */
import type { HttpBinding, HttpCredentialDemand } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { PlainSecret } from './credential-content.js';
import { createCredentialProvider } from './credential-provider.js';
import {
  callOf,
  entryOf,
  guest,
  issuingFrom,
  keysOf,
  mayExchangeAt,
  noLogins,
  openBench,
  owner,
} from './credentials.support.js';

const inHeader: PlainSecret = { kind: 'api_key', in: 'header', name: 'X-Api-Key', value: 'hk' };
const inQuery: PlainSecret = { kind: 'api_key', in: 'query', name: 'api_key', value: 'qk' };
const inCookie = { kind: 'api_key', in: 'cookie', name: 'sid', value: 'ck' } as const satisfies PlainSecret;
const basic: PlainSecret = { kind: 'api_key', in: 'header', name: 'Authorization', value: 'Basic YTpi' };
const bearer: PlainSecret = { kind: 'bearer', token: 'tok' };
const client: PlainSecret = {
  kind: 'oauth2_client',
  tokenUrl: 'https://id.example/token',
  clientId: 'dragoman',
  clientSecret: 'cs',
  clientAuth: 'basic',
};
const mtls: PlainSecret = { kind: 'mtls', certificate: 'CERT', privateKey: 'KEY' };

const header: HttpCredentialDemand = { scheme: 'h', type: 'api_key', in: 'header', name: 'x-api-key' };
const query: HttpCredentialDemand = { scheme: 'q', type: 'api_key', in: 'query', name: 'api_key' };
const cookie: HttpCredentialDemand = { scheme: 'c', type: 'api_key', in: 'cookie', name: 'sid' };
const token: HttpCredentialDemand = { scheme: 't', type: 'oauth2_bearer', scopes: ['berths.read'] };
const password: HttpCredentialDemand = { scheme: 'b', type: 'basic' };
const unknown: HttpCredentialDemand = { scheme: 'x', type: 'unknown' };

const showsHeader = { headers: { 'x-api-key': 'hk' } };
const showsQuery = { query: { api_key: 'qk' } };
const showsToken = { headers: { authorization: 'Bearer tok' } };

async function ask(security: HttpCredentialDemand[][] | undefined, secrets: readonly PlainSecret[]) {
  const entry = entryOf('oauth2_bearer');
  const [first] = entry.operations;
  if (first === undefined) throw new Error('no operation');
  const urlTemplate = 'https://weather.example/berths';
  const binding: HttpBinding = { kind: 'http', method: 'GET', urlTemplate, parameters: {} };
  first.binding = security === undefined ? binding : { ...binding, security };
  const bench = await openBench({ keys: keysOf(1), entry });
  const asked: (string | null)[] = [];
  const endpoint = {
    async request({ form }: { form: URLSearchParams }) {
      asked.push(form.get('scope'));
      return { token: 'got', expiresIn: 600 };
    },
  };
  const issuing = issuingFrom(endpoint, bench.clock);
  const provider = createCredentialProvider({ cache: bench.cache, issuing, presentLogin: noLogins, mayExchangeAt });
  for (const secret of secrets) {
    const content = { name: secret.kind, audience: 'everyone' as const, secret };
    await bench.administration.add('pier-weather', content, bench.by(owner));
  }
  try {
    const given = await provider(callOf(guest, entry));
    if (given === undefined) return { shown: given, asked };
    const { identity: _, ...shown } = given;
    return { shown, asked };
  } catch (error) {
    if (error instanceof Failure) return { refused: error.message };
    throw error;
  }
}

const all = [bearer, inQuery, inHeader];

describe('an operation of an HTTP API is sent', () => {
  it.each<[string, HttpCredentialDemand[][] | undefined, PlainSecret[], object | undefined]>([
    ['the key of its own header', [[header]], all, showsHeader],
    ['the key of its own parameter', [[query]], all, showsQuery],
    ['the token', [[token]], [basic, ...all], showsToken],
    ['the key of its own cookie', [[cookie]], [...all, inCookie], { headers: { cookie: 'sid=ck' } }],
    [
      'two cookies',
      [[cookie, { ...cookie, name: 'app' }]],
      [inCookie, { ...inCookie, name: 'app', value: 'a2' }],
      { headers: { cookie: 'sid=ck; app=a2' } },
    ],
    ['both, where both are required', [[header, query]], all, { ...showsHeader, ...showsQuery }],
    ['two headers', [[header, token]], all, { headers: { ...showsHeader.headers, ...showsToken.headers } }],
    ['the first alternative that is fully met', [[password, query], [header]], [inQuery, inHeader], showsHeader],
    [
      'a password that was stored as a header',
      [[password]],
      [inHeader, basic],
      { headers: { authorization: 'Basic YTpi' } },
    ],
    ['a token where a key goes in that header', [[{ ...header, name: 'Authorization' }]], [bearer], showsToken],
    ['nothing that is optional and not stored', [[], [header]], [inQuery], undefined],
    ['an optional credential that is stored', [[], [header]], all, showsHeader],
    ['nothing where none is required', [], all, undefined],
    ['any stored credential, where the description does not say which', [[unknown]], [inQuery], showsQuery],
    ['a certificate in addition', [[header]], [mtls, inHeader], { ...showsHeader, tls: { cert: 'CERT', key: 'KEY' } }],
  ])('is %s', async (_, security, secrets, expected) => {
    expect((await ask(security, secrets)).shown).toEqual(expected);
  });

  it.each<[HttpCredentialDemand[][], PlainSecret[], string]>([
    [[[header]], [inQuery, bearer], "'api_key' in the header x-api-key"],
    [[[query]], [inHeader], "'api_key' in the parameter api_key"],
    [[[header, query]], [inHeader], "'api_key' in the header x-api-key and 'api_key' in the parameter api_key"],
    [[[password]], all, "'basic'"],
    [[[cookie]], all, "'api_key' in the cookie sid"],
    [[[token]], [inHeader, mtls], "'oauth2_bearer'"],
  ])('for %j is never another one', async (security, secrets, words) => {
    const { refused } = await ask(security, secrets);
    expect(refused).toContain(`The service requires ${words}, and no credential for it is stored; nothing was sent.`);
  });

  it('is a token with the scopes of the alternative that is met', async () => {
    const { asked } = await ask([[query], [token]], [client]);
    expect(asked).toEqual(['berths.read']);
  });
});
