/** Calls as web requests: a body that a property reads is buffered and put into the request again. */
import { fromWebRequest, readBodyBytes } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import { attachCall, type CallContext, type CallFacts, createCall } from './call-context.js';

const keptBody = Symbol('kept body');

/** Creates the context of a web request. */
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

/** The request for the handler: with its body, and attached to its call. */
export async function toHandlerRequest(request: Request, call: CallContext): Promise<Request> {
  const kept = call.values.get(keptBody) as Promise<Uint8Array<ArrayBuffer>> | undefined;
  const whole = kept === undefined || request.body === null ? request : restore(request, await kept);
  attachCall(whole, call);
  return whole;
}

/** The bytes that another property has read may exceed this one's limit. */
export function requireSize(bytes: Uint8Array, limit: number): Uint8Array {
  if (bytes.byteLength <= limit) return bytes;
  throw new Failure('PAYLOAD_TOO_LARGE', { message: `The body exceeds the limit of ${limit} bytes.` });
}

function restore({ url, method, headers, signal }: Request, body: Uint8Array<ArrayBuffer>): Request {
  return new Request(url, { method, headers, signal, body });
}
