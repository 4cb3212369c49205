/**
 * Closes connections that were handed to a worker that died before it accepted them. Node's cluster module keeps such
 * a connection open in the parent process for ever: its client would wait until the parent ends. The module has no
 * hook for this, so the messages that hand connections over are observed on the channel to the worker.
 */
import type { Worker } from 'node:cluster';

/** A connection in the parent process. */
interface Handle {
  close(): void;
}

/** Message of Node's cluster module that hands a connection to a worker. */
interface HandOver {
  cmd: 'NODE_CLUSTER';
  act: 'newconn';
  seq: number;
}

/** Response of the worker to the message with this number. */
interface Acceptance {
  cmd: 'NODE_CLUSTER';
  ack: number;
}

/** Watches the connections of a worker; call it before the worker gets its first one. */
export function watchPendingConnections(worker: Worker): void {
  const { process: channel } = worker;
  const pending = new Map<number, Handle>();
  const send = channel.send.bind(channel) as (...args: unknown[]) => boolean;
  const observed = (message: unknown, handle: unknown, ...rest: unknown[]): boolean => {
    if (isHandOver(message) && isHandle(handle)) pending.set(message.seq, handle);
    return send(message, handle, ...rest);
  };
  channel.send = observed as typeof channel.send;
  channel.on('internalMessage', (message: unknown) => {
    if (isAcceptance(message)) pending.delete(message.ack);
  });
  channel.once('exit', () => {
    for (const handle of pending.values()) handle.close();
    pending.clear();
  });
}

function isClusterMessage(message: unknown): message is Record<string, unknown> {
  return typeof message === 'object' && message !== null && (message as { cmd?: unknown }).cmd === 'NODE_CLUSTER';
}

function isHandOver(message: unknown): message is HandOver {
  return isClusterMessage(message) && message.act === 'newconn' && typeof message.seq === 'number';
}

function isAcceptance(message: unknown): message is Acceptance {
  return isClusterMessage(message) && typeof message.ack === 'number';
}

function isHandle(value: unknown): value is Handle {
  return typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function';
}
