/** One caller does its worst in eight ways; another one is always admitted, and so are probes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scene } from '../../bench/fairness/scene.js';
import { attacks, openScene, uses } from '../../bench/fairness/scene.js';

/** Low limits, so that a few connections use up everything that one caller may use. */
const low = {
  DRAGOMAN_LIMITS_CONNECTIONS: '120',
  DRAGOMAN_LIMITS_CONCURRENCY: '30',
  DRAGOMAN_LIMITS_STREAMS: '30',
  DRAGOMAN_LIMITS_BODY_BUFFER_BYTES: '4000000',
  DRAGOMAN_UPSTREAM_CONCURRENCY: '30',
  DRAGOMAN_UPSTREAM_QUEUE: '30',
  DRAGOMAN_LIMITS_RESPONSE_GRACE_SECONDS: '1',
  DRAGOMAN_METRICS_PUBLIC: 'true',
};
const connections = 150;

let folder: string;
let scene: Scene;

// Another loopback address than 127.0.0.1 needs no set-up on Linux only.
describe.skipIf(process.platform !== 'linux')('while one caller attacks with', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-fairness-'));
    scene = await openScene(folder, { environment: low });
  });
  afterAll(async () => {
    await scene.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(attacks)('%s, another caller and the probes are always admitted', async (kind) => {
    const attack = await scene.attack(kind, connections);
    try {
      for (let round = 0; round < 5; round += 1) {
        const statuses = await Promise.all(uses.map((use) => scene.use(use)));
        const probed = await Promise.all(['/healthz', '/readyz'].map((path) => scene.probe(path)));
        expect([...statuses, ...probed]).toEqual([200, 200, 200, 200, 200]);
      }
    } finally {
      await attack.stop();
    }
  });

  it('responses that it does not read, its connection is closed after the grace period', async () => {
    const { port } = scene;
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
    try {
      socket.pause();
      // Together more than the buffers of the kernel hold.
      socket.write(`GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`.repeat(100));
      const stalled = async () => {
        const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        return Number(/^dragoman_stalled_readers_total (\d+)$/m.exec(text)?.[1] ?? 0);
      };
      await expect.poll(stalled, { timeout: 20_000, interval: 250 }).toBeGreaterThan(0);
    } finally {
      socket.destroy();
    }
  });
});
