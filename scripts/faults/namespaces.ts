/**
 * Network namespaces for nodes: each has an address of its own on a bridge, and can be separated from PostgreSQL, Redis or the
 * balancer, which have one address each. Without the permission to create them everything is on loopback.
 */
import { execFile, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../tests/e2e/free-port.js';

const run = promisify(execFile);
const forwarder = fileURLToPath(new URL('forward.mjs', import.meta.url));

/** What nodes connect to, and the balancer that connects to them. */
export const peers = ['balancer', 'postgres', 'redis', 'services'] as const;
export type Peer = (typeof peers)[number];

/** Where a node runs. */
export interface NodeNetwork {
  /** Where the others reach it. */
  host: string;
  port: number;
  /** Command line before its own. */
  within: readonly string[];
  /** Drops every packet that the node sends to the peer; absent without namespaces. */
  separate?: (peer: Peer) => Promise<void>;
  reunite?: (peer: Peer) => Promise<void>;
}

/** The addresses of one run. */
export interface Network {
  addresses: Readonly<Record<Peer, string>>;
  nodes: readonly NodeNetwork[];
  /** Why there are no namespaces. */
  missing?: string;
  close(): Promise<void>;
}

/** No machine has this address, so that packets to it are lost without an error. */
const nowhere = '02:00:00:00:de:ad';

/** Opens a network for so many nodes. */
export async function openNetwork(count: number): Promise<Network> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const undo of closers.splice(0).reverse()) await undo().catch(() => undefined);
  };
  try {
    return { ...(await openNamespaces(count, closers)), close };
  } catch (error) {
    await close();
    const loopback = { host: '127.0.0.1', within: [] };
    const nodes = await Promise.all(
      Array.from({ length: count }, async () => ({ ...loopback, port: await freePort() })),
    );
    const [reason = ''] = String((error as { stderr?: string }).stderr || error).split('\n');
    const addresses = { balancer: '127.0.0.1', postgres: '127.0.0.1', redis: '127.0.0.1', services: '127.0.0.1' };
    return { addresses, nodes, missing: reason, close };
  }
}

async function openNamespaces(
  count: number,
  closers: (() => Promise<unknown>)[],
): Promise<Pick<Network, 'addresses' | 'nodes'>> {
  const ip = (...args: string[]) => run('ip', args);
  const id = randomInt(0x1000, 0xffff).toString(16);
  const subnet = `10.${randomInt(200, 250)}.${randomInt(1, 250)}`;
  const bridge = `dg${id}`;
  await ip('link', 'add', bridge, 'type', 'bridge');
  closers.push(() => ip('link', 'del', bridge));
  const addresses = Object.fromEntries(peers.map((peer, at) => [peer, `${subnet}.${at + 1}`])) as Network['addresses'];
  for (const address of Object.values(addresses)) await ip('addr', 'add', `${address}/24`, 'dev', bridge);
  await ip('link', 'set', bridge, 'up');
  const nodes: NodeNetwork[] = [];
  for (let number = 1; number <= count; number += 1) {
    const [name, host, port] = [`${bridge}n${number}`, `${subnet}.${10 + number}`, await freePort()];
    await ip('netns', 'add', name);
    closers.push(() => ip('netns', 'del', name));
    await ip('link', 'add', `${bridge}v${number}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    await ip('link', 'set', `${bridge}v${number}`, 'master', bridge, 'up');
    await ip('-n', name, 'addr', 'add', `${host}/24`, 'dev', 'eth0');
    for (const device of ['lo', 'eth0']) await ip('-n', name, 'link', 'set', device, 'up');
    const within = ['ip', 'netns', 'exec', name];
    closers.push(await forward(within, { host, port }));
    const to = (peer: Peer) => [addresses[peer], 'dev', 'eth0'];
    nodes.push({
      host,
      port,
      within,
      separate: async (peer) =>
        void (await ip('-n', name, 'neigh', 'replace', ...to(peer), 'lladdr', nowhere, 'nud', 'permanent')),
      reunite: async (peer) => void (await ip('-n', name, 'neigh', 'del', ...to(peer))),
    });
  }
  return { addresses, nodes };
}

/** A server without authentication listens on loopback only, so that a process in the namespace passes connections on. */
async function forward(within: readonly string[], { host, port }: Pick<NodeNetwork, 'host' | 'port'>) {
  const [program = '', ...args] = [...within, process.execPath, forwarder, host, String(port)];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  if (child.exitCode !== null) throw new Error('a process in a network namespace could not listen');
  return async () => {
    child.kill('SIGKILL');
    await ended;
  };
}
