import { describe, expect, it } from 'vitest';
import type { AgentAuthentication } from './agent-document.js';
import { createClient } from './create-client.js';
import type { CallPreparation } from './prepare-call.js';
import { freightDesk, pierWeather, scriptedRegistry } from './registry.support.js';

const { fetch, received } = scriptedRegistry({ body: {} });
const { agents } = createClient({ baseUrl: 'https://registry.example/r', fetch });

const credentials = {
  apiKey: 'the-key',
  token: 'the-token',
  certificate: { certificate: 'PEM', privateKey: 'PEM' },
};

function prepare(
  authentication: AgentAuthentication | string | undefined,
  preparation: CallPreparation = { credentials },
) {
  return agents.prepareCall(
    { ...freightDesk, ...(authentication === undefined ? {} : { authentication }) },
    preparation,
  );
}

describe('preparing a call', () => {
  it('[AIDIP-META-14] uses the right header or certificate per type, and rejects an unknown type before any call', () => {
    expect(prepare({ type: 'api_key' }).headers).toMatchObject({ 'x-api-key': 'the-key' });
    expect(prepare({ type: 'oauth2_bearer', scopes: ['a'] }).headers).toMatchObject({
      authorization: 'Bearer the-token',
    });
    expect(prepare({ type: 'mtls' })).toMatchObject({ certificate: credentials.certificate });
    for (const open of [undefined, { type: 'none' }, {}]) {
      expect(prepare(open)).toEqual({
        method: 'POST',
        url: freightDesk.endpoint,
        headers: { 'content-type': 'application/json' },
      });
    }
    for (const type of ['kerberos', 'none-of-these', '__proto__', 'constructor']) {
      expect(() => prepare({ type })).toThrow(expect.objectContaining({ code: 'UNSUPPORTED_AUTHENTICATION' }));
    }
    expect(() => prepare({ instructions: 'ask us' })).toThrow(/not stated/);
    expect(received).toEqual([]);
  });

  it('supports the older text form in its spellings', () => {
    for (const text of ['API Key', 'api-key', 'apikey']) {
      expect(prepare(text).headers).toMatchObject({ 'x-api-key': 'the-key' });
    }
    expect(prepare('OAuth2').headers).toMatchObject({ authorization: 'Bearer the-token' });
    expect(prepare('mTLS').certificate).toBeDefined();
  });

  it('stops without the required credentials, and never shows any', () => {
    for (const type of ['api_key', 'oauth2_bearer', 'mtls']) {
      expect(() => prepare({ type }, {})).toThrow(expect.objectContaining({ code: 'CREDENTIAL_MISSING' }));
    }
    expect(() => prepare({ type: 'api_key' }, { credentials: { apiKey: 'se\r\ncret' } })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('cret') }),
    );
  });

  it('[AIDIP-SEC-10] blocks an uncertified service under the policy "certified only" before anything can be sent', () => {
    const trust = { certifiedOnly: true };
    expect(agents.prepareCall(pierWeather, { credentials, trust }).url).toBe(pierWeather.endpoint);
    for (const certification of [undefined, {}, { verified: false }]) {
      const agent = { ...freightDesk, ...(certification === undefined ? {} : { certification }) };
      expect(() => agents.prepareCall(agent, { credentials, trust })).toThrow(
        expect.objectContaining({ code: 'UNTRUSTED_AGENT' }),
      );
    }
    expect(received).toEqual([]);
  });

  it('accepts a path on the registry, and no unencrypted URL', () => {
    const to = (endpoint: string) => agents.prepareCall({ ...freightDesk, endpoint }).url;
    expect(to('/agents/x/invoke')).toBe('https://registry.example/agents/x/invoke');
    expect(to('https://a.example/d?version=2')).toBe('https://a.example/d?version=2');
    expect(() => to('http://a.example/d')).toThrow(expect.objectContaining({ code: 'INSECURE_ADDRESS' }));
    expect(() => to('http://127.0.0.1/d')).toThrow(expect.objectContaining({ code: 'INSECURE_ADDRESS' }));
  });
});
