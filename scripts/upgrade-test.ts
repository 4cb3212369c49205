/**
 * A rolling upgrade with real programs: `npm run upgrade-test -- <commit>` builds an earlier commit in a temporary folder, starts
 * it on an empty PostgreSQL database, starts this version on the same database, works with both at once, and starts the earlier
 * version again. It needs the commits, which a shallow clone lacks, and minutes, so that CI only prepares the statements of the
 * previous release against the new schema.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerProcess, startServerProcess } from '../tests/e2e/server-process.js';
import { checkNotes } from './faults/check-notes.js';
import { startCountingService } from './faults/counting-service.js';
import type { FaultResult } from './faults/fault-part.js';
import { serverSettings } from './faults/kill-servers.js';
import { actions, createNotes, type Notes, noteUnexpected, prepareLoad } from './faults/mixed-load.js';
import { withDatabase } from './faults/test-database.js';
import { buildCommit } from './upgrade/build-commit.js';

const loadMs = 8_000;
const title = 'Rolling upgrade';

/** Works with all servers, each request at the next one. */
async function work(servers: readonly ServerProcess[], notes: Notes, isOver: () => boolean): Promise<void> {
  await Promise.all(
    Object.values(actions).map(async (act) => {
      for (let turn = 0; !isOver(); turn += 1) {
        const answer = await act(servers[turn % servers.length]?.url ?? '', notes);
        if (answer !== undefined) noteUnexpected(answer, notes);
      }
    }),
  );
}

async function upgrade(folder: string, command: string, databaseUrl: string): Promise<FaultResult> {
  const env = { ...serverSettings, DATABASE_URL: databaseUrl };
  const service = await startCountingService(20);
  const running = new Set<ServerProcess>();
  const start = async (which: 'previous' | 'new') => {
    const server = await startServerProcess({ cwd: folder, env, ...(which === 'new' ? {} : { command }) });
    running.add(server);
    return server;
  };
  const workFor = async (servers: readonly ServerProcess[], notes: Notes) => {
    const end = Date.now() + loadMs;
    await work(servers, notes, () => Date.now() > end);
  };
  try {
    const [notes, counts] = [createNotes(), new Map<string, number>()];
    const previous = await start('previous');
    await prepareLoad(previous.url, service.url);
    await workFor([previous], notes);
    const next = await start('new');
    console.log('the new version runs next to the previous one');
    await sleep(500);
    await workFor([previous, next], notes);
    const violations: string[] = [];
    for (const [name, server] of Object.entries({ previous, new: next })) {
      const found = await checkNotes(server.url, notes, service.effects);
      for (const violation of found.violations) violations.push(`${name} version: ${violation}`);
      for (const [what, count] of found.counts) counts.set(`${what}, ${name} version`, count);
    }
    await previous.stop();
    running.delete(previous);
    const again = await start('previous').catch((error: unknown) => String(error));
    console.log(
      typeof again === 'string'
        ? `the previous version does not start again: ${again}`
        : 'the previous version starts again',
    );
    if (typeof again !== 'string') await workFor([again, next], notes);
    violations.push(...notes.unexpected);
    return { title, method: '', counts, violations };
  } finally {
    for (const server of running) await server.kill();
    await service.close();
  }
}

const [commit] = process.argv.slice(2);
if (commit === undefined) {
  console.error('Usage: npm run upgrade-test -- <commit of the previous release>');
  process.exit(2);
}
const folder = await mkdtemp(join(tmpdir(), 'dragoman-upgrade-'));
try {
  const command = await buildCommit(commit, join(folder, 'previous'), (line) => console.log(line));
  const { counts, violations, skipped } = await withDatabase((url) => upgrade(folder, command, url));
  if (skipped !== undefined) console.log(`SKIPPED: ${skipped}`);
  for (const [what, count] of counts) console.log(`${what}: ${count}`);
  for (const violation of new Set(violations)) console.log(`VIOLATION: ${violation}`);
  console.log(`${violations.length} violations`);
  process.exitCode = violations.length > 0 || skipped !== undefined ? 1 : 0;
} finally {
  await rm(folder, { recursive: true, force: true });
}
