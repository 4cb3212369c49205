import { expect, it } from 'vitest';
import { createCredentialCache } from './credential-cache.js';
import { guest, issuingFrom, mayExchangeAt, noLogins, openBench } from './credentials.support.js';
import { createCompleteSecret } from './grants/complete-secret.js';
import { createSourceCredentials } from './source-credentials.js';

it('a fetch finds a credential that another process stored a moment ago', async () => {
  const { store, sealer, clock, steady, by } = await openBench();
  const { credentials } = store;
  const processOf = () =>
    createSourceCredentials({
      credentials,
      cache: createCredentialCache({ credentials, sealer, clock, steady, onError: () => undefined }),
      issuing: issuingFrom({ request: () => Promise.reject(new Error('not asked')) }, clock),
      complete: createCompleteSecret({ request: () => Promise.reject(new Error('nothing is found')) }),
      mayExchangeAt,
      presentLogin: noLogins,
      sealer,
      clock,
      newId: () => 'credential-1',
    });
  const source = { id: 'notes', url: 'mcp+https://notes.example/tools' };
  const [fetching, storing] = [processOf(), processOf()];
  expect(await fetching.present(source)).toBeUndefined();
  const request = { name: 'bearer', audience: 'everyone', secret: { kind: 'bearer', token: 'tok-1' } } as const;
  await storing.put(source, request, by(guest));
  expect(JSON.stringify(await fetching.present(source))).toContain('tok-1');
});
