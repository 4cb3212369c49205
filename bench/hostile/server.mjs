/**
 * The server of the hostile bench with this many document threads. It reports the delay of its event loop over IPC: each
 * message is answered with the delays since the one before.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createServer, loadConfig } from '@dragoman/server';

const [threads, upstreamPort] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'dragoman-bench-'));
const perMinute = 10_000_000;
const server = await createServer(
  loadConfig({
    cwd: folder,
    environment: {},
    flags: {
      port: 0,
      'store.path': join(folder, 'registry.db'),
      'log.level': 'silent',
      'search.embedder': 'none',
      'documents.threads': Number(threads),
      'documents.queue': 1000,
      'outbound.allow': [`127.0.0.1:${upstreamPort}`],
      'outbound.allowHttp': true,
      'gateway.callsPerMinute': perMinute,
      'limits.localPerMinute.write': perMinute,
      'limits.localPerMinute.invoke': perMinute,
    },
  }),
);
const { url } = await server.listen();
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
process.on('message', () => {
  const milliseconds = (value) => Math.max(0, value / 1e6 - 10);
  process.send({
    p50: milliseconds(delay.percentile(50)),
    p99: milliseconds(delay.percentile(99)),
    max: milliseconds(delay.max),
  });
  delay.reset();
});
process.once('disconnect', async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
process.send({ url });
