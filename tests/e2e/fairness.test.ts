/** One caller does its worst in eight ways; another one is always admitted, and so are probes. */
import { mkdtemp, rm } from 'node:fs/promises';
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
};
const connections = 150;

let folder: string;
let scene: Scene;

// Another loopback address than 127.0.0.1 needs no set-up on Linux only.
describe.skipIf(process.platform !== 'linux')('while one caller attacks with', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-fairness-'));
    scene = await openScene(folder, low);
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
});
