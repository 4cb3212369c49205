/**
 * Conditional reads through the gateway: adds an entity tag where the service sent none, and answers 304 to a client
 * that has the current state.
 */
import type { Call } from '../gateway/call.js';
import { conditionalReads } from '../gateway/repair/conditional-reads.js';
import { isSwitchedOn } from '../gateway/repair/repair-operation.js';
import { tagReply } from './conditional.js';
import type { HttpReply } from './http-reply.js';
import type { HttpRequest } from './http-request.js';

const reading: readonly string[] = ['GET', 'HEAD'];

/** The reply to a GET with its tag, or 304; everything except a complete success of a read operation stays as it is. */
export async function answerConditionally(
  request: Pick<HttpRequest, 'method' | 'headers'>,
  call: Call,
  reply: HttpReply,
): Promise<HttpReply> {
  if (!reading.includes(request.method) || reply.status !== 200 || call.dryRun || !isTagged(call)) return reply;
  // A client may cache the reply, but must revalidate it before reuse.
  reply.headers['cache-control'] = 'private, no-cache';
  return tagReply(request, reply);
}

function isTagged({ target }: Call): boolean {
  if (target === undefined) return false;
  const { stored, operation } = target;
  return isSwitchedOn(conditionalReads, stored.entry.repairs) && conditionalReads.concerns(operation);
}
