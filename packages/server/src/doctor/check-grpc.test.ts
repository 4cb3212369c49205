import { describe, expect, it } from 'vitest';
import { loadConfig } from '../config/load-config.js';
import { checkGrpc } from './check-grpc.js';

const check = (env: Record<string, string>) => checkGrpc(loadConfig({ environment: env }));

describe('the check of the gRPC listener', () => {
  it('says nothing without one', async () => {
    expect(await check({})).toEqual([]);
  });

  it('reports a port that the server itself uses', async () => {
    const [finding] = await check({ DRAGOMAN_PORT: '4780', DRAGOMAN_A2A_GRPC_PORT: '4780' });
    expect(finding).toMatchObject({ state: 'problem', detail: expect.stringContaining('both 4780') });
  });

  it('reports an address of cards that a proxy may not serve, unless it is set', async () => {
    const proxied = {
      DRAGOMAN_A2A_GRPC_PORT: '0',
      DRAGOMAN_PUBLIC_URL: 'https://dragoman.example',
      DRAGOMAN_AUTH_MODE: 'required',
    };
    const fix = expect.stringContaining('a2a.grpc.publicAddress');
    expect(await check(proxied)).toMatchObject([{ state: 'good' }, { state: 'warning', fix }]);
    const named = { ...proxied, DRAGOMAN_A2A_GRPC_PUBLIC_ADDRESS: 'grpc.dragoman.example:443' };
    expect(await check(named)).toMatchObject([{ state: 'good' }]);
  });
});
