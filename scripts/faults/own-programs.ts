/** A Redis server and a load balancer of our own, on free ports, which may be stopped. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../tests/e2e/free-port.js';

/** A program that listens. */
export interface OwnProgram {
  port: number;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** A server that keeps its data over a restart, as the guide recommends. */
export async function startOwnRedis(folder: string): Promise<OwnProgram> {
  const port = await freePort();
  const dir = join(folder, 'redis');
  await mkdir(dir);
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--appendonly', 'yes', '--save', ''];
  return startProgram('redis-server', args, port);
}

/** A balancer in front of these servers, which asks `/readyz` from its own address. */
export async function startBalancer(
  folder: string,
  source: string,
  nodes: readonly { host: string; port: number }[],
): Promise<OwnProgram> {
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  const servers = nodes.map(({ host, port: own }, at) => `  server node${at + 1} ${host}:${own}`).join('\n');
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 8s
  timeout check 2s
  option redispatch
  retries 2
listen dragoman
  bind 127.0.0.1:${port}
  balance roundrobin
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost
  default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions source ${source}
${servers}
`,
  );
  return startProgram('haproxy', ['-db', '-f', file], port);
}

/** True when a program is installed. */
export function isInstalled(name: string): boolean {
  return ['/usr/sbin', '/usr/bin', '/usr/local/bin'].some((folder) => existsSync(join(folder, name)));
}

async function startProgram(name: string, args: readonly string[], port: number): Promise<OwnProgram> {
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn(isInstalled(name) ? name : '', args, {
      stdio: 'ignore',
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    });
    for (let tries = 0; !(await accepts(port)); tries += 1) {
      if (tries === 200 || child.exitCode !== null) throw new Error(`${name} does not listen on port ${port}`);
      await sleep(50);
    }
  };
  await start();
  return {
    port,
    start,
    async kill() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
