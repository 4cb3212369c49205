/**
 * Calls of the stateless revision that wait for their client. A question of the service is the result of the request
 * (multi round-trip request); the call continues in this process, and the client's next request, which may reach another
 * process, brings the answer and gets what follows: the result, or the next question.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { ClientLine, ClientQuestion } from '../../../gateway/client-line.js';
import { memberOf } from '../wire.js';
import type { Mailbox } from './mailbox.js';
import { unanswered } from './session-questions.js';

/** A request that starts or continues a call. */
export interface ParkedRequest {
  /** The caller, the endpoint and the call: equal in all requests of one call. */
  scope: JsonValue;
  capabilities: JsonObject;
  /** Aborts when the client of this request disconnects. */
  signal: AbortSignal;
}

/** Starts a call with its client and the signal that ends it. */
export type StartCall = (client: ClientLine, signal: AbortSignal) => Promise<JsonObject>;

/** The calls that wait. */
export interface ParkedCalls {
  /** Starts a call and returns its result, or its first question. */
  run(request: ParkedRequest, start: StartCall): Promise<JsonObject>;
  /** True for the state of a call that waits, here or elsewhere. */
  owns(state: JsonValue | undefined): state is string;
  /** Continues a call with the answers of its client; nothing is executed again. */
  resume(request: Omit<ParkedRequest, 'capabilities'>, state: string, responses: JsonObject): Promise<JsonObject>;
}

/** Dependencies. */
export interface ParkedCallPorts {
  /** Secret that signs states; the same on every node. */
  key: string;
  mailbox: Mailbox;
  /** Milliseconds that a client has to answer. */
  timeoutMs: number;
}

/** Maximum number of calls that wait in this process. */
const maxParked = 1000;

/** Milliseconds within which the process of a call takes an answer, and for which its next result is awaited. */
const takenMs = 3000;
const resultMs = 3_600_000;

const form = /^call\.([A-Za-z0-9_-]{16})\.(\d{1,3})\.([A-Za-z0-9_-]{43})$/;

/** Creates the list of calls that wait. */
export function createParkedCalls({ key, mailbox, timeoutMs }: ParkedCallPorts): ParkedCalls {
  let parked = 0;
  const sign = (id: string, round: number, scope: JsonValue) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['mcp-call', id, round, scope]))
      .digest('base64url');
  const owns = (state: JsonValue | undefined): state is string => typeof state === 'string' && form.test(state);
  return {
    async run({ scope, capabilities, signal }, start) {
      const call = new ParkedCall({
        mailbox,
        timeoutMs,
        stateOf: (id, round) => `call.${id}.${round}.${sign(id, round, scope)}`,
      });
      call.follow(signal);
      const client: ClientLine = {
        capabilities,
        key: '',
        async ask(questions) {
          if (parked >= maxParked)
            throw new Failure('INPUT_UNAVAILABLE', { message: 'Too many calls wait for answers.' });
          parked += 1;
          try {
            return await call.ask(questions);
          } finally {
            parked -= 1;
          }
        },
      };
      return call.begin(start(client, call.signal));
    },
    owns,
    async resume({ scope, signal }, state, responses) {
      const [, id = '', round = '', signature = ''] = form.exec(state) ?? [];
      const right = sign(id, Number(round), scope);
      if (!timingSafeEqual(Buffer.from(signature), Buffer.from(right))) {
        throw new Failure('INVALID_INPUT', {
          message: 'The requestState belongs to another call: caller, tool and arguments must be the same.',
        });
      }
      const reply = randomBytes(12).toString('base64url');
      const stop = new AbortController();
      const within = AbortSignal.any([signal, stop.signal]);
      const taken = mailbox.wait(`${reply} taken`, { ms: takenMs, signal: within });
      const result = mailbox.wait(reply, { ms: resultMs, signal: within });
      signal.addEventListener('abort', () => void mailbox.post(`${reply} left`, {}), { signal: stop.signal });
      try {
        await mailbox.post(`${id} ${round}`, { responses, reply });
        if ((await taken) === undefined) throw ended();
        return readOutcome(await result);
      } finally {
        stop.abort();
      }
    },
  };
}

function ended(): Failure {
  return new Failure('INPUT_UNAVAILABLE', {
    message: 'The call no longer waits for this answer: it has ended, or the answer was given before or came too late.',
    help: 'Check whether the call took effect before you make it again.',
  });
}

/** Failures travel between processes as data. */
function readOutcome(message: JsonObject | undefined): JsonObject {
  const result = message === undefined ? undefined : memberOf(message, 'result');
  if (isJsonObject(result)) return result;
  throw ended();
}

interface CallPorts extends Pick<ParkedCallPorts, 'mailbox' | 'timeoutMs'> {
  stateOf: (id: string, round: number) => string;
}

/** One call and the request that waits for its next result. */
class ParkedCall {
  readonly #ports: CallPorts;
  readonly #id = randomBytes(12).toString('base64url');
  readonly #ends = new AbortController();
  #round = 0;
  #isWaiting = false;
  #last: Promise<unknown> = Promise.resolve();
  #take: (result: JsonObject | undefined) => void = () => undefined;

  constructor(ports: CallPorts) {
    this.#ports = ports;
  }

  get signal(): AbortSignal {
    return this.#ends.signal;
  }

  /** A client that disconnects while the call runs cancels it; while it waits, its client has no open request. */
  follow(signal: AbortSignal): void {
    const leave = () => {
      if (!this.#isWaiting) this.#ends.abort();
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  }

  begin(work: Promise<JsonObject>): Promise<JsonObject> {
    return new Promise((resolve, reject) => {
      this.#take = (result) => {
        if (result !== undefined) resolve(result);
      };
      work.then(
        (result) => this.#take(result),
        (thrown) => {
          reject(thrown);
          this.#take(undefined);
        },
      );
    });
  }

  /** One question at a time, in the order in which they were asked. */
  ask(questions: Readonly<Record<string, ClientQuestion>>): Promise<Record<string, JsonObject>> {
    const asked = this.#last.then(() => this.#askNow(questions));
    this.#last = asked.catch(() => undefined);
    return asked;
  }

  async #askNow(questions: Readonly<Record<string, ClientQuestion>>): Promise<Record<string, JsonObject>> {
    const { mailbox, timeoutMs, stateOf } = this.#ports;
    const round = this.#round;
    this.#round += 1;
    this.#isWaiting = true;
    const answered = mailbox.wait(`${this.#id} ${round}`, { ms: timeoutMs, signal: this.signal });
    const inputRequests = Object.fromEntries(Object.entries(questions).map(([name, each]) => [name, { ...each }]));
    this.#take({ resultType: 'input_required', inputRequests, requestState: stateOf(this.#id, round) });
    const message = await answered;
    this.#isWaiting = false;
    if (message === undefined) {
      this.#take = () => undefined;
      throw this.signal.aborted ? new Failure('CANCELLED') : unanswered(timeoutMs);
    }
    const { responses, reply } = message;
    await mailbox.post(`${String(reply)} taken`, {});
    this.#answerTo(String(reply));
    return (isJsonObject(responses) ? responses : {}) as Record<string, JsonObject>;
  }

  /** The next result goes to the request that brought the answer; if its client leaves, the call is canceled. */
  #answerTo(reply: string): void {
    const { mailbox } = this.#ports;
    const stop = new AbortController();
    const left = mailbox.wait(`${reply} left`, { ms: resultMs, signal: stop.signal });
    left.then((message) => message !== undefined && this.#ends.abort());
    this.#take = (result) => {
      stop.abort();
      mailbox.post(reply, result === undefined ? {} : { result }).catch(() => this.#ends.abort());
    };
  }
}

/** What the requests of one call have in common. */
export function scopeOfCall(
  endpoint: readonly string[],
  { name = null, arguments: given = null, uri = null }: JsonObject,
): JsonValue {
  return [
    ...endpoint,
    createHash('sha256')
      .update(JSON.stringify([name, given, uri]))
      .digest('base64url'),
  ];
}
