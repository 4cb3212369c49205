/** Calls that come as web requests: a body that a property reads is kept and put into the request again. */
import { fromWebRequest, readBodyBytes } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import { attachCall, type CallContext, type CallFacts, createCall } from './call-context.js';

const keptBody = Symbol('kept body');

/** Makes the context of a web request. */
export function createWebCall(request: Request, facts: Omit<CallFacts, 'readBody'>): CallContext {
  let reading: Promise<Uint8Array> | undefined;
  const call = createCall({
    ...facts,
    async readBody(limit) {
      reading ??= readBodyBytes(fromWebRequest(request), limit);
      call.values.set(keptBody, reading);
      return requireSize(await reading, limit);
    },
  });
  return call;
}

/** The request for the handler: with its body, and tied to its call. */
export async function toHandlerRequest(request: Request, call: CallContext): Promise<Request> {
  const kept = call.values.get(keptBody) as Promise<Uint8Array<ArrayBuffer>> | undefined;
  const whole = kept === undefined || request.body === null ? request : restore(request, await kept);
  attachCall(whole, call);
  return whole;
}

/** Bytes that another property has read already may be more than this one takes. */
export function requireSize(bytes: Uint8Array, limit: number): Uint8Array {
  if (bytes.byteLength <= limit) return bytes;
  throw new Failure('PAYLOAD_TOO_LARGE', { message: `The body is larger than the ${limit} bytes taken here.` });
}

function restore({ url, method, headers, signal }: Request, body: Uint8Array<ArrayBuffer>): Request {
  return new Request(url, { method, headers, signal, body });
}
