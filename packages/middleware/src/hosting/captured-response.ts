/**
 * Buffers what a Node handler writes until the properties have seen it. Small responses become web responses; streams
 * and large bodies are passed through once their head is final. An unchanged response is sent with the handler's
 * original calls.
 */
import type { ServerResponse } from 'node:http';
import { Failure } from '@dragoman/model';
import { createPassingBody, defaultResponseBytes, isStreamType } from '../calls/answer.js';
import { type AnswerParts, bodyHeaders, ChangedParts, LightResponse, lightOf } from '../calls/light-response.js';
import { type HeadHeaders, headersOf, headerText, setHead, setHeaders } from './answer-head.js';
import { copied, type Given, joined, sizeOf } from './buffered-chunks.js';
import { captureOutput, type Original, type Taking } from './capture-output.js';

/** Milliseconds after which a response that is still being written counts as a stream. */
const bufferTimeMs = 1_000;

/** Milliseconds that a handler has to respond after its caller has disconnected. */
const responseAfterDisconnectMs = 300_000;

/**
 * `held`: nothing is sent; `passing`: the same, but the body will not be buffered; `open`: the host writes; `void`:
 * output is discarded.
 */
type Phase = 'held' | 'passing' | 'open' | 'void';

/**
 * Captures the response of one request. Later patches by the host's middleware stay in effect: their output arrives
 * here.
 */
export class CapturedResponse implements Taking {
  readonly #response: ServerResponse;
  readonly #original: Original;
  /** Names of the headers that were set before the handler ran. */
  readonly #before: readonly string[];
  readonly #bound: number;
  #passing: ReadableStream<Uint8Array> | undefined;
  #phase: Phase = 'held';
  #writes: Given[] = [];
  #end: Given | undefined;
  #size = 0;
  #isBegun = false;
  #patience: NodeJS.Timeout | undefined;
  #thrown: { thrown: unknown } | undefined;
  #own: Response | undefined;
  /** The outcome of the handler, and those waiting for it. */
  #outcome: Promise<Response> | undefined;
  #waiting: { resolve(response: Response): void; reject(thrown: unknown): void } | undefined;

  constructor(response: ServerResponse, bound = defaultResponseBytes) {
    this.#response = response;
    this.#bound = bound;
    this.#before = response.getHeaderNames();
    this.#original = captureOutput(response, this);
  }

  /** The handler's response, as soon as it is complete or starts to stream; rejects with the error passed to `fail`. */
  get answered(): Promise<Response> {
    this.#outcome ??= new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
    return this.#outcome;
  }

  get isBegun(): boolean {
    return this.#isBegun;
  }

  get isEnded(): boolean {
    return this.#end !== undefined;
  }

  /** The response of the handler or its framework; used when no property has a better one. */
  get own(): Response | undefined {
    return this.#own;
  }

  /** Records that the handler threw; discards its output so far. */
  fail(thrown: unknown): void {
    if (this.#phase === 'passing' || this.#phase === 'open') this.#response.destroy();
    this.#forget();
    this.#settle(undefined, { thrown });
  }

  /** Records what the handler threw while the framework is about to answer it itself. */
  note(thrown: unknown): void {
    this.#thrown ??= { thrown };
  }

  /** Sends the response of the properties; further output of the handler is sent only when its body passes through. */
  async send(answer: Response): Promise<void> {
    const light = lightOf(answer);
    if (light?.added !== undefined && answer === this.#own) return this.#sendOwn(light.added);
    if (light?.added !== undefined && this.#isOwnChanged(light)) return this.#sendChanged(light, light.added);
    setHead(this.#response, answer, this.#before);
    if (light !== undefined) return this.#sendWhole(light.parts.bytes());
    if (answer.body !== null && answer.body === this.#passing) return this.#open();
    return answer.body === null ? this.#sendWhole(new Uint8Array()) : this.#pump(answer.body);
  }

  /** Returns the response to the host, for its handling of errors that no property answered. */
  release(): void {
    this.#phase = 'open';
    this.#forget();
  }

  /** Releases all references once the response is sent, so that they do not live as long as the connection. */
  detach(): void {
    this.#own = undefined;
    this.#outcome = undefined;
    this.#waiting = undefined;
  }

  #forget(): void {
    clearTimeout(this.#patience);
    this.#writes = [];
    this.#end = undefined;
    this.#isBegun = false;
  }

  get isHeld(): boolean {
    return this.#phase === 'held' || this.#phase === 'passing';
  }

  get isOpen(): boolean {
    return this.#phase === 'open';
  }

  left(): void {
    if (this.#end !== undefined || this.#phase !== 'held') return;
    const thrown = new Failure('CANCELLED', {
      message: 'The caller disconnected before there was a response.',
      outcomeUnknown: true,
    });
    setTimeout(() => this.#settle(undefined, { thrown }), responseAfterDisconnectMs).unref();
  }

  takeHead([status, first, second]: Given): ServerResponse {
    if (this.#end !== undefined) return this.#response;
    this.#response.statusCode = Number(status);
    if (typeof first === 'string') this.#response.statusMessage = first;
    setHeaders(this.#response, (typeof first === 'string' ? second : first) as HeadHeaders | undefined);
    this.#isBegun = true;
    return this.#response;
  }

  takeWrite(given: Given): boolean {
    if (this.#phase === 'void') return true;
    this.#writes.push(copied(given));
    this.#count(given);
    const callback = given.find((each) => typeof each === 'function') as (() => void) | undefined;
    if (callback !== undefined) process.nextTick(callback);
    this.#patience ??= setTimeout(() => this.#pass(), bufferTimeMs).unref();
    return this.#size <= this.#bound;
  }

  takeFlush(): void {
    this.#isBegun = true;
    this.#pass();
  }

  takeEnd(given: Given): ServerResponse {
    if (this.#phase === 'void' || this.#end !== undefined) return this.#response;
    clearTimeout(this.#patience);
    this.#count(given);
    this.#end = given;
    if (this.#phase === 'held') this.#tell(new LightResponse(this.#partsOf()) as unknown as Response);
    return this.#response;
  }

  #count(given: Given): void {
    this.#isBegun = true;
    this.#size += sizeOf(given);
    if (this.#size > this.#bound || isStreamType(this.#response.getHeader('content-type'))) this.#pass();
  }

  #pass(): void {
    if (this.#phase !== 'held' || this.#end !== undefined) return;
    this.#phase = 'passing';
    clearTimeout(this.#patience);
    this.#passing = createPassingBody();
    const parts = this.#partsOf();
    const { status, statusText } = parts;
    this.#tell(new Response(this.#passing, { status, statusText, headers: parts.headers() }));
  }

  #tell(answer: Response): void {
    this.#own = answer;
    this.#settle(answer, this.#thrown);
  }

  /** The first outcome counts, for current and later callers. */
  #settle(answer: Response | undefined, failed: { thrown: unknown } | undefined): void {
    if (failed !== undefined) {
      if (this.#waiting !== undefined) this.#waiting.reject(failed.thrown);
      else this.#outcome ??= rejected(failed.thrown);
    } else if (answer !== undefined) {
      if (this.#waiting !== undefined) this.#waiting.resolve(answer);
      else this.#outcome ??= Promise.resolve(answer);
    }
  }

  #partsOf(): AnswerParts {
    return new BufferedParts(this.#response, [...this.#writes, this.#end ?? []]);
  }

  /** Only headers were added: the handler's calls are replayed now. */
  #sendOwn(added: Readonly<Record<string, string>>): void {
    const response = this.#response;
    for (const name in added) response.setHeader(name, added[name] ?? '');
    const [writes, end] = [this.#writes, this.#end ?? []];
    this.release();
    for (const given of writes) Reflect.apply(this.#original.write, response, given);
    Reflect.apply(this.#original.end, response, end);
  }

  #isOwnChanged({ parts }: LightResponse): boolean {
    const own = this.#own === undefined ? undefined : lightOf(this.#own);
    return own !== undefined && parts instanceof ChangedParts && parts.first === own.parts;
  }

  /** The handler's head with another body. */
  #sendChanged({ parts }: LightResponse, added: Readonly<Record<string, string>>): void {
    const response = this.#response;
    for (const name of bodyHeaders) response.removeHeader(name);
    for (const name in added) response.setHeader(name, added[name] ?? '');
    this.#sendWhole(parts.bytes());
  }

  /** From here on the handler writes directly. */
  #open(): void {
    const response = this.#response;
    const [writes, end, isFull] = [this.#writes, this.#end, this.#size > this.#bound];
    this.release();
    response.flushHeaders();
    for (const given of writes) Reflect.apply(this.#original.write, response, given);
    if (end !== undefined) Reflect.apply(this.#original.end, response, end);
    else if (isFull) response.emit('drain');
  }

  /** Starts sending; the handler's output is ignored from now on. */
  #close(): () => void {
    const callback = (this.#end ?? []).find((each) => typeof each === 'function');
    this.#phase = 'void';
    this.#forget();
    // Uses the response's own method, because middleware of the host may extend the head when it is written.
    this.#response.writeHead(this.#response.statusCode);
    return () => Reflect.apply(this.#original.end, this.#response, [callback]);
  }

  async #pump(body: ReadableStream<Uint8Array>): Promise<void> {
    const response = this.#response;
    const end = this.#close();
    const left = new Promise<void>((resolve) => response.once('close', resolve));
    try {
      for await (const chunk of body) {
        if (response.destroyed) return;
        const flows = Reflect.apply(this.#original.write, response, [chunk]) as boolean;
        if (!flows) await Promise.race([left, new Promise((resolve) => response.once('drain', resolve))]);
      }
      end();
    } catch {
      // The head is sent, so a broken body can only be reported by closing the connection.
      response.destroy();
    }
  }

  #sendWhole(bytes: Uint8Array): void {
    const response = this.#response;
    const { statusCode, req } = response;
    response.removeHeader('transfer-encoding');
    const isEmptyByNature = statusCode === 204 || statusCode === 304 || (req.method === 'HEAD' && bytes.length === 0);
    if (!isEmptyByNature) response.setHeader('content-length', bytes.length);
    const end = this.#close();
    if (bytes.length > 0) Reflect.apply(this.#original.write, response, [bytes]);
    end();
  }
}

/** The handler's output as the parts of a web response; computed on demand. */
class BufferedParts implements AnswerParts {
  readonly #response: ServerResponse;
  readonly #chunks: readonly Given[];

  constructor(response: ServerResponse, chunks: readonly Given[]) {
    this.#response = response;
    this.#chunks = chunks;
  }

  get status(): number {
    return this.#response.statusCode;
  }

  get statusText(): string {
    return this.#response.statusMessage ?? '';
  }

  header(name: string): string | null {
    return headerText(this.#response.getHeader(name));
  }

  headers(): Headers {
    return headersOf(this.#response);
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return joined(this.#chunks);
  }
}

/** A property that answered itself does not wait for the handler's response or error. */
function rejected(thrown: unknown): Promise<never> {
  const outcome = Promise.reject(thrown);
  outcome.catch(() => undefined);
  return outcome;
}
