/** Call statistics of a service survive the process, are shared by servers, and expire. */
import { systemClock } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { pierWeather } from './server.support.js';
import { openSqliteStore } from './stores/sqlite/open-sqlite-store.js';
import { withFolder } from './stores/sqlite/sqlite-files.support.js';
import { type Script, type Server, start } from './tools.support.js';

const broken: Script = () => ({ status: 503, body: { error: 'down' } });
const working: Script = () => ({ body: { wind: 7 } });

async function call(server: Server, times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    const headers = { 'idempotency-key': `call-${at}-${Math.random()}` };
    await server.ask('POST', '/agents/pier-weather/invoke', { body: { pier: 'north' }, headers });
  }
}

async function excludedBy(server: Server): Promise<string[]> {
  const answer = await server.ask('POST', '/agents/resolve', { body: { intent: 'forecast wind and waves' } });
  const { excluded } = (await answer.json()) as { excluded: { line: string }[] };
  return excluded.map(({ line }) => line);
}

describe('the call statistics of a service', () => {
  it('are known after a restart, and recover with successful calls', () =>
    withFolder(async (file) => {
      const open = () => openSqliteStore({ path: file, clock: systemClock });
      const first = await start(broken, await open());
      await first.register(pierWeather as JsonObject);
      await call(first, 6);
      expect(await excludedBy(first)).toEqual(['broken']);
      await first.server.close();
      const second = await start(working, await open());
      expect(await excludedBy(second)).toEqual(['broken']);
      await call(second, 6);
      expect(await excludedBy(second)).toEqual([]);
      await second.server.close();
      const third = await start(working, await open());
      expect(await excludedBy(third)).toEqual([]);
      await third.server.close();
    }));

  it('lose weight from day to day, so that a service without calls gets another chance', () =>
    withFolder(async (file) => {
      const server = await start(broken, await openSqliteStore({ path: file, clock: systemClock }));
      await server.register(pierWeather as JsonObject);
      await call(server, 20);
      expect(await excludedBy(server)).toEqual(['broken']);
      server.clock.time += 12 * 3_600_000;
      expect(await excludedBy(server)).toEqual(['broken']);
      server.clock.time += 24 * 3_600_000;
      expect(await excludedBy(server)).toEqual([]);
    }));
});
