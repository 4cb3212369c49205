/**
 * The stream of a session that belongs to no request (2025-11-25, transports, listening for messages from the server).
 * Servers should ask on the stream of the call, but the official packages ask here unless a tool names its request. It
 * is open while calls run whose client can be asked.
 */
import type { JsonValue } from '@dragoman/model';
import { eventStreamType } from '../../../gateway/relay-stream.js';
import type { UpstreamResponse } from '../../../gateway/upstream.js';
import { readEvents } from '../../../transport/event-stream.js';
import type { RpcRequest } from '../../../transport/json-rpc.js';
import { readRpc } from '../../../transport/json-rpc.js';
import type { AskableCall, OpenSessionStream, SessionListener } from './mcp-link.js';
import { answerServer, askedOf, requireShape, severalCalls } from './mcp-link.js';

/** Milliseconds that the first call waits for the stream; some servers send no head before the first event. */
const openWaitMs = 1000;

/** Milliseconds for which the stream stays open after the last call. */
const lingerMs = 5000;

/** The stream of one session. */
export class SessionStream implements SessionListener {
  readonly #calls = new Set<AskableCall>();
  readonly #bytes: number;
  #open: Promise<void> | undefined;
  #controller = new AbortController();
  #closing: NodeJS.Timeout | undefined;

  /** At most this many bytes are read from one stream. */
  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** Adds a call, once the server can ask about it; returns the function that removes it. */
  async join(call: AskableCall, open: OpenSessionStream): Promise<() => void> {
    clearTimeout(this.#closing);
    this.#calls.add(call);
    this.#open ??= this.#start(open);
    await Promise.race([this.#open, pause(openWaitMs)]);
    return () => {
      this.#calls.delete(call);
      if (this.#calls.size === 0) this.#closing = setTimeout(() => this.#close(), lingerMs).unref();
    };
  }

  /** A server without such a stream refuses it; a failure to open it is not one of the call, and is not repeated soon. */
  async #start(open: OpenSessionStream): Promise<void> {
    const controller = new AbortController();
    this.#controller = controller;
    try {
      const response = await open(controller.signal);
      if (response.status >= 300 || response.mediaType !== eventStreamType) return await response.body.cancel();
      void this.#read(response, controller).catch(() => undefined);
    } catch {
      // The calls are made without it.
    }
  }

  async #read({ body }: UpstreamResponse, controller: AbortController): Promise<void> {
    try {
      for await (const text of readEvents(body, { bytes: this.#bytes })) {
        const message = readRpc(parse(text));
        if (message.kind === 'request') this.#answer(message);
      }
    } finally {
      this.#forget(controller);
    }
  }

  #answer(message: RpcRequest): void {
    const calls = [...this.#calls];
    const asked = askedOf(calls.map(({ questions }) => questions));
    if (asked === undefined && message.method !== 'ping') {
      for (const { questions } of calls) questions.refuse(severalCalls);
    }
    const { reply } = calls.find(({ questions }) => questions === asked) ?? calls.at(-1) ?? {};
    const answer = answerServer(message, asked);
    if (answer instanceof Promise) answer.then(reply, () => undefined);
    else reply?.(answer);
  }

  /** The next call opens another one. */
  #forget(controller: AbortController): void {
    if (this.#controller === controller) this.#open = undefined;
  }

  #close(): void {
    this.#controller.abort();
    this.#open = undefined;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

function parse(text: string): JsonValue {
  try {
    const value = JSON.parse(text) as JsonValue;
    requireShape(value, text.length);
    return value;
  } catch {
    return null;
  }
}
