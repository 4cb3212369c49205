/**
 * What a handler of Node writes, held back until the properties have seen it. Small answers become a web response;
 * streams, and bodies above the bound, are told as such and go out as they are written once their head is settled.
 */
import type { ServerResponse } from 'node:http';
import { Failure } from '@dragoman/model';
import { createPassingBody, isStreamType, knownBytes, usualAnswerBytes, wholeResponse } from '../properties/answer.js';
import { type HeadHeaders, headersOf, setHead, setHeaders } from './answer-head.js';

/** Milliseconds after which an answer that is still being written counts as a stream. */
const patienceMs = 1_000;

/** Milliseconds that a handler has to answer once its caller has left; after that nobody will hear of it. */
const leftBehindMs = 300_000;

type Done = (() => void) | undefined;

/** `held`: nothing goes out; `passing`: the same, but the body will not be whole; `open`: the host writes; `void`: nobody hears it. */
type Phase = 'held' | 'passing' | 'open' | 'void';

/** Takes over the response of one request. Later patches of the host's middleware stay in force: what they write comes here. */
export class CapturedResponse {
  /** The handler's answer, as soon as it is whole or begins to stream; rejects with what `fail` was given. */
  readonly answered: Promise<Response>;
  readonly #response: ServerResponse;
  readonly #original: Pick<ServerResponse, 'write' | 'end' | 'flushHeaders' | 'writeHead'>;
  /** Names of the headers that stood there before the handler ran. */
  readonly #before: ReadonlySet<string>;
  readonly #bound: number;
  readonly #passing = createPassingBody();
  #phase: Phase = 'held';
  #chunks: Buffer[] = [];
  #size = 0;
  #begun = false;
  #ended = false;
  #isFull = false;
  #onEnd: Done;
  #thrown: { thrown: unknown } | undefined;
  #own: Response | undefined;
  #patience: NodeJS.Timeout | undefined;
  #resolve: (response: Response) => void = () => undefined;
  #reject: (thrown: unknown) => void = () => undefined;

  constructor(response: ServerResponse, bound = usualAnswerBytes) {
    this.#response = response;
    this.#bound = bound;
    this.#before = new Set(response.getHeaderNames());
    const { write, end, flushHeaders, writeHead } = response;
    this.#original = { write, end, flushHeaders, writeHead };
    this.answered = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // A property that answered by itself does not wait for the handler's answer.
    this.answered.catch(() => undefined);
    this.#takeOver();
  }

  /** Notes that the handler threw; what it has written so far is void. */
  fail(thrown: unknown): void {
    if (this.#phase === 'passing' || this.#phase === 'open') this.#response.destroy();
    this.#forget();
    this.#reject(thrown);
  }

  /** Notes what the handler threw while the framework is already about to answer it in its own way. */
  note(thrown: unknown): void {
    this.#thrown ??= { thrown };
  }

  /** What the handler, or its framework, has answered by itself; it stands when no property has a better one. */
  get own(): Response | undefined {
    return this.#own;
  }

  /** Sends the answer that the properties made; what the handler still writes goes out only where its body passes. */
  async send(answer: Response): Promise<void> {
    const response = this.#response;
    if (response.headersSent && !this.#begun) return;
    const bytes = knownBytes(answer);
    setHead(response, answer, this.#before);
    if (answer.body === this.#passing) return this.#open();
    this.#phase = 'void';
    this.#forget();
    if (bytes === undefined && answer.body !== null) return this.#pump(answer.body);
    this.#endWhole(answer, bytes ?? new Uint8Array());
  }

  /** Gives the response back to the host, for what it does with errors that no property answered. */
  release(): void {
    this.#phase = 'open';
    this.#forget();
  }

  #forget(): void {
    clearTimeout(this.#patience);
    this.#chunks = [];
    this.#begun = false;
    this.#ended = false;
  }

  #takeOver(): void {
    const { writeHead, write, end, flushHeaders } = this.#original;
    const response = this.#response;
    const isOpen = () => this.#phase === 'open';
    const taken = {
      writeHead: (...given: unknown[]) => {
        if (isOpen()) return Reflect.apply(writeHead, response, given);
        this.#writeHead(...given);
        return response;
      },
      write: (...given: unknown[]) => (isOpen() ? Reflect.apply(write, response, given) : this.#write(...given)),
      end: (...given: unknown[]) => {
        if (isOpen()) return Reflect.apply(end, response, given);
        this.#end(...given);
        return response;
      },
      flushHeaders: () => {
        if (isOpen()) return Reflect.apply(flushHeaders, response, []);
        this.#begun = true;
        this.#pass();
      },
    };
    Object.assign(response, taken);
    this.#tellAsWritten();
    response.once('close', () => this.#watchLeft());
  }

  /** Frameworks ask whether an answer was begun or ended; to them it is as if it had gone out. */
  #tellAsWritten(): void {
    const response = this.#response;
    const prototype = Object.getPrototypeOf(response) as ServerResponse;
    const tell = (name: 'headersSent' | 'writableEnded', isTold: () => boolean) => {
      // Properties around this one have taken the response over as well.
      const outer = Object.getOwnPropertyDescriptor(response, name)?.get;
      const real = outer ?? (() => Reflect.get(prototype, name, response));
      Object.defineProperty(response, name, { configurable: true, get: () => isTold() || real() === true });
    };
    tell('headersSent', () => this.#begun);
    tell('writableEnded', () => this.#ended);
  }

  #watchLeft(): void {
    if (this.#ended || this.#phase !== 'held') return;
    const tell = () =>
      this.#reject(new Failure('CANCELLED', { message: 'The caller left, and no answer came.', outcomeUnknown: true }));
    setTimeout(tell, leftBehindMs).unref();
  }

  #writeHead(...[status, first, second]: unknown[]): void {
    this.#response.statusCode = Number(status);
    if (typeof first === 'string') this.#response.statusMessage = first;
    setHeaders(this.#response, (typeof first === 'string' ? second : first) as HeadHeaders | undefined);
    this.#begun = true;
  }

  #write(...[chunk, encoding, done]: unknown[]): boolean {
    if (this.#phase === 'void') return true;
    // Its writer may use the buffer again as soon as it is told that it was written.
    this.#hold(chunk instanceof Uint8Array ? Buffer.from(chunk) : chunk, encoding);
    const callback = (typeof encoding === 'function' ? encoding : done) as Done;
    if (callback !== undefined) process.nextTick(callback);
    this.#patience ??= setTimeout(() => this.#pass(), patienceMs).unref();
    this.#isFull = this.#size > this.#bound;
    return !this.#isFull;
  }

  #end(...given: unknown[]): void {
    if (this.#phase === 'void' || this.#ended) return;
    const [chunk, encoding] = given;
    if (chunk !== undefined && chunk !== null && typeof chunk !== 'function') this.#hold(chunk, encoding);
    clearTimeout(this.#patience);
    this.#begun = true;
    this.#ended = true;
    this.#onEnd = given.find((each) => typeof each === 'function') as Done;
    if (this.#phase === 'held') this.#tell(joined(this.#chunks));
  }

  #hold(chunk: unknown, encoding: unknown): void {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encodingOf(encoding)) : viewOf(chunk as Uint8Array);
    this.#begun = true;
    this.#chunks.push(bytes);
    this.#size += bytes.byteLength;
    if (this.#size > this.#bound || isStreamType(this.#response.getHeader('content-type'))) this.#pass();
  }

  #pass(): void {
    if (this.#phase !== 'held' || this.#ended) return;
    this.#phase = 'passing';
    clearTimeout(this.#patience);
    this.#tell(this.#passing);
  }

  #tell(body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>): void {
    const { statusCode: status, statusMessage: statusText = '' } = this.#response;
    const init = { status, statusText, headers: headersOf(this.#response) };
    const answer = body instanceof Uint8Array ? wholeResponse(body, init) : new Response(body, init);
    if (this.#thrown === undefined) this.#resolve(answer);
    else this.#reject(this.#thrown.thrown);
    this.#own = answer;
  }

  /** From here on the handler writes by itself. */
  #open(): void {
    const response = this.#response;
    const [chunks, ended, isFull] = [this.#chunks, this.#ended, this.#isFull];
    this.release();
    response.flushHeaders();
    for (const chunk of chunks) this.#original.write.call(response, chunk, 'utf8');
    if (ended) Reflect.apply(this.#original.end, response, [this.#onEnd]);
    else if (isFull) response.emit('drain');
  }

  async #pump(body: ReadableStream<Uint8Array>): Promise<void> {
    const response = this.#response;
    const left = new Promise<void>((resolve) => response.once('close', resolve));
    this.#sendHead();
    try {
      for await (const chunk of body) {
        if (response.destroyed) return;
        const flows = this.#original.write.call(response, chunk, 'utf8');
        if (!flows) await Promise.race([left, new Promise((resolve) => response.once('drain', resolve))]);
      }
      Reflect.apply(this.#original.end, response, [this.#onEnd]);
    } catch {
      // The head is out, so a broken body can only be told by breaking off.
      response.destroy();
    }
  }

  #endWhole({ status }: Response, bytes: Uint8Array): void {
    const response = this.#response;
    const isEmptyByNature =
      status === 204 || status === 304 || (response.req.method === 'HEAD' && bytes.byteLength === 0);
    response.removeHeader('transfer-encoding');
    if (!isEmptyByNature) response.setHeader('content-length', bytes.byteLength);
    this.#sendHead();
    Reflect.apply(this.#original.end, response, [bytes, this.#onEnd]);
  }

  /** Node would write the head by itself, through the method that was taken over. */
  #sendHead(): void {
    Reflect.apply(this.#original.writeHead, this.#response, [this.#response.statusCode]);
  }
}

function encodingOf(given: unknown): BufferEncoding {
  return typeof given === 'string' && Buffer.isEncoding(given) ? given : 'utf8';
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function joined(chunks: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const [only] = chunks;
  return (chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks)) as Uint8Array<ArrayBuffer>;
}
