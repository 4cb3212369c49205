/**
 * What a handler of Node writes, held back until the properties have seen it. Small answers become a web response;
 * streams, and bodies above the bound, are told as such and go out as they are written once their head is settled. An
 * answer that nobody changed goes out by the very calls that the handler made.
 */
import type { ServerResponse } from 'node:http';
import { Failure } from '@dragoman/model';
import { createPassingBody, isStreamType, usualAnswerBytes } from '../properties/answer.js';
import { type AnswerParts, bodyHeaders, ChangedParts, LightResponse, lightOf } from '../properties/light-response.js';
import { type HeadHeaders, headersOf, headerText, setHead, setHeaders } from './answer-head.js';
import { copied, type Given, joined, sizeOf } from './held-chunks.js';
import { type Original, type Taking, takeOver } from './take-over.js';

/** Milliseconds after which an answer that is still being written counts as a stream. */
const patienceMs = 1_000;

/** Milliseconds that a handler has to answer once its caller has left; after that nobody will hear of it. */
const leftBehindMs = 300_000;

/** `held`: nothing goes out; `passing`: the same, but the body will not be whole; `open`: the host writes; `void`: nobody hears it. */
type Phase = 'held' | 'passing' | 'open' | 'void';

/** Takes over the response of one request. Later patches of the host's middleware stay in force: what they write comes here. */
export class CapturedResponse implements Taking {
  readonly #response: ServerResponse;
  readonly #original: Original;
  /** Names of the headers that stood there before the handler ran. */
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
  /** How the handler's answer came out, and who waits for it. */
  #outcome: Promise<Response> | undefined;
  #waiting: { resolve(response: Response): void; reject(thrown: unknown): void } | undefined;

  constructor(response: ServerResponse, bound = usualAnswerBytes) {
    this.#response = response;
    this.#bound = bound;
    this.#before = response.getHeaderNames();
    this.#original = takeOver(response, this);
  }

  /** The handler's answer, as soon as it is whole or begins to stream; rejects with what `fail` was given. */
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

  /** What the handler, or its framework, has answered by itself; it stands when no property has a better one. */
  get own(): Response | undefined {
    return this.#own;
  }

  /** Notes that the handler threw; what it has written so far is void. */
  fail(thrown: unknown): void {
    if (this.#phase === 'passing' || this.#phase === 'open') this.#response.destroy();
    this.#forget();
    this.#settle(undefined, { thrown });
  }

  /** Notes what the handler threw while the framework is already about to answer it in its own way. */
  note(thrown: unknown): void {
    this.#thrown ??= { thrown };
  }

  /** Sends the answer that the properties made; what the handler still writes goes out only where its body passes. */
  async send(answer: Response): Promise<void> {
    const light = lightOf(answer);
    if (light?.added !== undefined && answer === this.#own) return this.#sendOwn(light.added);
    if (light?.added !== undefined && this.#isOwnChanged(light)) return this.#sendChanged(light, light.added);
    setHead(this.#response, answer, this.#before);
    if (light !== undefined) return this.#sendWhole(light.parts.bytes());
    if (answer.body !== null && answer.body === this.#passing) return this.#open();
    return answer.body === null ? this.#sendWhole(new Uint8Array()) : this.#pump(answer.body);
  }

  /** Gives the response back to the host, for what it does with errors that no property answered. */
  release(): void {
    this.#phase = 'open';
    this.#forget();
  }

  /** Lets go of everything once the answer is out, so that what belongs to it does not live as long as its connection. */
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
    const thrown = new Failure('CANCELLED', { message: 'The caller left, and no answer came.', outcomeUnknown: true });
    setTimeout(() => this.#settle(undefined, { thrown }), leftBehindMs).unref();
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
    const told = given.find((each) => typeof each === 'function') as (() => void) | undefined;
    if (told !== undefined) process.nextTick(told);
    this.#patience ??= setTimeout(() => this.#pass(), patienceMs).unref();
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

  /** What comes first counts, for those who wait already and for those who ask later. */
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
    return new HeldParts(this.#response, [...this.#writes, this.#end ?? []]);
  }

  /** Nobody has changed anything but added headers: what the handler did is done now. */
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

  /** The handler's head, with other bytes behind it. */
  #sendChanged({ parts }: LightResponse, added: Readonly<Record<string, string>>): void {
    const response = this.#response;
    for (const name of bodyHeaders) response.removeHeader(name);
    for (const name in added) response.setHeader(name, added[name] ?? '');
    this.#sendWhole(parts.bytes());
  }

  /** From here on the handler writes by itself. */
  #open(): void {
    const response = this.#response;
    const [writes, end, isFull] = [this.#writes, this.#end, this.#size > this.#bound];
    this.release();
    response.flushHeaders();
    for (const given of writes) Reflect.apply(this.#original.write, response, given);
    if (end !== undefined) Reflect.apply(this.#original.end, response, end);
    else if (isFull) response.emit('drain');
  }

  /** Takes the way out that only this has; the handler is not heard any more. */
  #close(): () => void {
    const told = (this.#end ?? []).find((each) => typeof each === 'function');
    this.#phase = 'void';
    this.#forget();
    // By the method of the response itself, since middleware of the host may add to the head when it is written.
    this.#response.writeHead(this.#response.statusCode);
    return () => Reflect.apply(this.#original.end, this.#response, [told]);
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
      // The head is out, so a broken body can only be told by breaking off.
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

/** What the handler wrote, as the parts of a web response; nothing of it is worked out before it is asked for. */
class HeldParts implements AnswerParts {
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

/** A property that answered by itself does not wait for the handler's answer, and so for its failure. */
function rejected(thrown: unknown): Promise<never> {
  const outcome = Promise.reject(thrown);
  outcome.catch(() => undefined);
  return outcome;
}
