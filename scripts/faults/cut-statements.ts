/** The connection to PostgreSQL is cut at every statement of a request, before and after the statement is executed. */
import { type Cut, startTcpProxy } from '../../packages/server/src/stores/postgres/tcp-proxy.support.js';
import { startServerProcess } from '../../tests/e2e/server-process.js';
import { ask } from './ask.js';
import { checkNotes, until } from './check-notes.js';
import { startCountingService } from './counting-service.js';
import type { FaultPart } from './fault-part.js';
import { serverSettings } from './kill-servers.js';
import { actions, createNotes, noteUnexpected, prepareLoad } from './mixed-load.js';
import { withDatabase } from './test-database.js';

/** More messages than any request sends. */
const mostMessages = 60;
const cuts: readonly Cut[] = ['before', 'after'];

/** Cuts the connection at every message of every kind of request. */
export const cutStatements: FaultPart = (run) =>
  withDatabase(async (url) => {
    const address = new URL(url);
    const proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port || 5432) });
    address.host = `127.0.0.1:${proxy.port}`;
    const service = await startCountingService(0);
    const server = await startServerProcess({
      cwd: run.folder,
      env: { ...serverSettings, DATABASE_URL: address.href },
    });
    const isReady = async () => (await ask(server.url, { path: '/readyz' }))?.status === 200;
    const notes = createNotes();
    let happened = 0;
    try {
      await prepareLoad(server.url, service.url);
      for (const [name, act] of Object.entries(actions)) {
        for (const cut of cuts) {
          // A request that ends before its n-th message has fewer messages.
          for (let n = 1, within = true; within && n <= mostMessages; n += 1) {
            proxy.arm(n, cut);
            const answer = await act(server.url, notes);
            within = proxy.disarm();
            if (answer === undefined) notes.unexpected.push(`${name} got no answer with a cut ${cut} message ${n}`);
            else noteUnexpected(answer, notes);
            if (within) happened += 1;
            if (!(await until(isReady)))
              notes.unexpected.push(`not ready again after a cut ${cut} message ${n} of ${name}`);
          }
        }
        run.say(`${name}: ${happened} cuts so far`);
      }
      const { counts, violations } = await checkNotes(server.url, notes, service.effects);
      return {
        title: 'PostgreSQL connections cut at every statement',
        method:
          'A proxy cuts the connection at the first, second, … message of a registration, a call, a background call, an import and a change of a toolset, once before the message reaches the database and once before its answer returns.',
        counts: new Map([['cuts', happened], ...counts]),
        violations,
      };
    } finally {
      await server.kill();
      await proxy.close();
      await service.close();
    }
  });
