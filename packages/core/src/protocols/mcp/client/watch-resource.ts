/**
 * Watches one resource of a server until its watcher leaves, whatever the transport. A watch that ends with its stream
 * or its child process is opened again, with increasing pauses.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import { memberOf } from '../wire.js';
import { connectServer } from './connect-server.js';
import type { McpLink, OpenWatch, ResourceWatcher } from './mcp-link.js';

/** How the server is reached. */
export interface WatchPorts {
  /** Creates a link; called again for each attempt. */
  connect(): McpLink;
  /** Name and version of this client. */
  client: JsonObject;
}

/** Milliseconds before a watch is opened again; doubled after each attempt up to the maximum, reset by a watch that lasted as long. */
const reopenAfterMs = { first: 1000, most: 60_000 };

/** Resolves once the resource is watched; rejects when the server refuses. */
export async function watchResource(ports: WatchPorts, uri: string, watcher: ResourceWatcher): Promise<void> {
  const opened = await open(ports, uri, watcher);
  void follow(ports, { uri, watcher, opened }).catch(() => undefined);
}

async function follow(
  ports: WatchPorts,
  { uri, watcher, opened }: { uri: string; watcher: ResourceWatcher; opened: OpenWatch },
): Promise<void> {
  const { signal } = watcher;
  let watch: OpenWatch | undefined = opened;
  let openedAt = performance.now();
  let pause = reopenAfterMs.first;
  while (!signal.aborted) {
    await watch?.ended;
    if (watch !== undefined && performance.now() - openedAt >= reopenAfterMs.most) pause = reopenAfterMs.first;
    await sleep(pause, undefined, { signal, ref: false });
    pause = Math.min(pause * 2, reopenAfterMs.most);
    watch = await open(ports, uri, watcher).catch(() => undefined);
    openedAt = performance.now();
    // Changes in the meantime were not reported.
    if (watch !== undefined) watcher.onUpdate();
  }
}

async function open({ connect, client }: WatchPorts, uri: string, watcher: ResourceWatcher): Promise<OpenWatch> {
  const link = connect();
  const { era, capabilities } = await connectServer(link, client);
  try {
    const declared = memberOf(capabilities, 'resources');
    const isDeclared = isJsonObject(declared) && declared.subscribe === true;
    if (!isDeclared || link.watch === undefined) throw watchRefused();
    return await link.watch(uri, era, watcher);
  } catch (thrown) {
    link.leave?.(era);
    throw thrown;
  }
}

/** The failure for a server without subscriptions to resources. */
export function watchRefused(): Failure {
  return new Failure('CONFLICT', { message: 'The server does not report changes of single resources.' });
}

/** True for an update of the watched resource, or of a part below it (2025-11-25, resources, subscriptions). */
export function isUpdateOf(watched: string, updated: unknown): boolean {
  if (typeof updated !== 'string' || !updated.startsWith(watched)) return false;
  return updated.length === watched.length || watched.endsWith('/') || updated[watched.length] === '/';
}
