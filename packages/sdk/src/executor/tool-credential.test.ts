/** Tests credentials of roots: in the vendor's own headers, renewed once, and nowhere else. */
import { expect, it } from 'vitest';
import { scriptedRegistry } from '../registry.support.js';
import type { ToolCredential } from './tool-credential.js';
import { createCredentialKeeper } from './tool-credential.js';
import { createToolRoot } from './tool-root.js';
import { weather } from './tool-server.support.js';

const root = 'https://tools.example';

it.each([
  [{ token: 'tok-123456' }, 'authorization', 'Bearer tok-123456'],
  [{ apiKey: 'key-123456' }, 'x-api-key', 'key-123456'],
  [{ headers: { 'Ocp-Subscription': 'sub-123456' } }, 'ocp-subscription', 'sub-123456'],
  [{ headers: { Authorization: 'Basic dXNlcjpwYXNz' } }, 'authorization', 'Basic dXNlcjpwYXNz'],
] as const)('sends %o as the vendor requires, and hides it', async (credential, header, value) => {
  const { fetch, received } = scriptedRegistry({ body: weather });
  const client = createToolRoot({ label: 'w', root, fetch, credential });
  await client.read(weather.toolId);
  expect(received[0]?.headers.get(header)).toBe(value);
  const secret = value.split(' ').at(-1) ?? '';
  expect(client.hide(`before ${secret} after ${secret}`)).toBe('before [credential] after [credential]');
});

it('renews rejected credentials once, also for reads, and fixed ones never', async () => {
  const asked: boolean[] = [];
  const credential: ToolCredential = ({ renew }) => {
    asked.push(renew);
    return { token: renew ? 'new-token' : 'old-token' };
  };
  const { fetch, received } = scriptedRegistry({ status: 401 }, { body: weather });
  await createToolRoot({ label: 'w', root, fetch, credential }).read(weather.toolId);
  expect(asked).toEqual([false, true]);
  expect(received.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer old-token', 'Bearer new-token']);
  const fixed = scriptedRegistry({ status: 401 });
  const client = createToolRoot({ label: 'w', root, fetch: fixed.fetch, credential: { token: 'old-token' } });
  await expect(client.read(weather.toolId)).rejects.toMatchObject({ status: 401 });
  expect(fixed.received).toHaveLength(1);
});

it('rejects invalid header values without showing them', async () => {
  for (const headers of [{ 'bad name': 'x' }, { 'x-key': 'hid\nden-1' }, { 'x-key': '' }]) {
    const error = await createCredentialKeeper({ headers })
      .headers(false)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(String(error)).not.toContain('den-1');
  }
});

it('also hides secrets in JSON, and leaves short ones alone', async () => {
  const keeper = createCredentialKeeper({ apiKey: 'quo"te\\slash' });
  await keeper.headers(false);
  expect(keeper.hide(JSON.stringify({ said: 'quo"te\\slash' }))).toBe('{"said":"[credential]"}');
  const short = createCredentialKeeper({ apiKey: 'a' });
  await short.headers(false);
  expect(short.hide('a cat')).toBe('a cat');
});
