/**
 * The stream of a session that belongs to no request (2025-11-25, transports, listening for messages from the server).
 * Servers should ask on the stream of the call, but the official packages ask here unless a tool names its request. It
 * is open while calls run whose client can be asked.
 */
import type { JsonValue } from '@dragoman/model';
import { eventStreamType } from '../../../gateway/relay-stream.js';
import type { UpstreamResponse } from '../../../gateway/upstream.js';
import { readEvents } from '../../../transport/event-stream.js';
import { readRpc } from '../../../transport/json-rpc.js';
import type { AskableCall, OpenSessionStream, Question, SessionListener, StreamSharing } from './mcp-link.js';
import { answerServer, askedOf, pageCompleted, requireShape, severalCalls } from './mcp-link.js';

/** Milliseconds that the first call waits for the stream; some servers send no head before the first event. */
const openWaitMs = 1000;

/** Milliseconds for which the stream stays open after the last call. */
const lingerMs = 5000;

/** Milliseconds after which a process asks again whether another one has the stream. */
const checkMs = 2000;

/** The pause and the number of attempts when the server refuses a second stream, which another process is opening. */
const conflicts = { status: 409, attempts: 10, pauseMs: 50 };

/** The other processes that use a session. */
export interface Elsewhere {
  keepStream(): Promise<boolean>;
  passQuestion(question: Question): Promise<void>;
}

/** The other processes, for one session. */
export function elsewhereIn(sharing: StreamSharing, session: string): Elsewhere {
  return {
    keepStream: () => sharing.keepStream(session),
    passQuestion: (question) => sharing.passQuestion(session, question),
  };
}

/** The stream of one session. */
export class SessionStream implements SessionListener {
  readonly #calls = new Set<AskableCall>();
  readonly #bytes: number;
  readonly #elsewhere: Elsewhere | undefined;
  #open: Promise<void> | undefined;
  #controller = new AbortController();
  #closing: NodeJS.Timeout | undefined;
  #isOpen = false;

  /** At most this many bytes are read from one stream. */
  constructor(bytes: number, elsewhere?: Elsewhere) {
    this.#bytes = bytes;
    this.#elsewhere = elsewhere;
  }

  /** Adds a call, once the server can ask about it; returns the function that removes it. */
  async join(call: AskableCall, open: OpenSessionStream): Promise<() => void> {
    clearTimeout(this.#closing);
    this.#calls.add(call);
    this.#open ??= this.#start(open);
    await Promise.race([this.#open, pause(openWaitMs)]);
    return () => {
      this.#calls.delete(call);
      if (this.#calls.size === 0) this.#closeLater();
    };
  }

  keep(): boolean {
    if (this.#isOpen && this.#calls.size === 0) this.#closeLater();
    return this.#isOpen;
  }

  hasCalls(): boolean {
    return this.#calls.size > 0;
  }

  take(question: Question): void {
    if (question.method === pageCompleted) {
      for (const { questions } of this.#calls) questions.completed(question.params.elicitationId);
    } else this.#answer(question);
  }

  async #start(open: OpenSessionStream): Promise<void> {
    const controller = new AbortController();
    this.#controller = controller;
    if ((await this.#tryOpen(open, controller)) === 'elsewhere') void this.#relyOnOther(open, controller);
  }

  /** The process that reads the stream passes on questions; if it ends, this one opens the stream. */
  async #relyOnOther(open: OpenSessionStream, controller: AbortController): Promise<void> {
    do {
      await pause(checkMs);
      if (this.#controller !== controller) return;
      if (this.#calls.size === 0) return this.#forget(controller);
    } while ((await this.#tryOpen(open, controller)) === 'elsewhere');
  }

  /** A server without such a stream refuses it; a failure to open it is not one of the call, and is not repeated soon. */
  async #tryOpen(open: OpenSessionStream, controller: AbortController): Promise<'here' | 'elsewhere' | 'nowhere'> {
    try {
      for (let attempt = 0; attempt < conflicts.attempts; attempt += 1) {
        if ((await this.#elsewhere?.keepStream()) === true) return 'elsewhere';
        const response = await open(controller.signal);
        if (response.status < 300 && response.mediaType === eventStreamType) {
          void this.#read(response, controller).catch(() => undefined);
          return 'here';
        }
        await response.body.cancel();
        if (response.status !== conflicts.status || this.#elsewhere === undefined) break;
        await pause(conflicts.pauseMs);
      }
    } catch {
      // The calls are made without it.
    }
    return 'nowhere';
  }

  async #read({ body }: UpstreamResponse, controller: AbortController): Promise<void> {
    this.#isOpen = true;
    try {
      for await (const text of readEvents(body, { bytes: this.#bytes })) {
        const message = readRpc(parse(text));
        if (message.kind === 'notification' && message.method === pageCompleted) {
          this.take({ ...message, id: '' });
          void this.#elsewhere?.passQuestion({ id: '', method: pageCompleted, params: message.params });
        }
        if (message.kind !== 'request') continue;
        if (this.#calls.size > 0 || this.#elsewhere === undefined) this.#answer(message);
        else await this.#elsewhere.passQuestion({ id: message.id, method: message.method, params: message.params });
      }
    } finally {
      this.#forget(controller);
    }
  }

  #answer(message: Question): void {
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

  #closeLater(): void {
    clearTimeout(this.#closing);
    this.#closing = setTimeout(() => this.#close(), lingerMs).unref();
  }

  /** The next call opens another one. */
  #forget(controller: AbortController): void {
    if (this.#controller !== controller) return;
    this.#open = undefined;
    this.#isOpen = false;
  }

  #close(): void {
    this.#controller.abort();
    this.#forget(this.#controller);
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
