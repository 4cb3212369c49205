import type { ToolSignature } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { ToolsetExport } from '../toolsets.js';
import type { ToolsetExecutorOptions } from './from-toolset.js';
import { createToolsetExecutor } from './from-toolset.js';
import { ask } from './session.support.js';
import type { ToolServer } from './tool-server.support.js';
import { createToolServer, refill, weather, weather2 } from './tool-server.support.js';

const omaha = { City: 'Omaha' };

function exported(
  server: ToolServer,
  tools: readonly ToolSignature[],
  change: Partial<ToolsetExport> = {},
): ToolsetExport {
  return {
    format: 'dragoman-toolset',
    format_version: 1,
    id: 'desk',
    name: 'Desk',
    description: '',
    version: 1,
    root: server.root,
    mode: 'chosen',
    tools: tools.map((signature) => ({
      alias: signature.name,
      vendor: 'weather',
      agent_id: 'weather',
      signature,
      fingerprint: 'sha256:00',
      follow: 'pinned',
    })),
    ...change,
  };
}

const open = (server: ToolServer, toolset: ToolsetExport, more: ToolsetExecutorOptions = {}) =>
  createToolsetExecutor(toolset, { fetch: server.fetch, watchVersions: false, ...more });

describe('an executor made from an exported toolset', () => {
  it('[NACT-DES-07] starts from the export alone, and calls the pinned versions', async () => {
    const server = createToolServer({ tools: [weather] });
    const { arrived } = server;
    const executor = open(server, exported(server, [weather]));
    const session = await executor.startSession();
    expect(arrived).toHaveLength(0);
    expect(session.tools('anthropic').map(({ name }) => name)).toEqual([weather.name]);
    server.publish(weather2);
    expect(await ask(session, weather.name, omaha)).toMatchObject({ kind: 'succeeded' });
    expect(server.invoked()[0]?.url.pathname).toContain('/versions/1:invoke');
  });

  it('reads the current version of tools that follow their vendor', async () => {
    const server = createToolServer({ tools: [weather] });
    server.publish(weather2);
    const toolset = exported(server, [weather]);
    const follows = { ...toolset, tools: toolset.tools.map((tool) => ({ ...tool, follow: 'latest' as const })) };
    const session = await open(server, follows).startSession();
    await ask(session, weather.name, omaha);
    expect(server.invoked()[0]?.url.pathname).toContain('/versions/2:invoke');
  });

  it('[NACT-DES-20] searches at run time only when the toolset is open', async () => {
    const server = createToolServer({ tools: [weather, refill] });
    const closed = open(server, exported(server, [weather]));
    await expect(closed.search({ text: 'refill' })).rejects.toThrow('not open');
    expect(() => closed.with([refill])).toThrow('not open');
    const executor = open(server, exported(server, [weather], { mode: 'open' }));
    const found = await executor.search({ text: 'refill' });
    expect(found.map(({ name }) => name)).toEqual([refill.name]);
    const session = await executor.with(found).startSession();
    expect(session.tools('anthropic').map(({ name }) => name)).toEqual([weather.name, refill.name]);
    expect((await executor.search({}, 1)).length).toBe(1);
  });

  it('starts with the ready procedures, unless the host provides one', async () => {
    const server = createToolServer({ tools: [weather] });
    const procedures = [
      { state: 'ready', text: `Call ${weather.name}().` },
      { state: 'draft', text: 'Not yet.' },
    ];
    const toolset = exported(server, [weather], { procedures });
    expect((await open(server, toolset).startSession()).instructions).toBe(`Call ${weather.name}().`);
    expect((await open(server, toolset, { procedure: 'Mine.' }).startSession()).instructions).toBe('Mine.');
  });

  it('knows the impact of a call, so that a person can be asked', async () => {
    const server = createToolServer({ tools: [weather] });
    const toolset = exported(server, [weather]);
    const risky = { ...toolset, tools: toolset.tools.map((tool) => ({ ...tool, impact: 'irreversible' as const })) };
    const escalate = { impacts: ['irreversible' as const], ask: () => false };
    const session = await open(server, risky, { escalate }).startSession();
    expect(await ask(session, weather.name, omaha)).toMatchObject({ kind: 'declined' });
    expect(server.invoked()).toEqual([]);
  });

  it('rejects anything that is not an export', () => {
    const server = createToolServer({ tools: [] });
    for (const change of [{ format: 'other' }, { format_version: 2 }, { tools: 'x' }]) {
      const odd = { ...exported(server, []), ...change } as unknown as ToolsetExport;
      expect(() => open(server, odd)).toThrow('not an exported toolset');
    }
  });
});
