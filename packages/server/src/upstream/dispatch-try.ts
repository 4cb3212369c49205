/**
 * One try of a call on the wire. It knows the moment before the first byte leaves: until then the try has certainly
 * had no effect, and whoever must note that it may have one from now on is waited for there.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Failure, toFailure } from '@dragoman/model';
import type { Dispatcher } from 'undici';
import { toUpstreamFailure } from '../outbound/upstream-failure.js';
import type { Deadline } from './deadline.js';
import { tooLarge } from './decode-body.js';
import type { GuardedPool } from './pools.js';
import type { ResponseBody } from './response-body.js';
import { createResponseBody } from './response-body.js';

/** A request as it goes out. */
export interface WireRequest {
  path: string;
  method: string;
  headers: Record<string, string>;
  body?: Buffer;
  /** Waited for just before the first byte leaves. */
  onSend?: () => Promise<void>;
  /** Told when the first byte leaves. */
  onDeparture?: () => void;
}

/** The bounds of one try. */
export interface TryBounds {
  firstByteMs: number;
  idleMs: number;
  /** Bytes of the body at most, by its head. */
  maxBytes: (headers: IncomingHttpHeaders) => number;
  deadline: Deadline;
}

/** The head of an answer, with its body on the way. */
export interface WireAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: ResponseBody;
}

/** What a try came to; `sent` when something may have left this process. */
export type TryResult = { sent: true; answer: WireAnswer } | { sent: boolean; answer?: undefined; error: unknown };

/** Interim answers (1xx) that are read over before the try is given up. */
const maxInterim = 32;

/** Sends one request and resolves when the head of its answer is there, or when there will be none. Never rejects. */
export function dispatchTry(pool: GuardedPool, request: WireRequest, bounds: TryBounds): Promise<TryResult> {
  return new Promise((resolve) => {
    const { deadline } = bounds;
    let wire: Dispatcher.DispatchController | undefined;
    let body: ResponseBody | undefined;
    let sent = false;
    let stopped: Failure | undefined;
    let interim = 0;
    let length = 0;
    let maxBytes = 0;
    let firstByte: NodeJS.Timeout | undefined;

    const arrived = pool.expect();
    const fail = (error: unknown) => {
      arrived();
      clearTimeout(firstByte);
      forget();
      if (body === undefined) resolve({ sent, error });
      else body.fail(toUpstreamFailure(error));
    };
    const stop = (failure: Failure) => {
      stopped = failure;
      fail(failure);
      wire?.abort(failure);
    };
    const forget = deadline.onOver(stop);
    const departed = () => {
      sent = true;
      request.onDeparture?.();
      firstByte = setTimeout(() => stop(new Failure('UPSTREAM_TIMEOUT')), bounds.firstByteMs);
    };
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        wire = controller;
        arrived();
        if (stopped !== undefined) controller.abort(stopped);
        else if (request.onSend === undefined) departed();
      },
      onResponseStart(controller, status, headers) {
        if (status < 200) {
          interim += 1;
          if (interim > maxInterim) stop(tooManyInterim());
          return;
        }
        if (!sent) return stop(tooEarly());
        clearTimeout(firstByte);
        maxBytes = bounds.maxBytes(headers);
        body = createResponseBody(controller);
        body.whenEnded(forget);
        resolve({ sent: true, answer: { status, headers, body } });
      },
      onResponseData(_controller, chunk) {
        length += chunk.byteLength;
        if (length > maxBytes) body?.fail(tooLarge(maxBytes));
        else body?.push(chunk);
      },
      onResponseEnd: () => body?.complete(),
      onResponseError: (_controller, error) => fail(error),
    };
    try {
      pool.dispatch(dispatchOptions(request, bounds, { isStopped: () => stopped, departed }), handler);
    } catch (error) {
      fail(error);
    }
  });
}

interface Departure {
  isStopped: () => Failure | undefined;
  departed: () => void;
}

function dispatchOptions(request: WireRequest, bounds: TryBounds, departure: Departure): Dispatcher.DispatchOptions {
  const { path, method, headers, body, onSend } = request;
  // The time to the first byte is kept here: undici's own begins anew with every interim answer.
  const options = { path, method, bodyTimeout: bounds.idleMs, headersTimeout: 0 };
  if (onSend === undefined) return { ...options, headers, body: body ?? null };
  const length = body === undefined ? {} : { 'content-length': String(body.byteLength) };
  const gated = gatedBody(onSend, body, departure);
  // Undici takes every async iterable; its types name only the one of Node.
  return { ...options, headers: { ...headers, ...length }, body: gated as unknown as Readable };
}

/** Undici writes the head together with the first piece of such a body, so nothing leaves before it yields or ends. */
async function* gatedBody(onSend: () => Promise<void>, body: Buffer | undefined, { isStopped, departed }: Departure) {
  try {
    await onSend();
  } catch (error) {
    throw toFailure(error);
  }
  const stopped = isStopped();
  if (stopped !== undefined) throw stopped;
  departed();
  if (body !== undefined) yield body;
}

function tooManyInterim(): Failure {
  return new Failure('UPSTREAM_ERROR', { message: 'The upstream sends interim answers without an end.' });
}

function tooEarly(): Failure {
  return new Failure('UPSTREAM_ERROR', { message: 'The upstream answered before it was asked.' });
}
