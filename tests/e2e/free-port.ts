/** Ports for servers that start later than their address is needed. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections and to servers that ask for any port. */
const range = [20_000, 32_000] as const;
const tries = 50;

/** A currently unused port, which nothing else on this machine is given by chance. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const port = randomInt(...range);
    const probe = createServer().listen(port, '127.0.0.1');
    const free = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!free) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new Error(`no free port between ${range[0]} and ${range[1]}`);
}
