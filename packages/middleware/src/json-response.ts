/** JSON as a web response, the form of every success that the middleware answers itself. */
import { type JsonReplyOptions, jsonReply, toWebResponse } from '@dragoman/core/http';

/** A web response with this value as its JSON body. */
export function jsonResponse(value: unknown, options?: JsonReplyOptions): Response {
  return toWebResponse(jsonReply(value, options));
}
