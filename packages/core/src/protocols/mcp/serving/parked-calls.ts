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
import type { NewsTakers } from './parked-news.js';
import { createNewsRelay, receiveNews, takesNews } from './parked-news.js';
import { unanswered } from './session-questions.js';

/** A request that starts or continues a call. */
export interface ParkedRequest {
  /** The caller, the endpoint and the call: equal in all requests of one call. */
  scope: JsonValue;
  capabilities: JsonObject;
  /** Aborts when the client of this request disconnects. */
  signal: AbortSignal;
  /** What this request takes before its result. */
  news: NewsTakers;
}

/** Starts a call with its client, the signal that ends it, and what takes its messages. */
export type StartCall = (client: ClientLine, signal: AbortSignal, news: NewsTakers) => Promise<JsonObject>;

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

/** Maximum number of progress and log messages that wait while a client answers. */
const maxHeld = 100;

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
    async run({ scope, capabilities, signal, news }, start) {
      const call = new ParkedCall({
        news,
        mailbox,
        timeoutMs,
        stateOf: (id, round) => `call.${id}.${round}.${sign(id, round, scope)}`,
      });
      call.follow(signal);
      const client: ClientLine = {
        capabilities,
        key: '',
        answerMs: timeoutMs,
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
      return call.begin(start(client, call.signal, call.news));
    },
    owns,
    async resume({ scope, signal, news }, state, responses) {
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
        const received = takesNews(news) ? receiveNews(mailbox, reply, { news, signal: within }) : undefined;
        await mailbox.post(`${id} ${round}`, { responses, reply, takesNews: takesNews(news) });
        if ((await taken) === undefined) throw ended();
        const outcome = await result;
        await received?.until(outcome);
        return readOutcome(outcome);
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
  news: NewsTakers;
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
  readonly #held: JsonObject[] = [];
  /** Takes progress and log messages for the request that waits. */
  #tell: (message: JsonObject) => void;
  /** What the call ended with; it may end while its client answers. */
  #outcome: { result: JsonObject | undefined } | undefined = undefined;

  constructor(ports: CallPorts) {
    this.#ports = ports;
    const { onProgress, onLog } = ports.news;
    this.#tell = ({ progress, log }) => {
      if (isJsonObject(progress)) onProgress?.(progress);
      if (isJsonObject(log)) onLog?.(log);
    };
  }

  /** While the client answers, messages wait for its next request. */
  get news(): NewsTakers {
    const tell = (message: JsonObject) => {
      if (!this.#isWaiting) this.#tell(message);
      else if (this.#held.length < maxHeld) this.#held.push(message);
    };
    const { onProgress, onLog } = this.#ports.news;
    return {
      ...(onProgress === undefined ? {} : { onProgress: (progress) => tell({ progress }) }),
      ...(onLog === undefined ? {} : { onLog: (log) => tell({ log }) }),
    };
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
        (result) => this.#end(result),
        (thrown) => {
          reject(thrown);
          this.#end(undefined);
        },
      );
    });
  }

  /** A request that waits gets the result; otherwise the next request of the client does. */
  #end(result: JsonObject | undefined): void {
    this.#outcome = { result };
    if (!this.#isWaiting) this.#take(result);
  }

  /** One question at a time, in the order in which they were asked. */
  ask(questions: Readonly<Record<string, ClientQuestion>>): Promise<Record<string, JsonObject>> {
    const asked = this.#last.then(() => this.#askNow(questions));
    this.#last = asked.catch(() => undefined);
    return asked;
  }

  async #askNow(questions: Readonly<Record<string, ClientQuestion>>): Promise<Record<string, JsonObject>> {
    if (this.#outcome !== undefined) throw ended();
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
    const { responses, reply, takesNews: takes } = message;
    await mailbox.post(`${String(reply)} taken`, {});
    this.#answerTo(String(reply), takes === true);
    return (isJsonObject(responses) ? responses : {}) as Record<string, JsonObject>;
  }

  /** The next result goes to the request that brought the answer; if its client leaves, the call is canceled. */
  #answerTo(reply: string, takes: boolean): void {
    const { mailbox } = this.#ports;
    const relay = takes ? createNewsRelay(mailbox, reply) : undefined;
    this.#tell = (message) => relay?.tell(message);
    for (const message of this.#held.splice(0)) this.#tell(message);
    const stop = new AbortController();
    const left = mailbox.wait(`${reply} left`, { ms: resultMs, signal: stop.signal });
    left.then((message) => message !== undefined && this.#ends.abort());
    this.#take = (result) => {
      stop.abort();
      const rest = relay?.end() ?? {};
      mailbox.post(reply, result === undefined ? rest : { result, ...rest }).catch(() => this.#ends.abort());
    };
    if (this.#outcome !== undefined) this.#take(this.#outcome.result);
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
