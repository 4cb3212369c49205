/** JSON as a web response, for all successful responses of the middleware itself. */
import { type JsonReplyOptions, jsonReply, toWebResponse } from '@dragoman/core/http';

/** A web response with this value as its JSON body. */
export function jsonResponse(value: unknown, options?: JsonReplyOptions): Response {
  return toWebResponse(jsonReply(value, options));
}
