/** Conditional reads through the gateway: a tag over the answer where the agent gave none, and 304 for who has it. */
import { createHash } from 'node:crypto';
import type { Call } from '../gateway/call.js';
import { conditionalReads } from '../gateway/repair/conditional-reads.js';
import { isSwitchedOn } from '../gateway/repair/repair-operation.js';
import { isUnchanged, notModified } from './conditional.js';

const reading: readonly string[] = ['GET', 'HEAD'];

/** The answer to a GET with its tag, or 304; anything but a whole success of an operation that reads stays as it is. */
export async function answerConditionally(request: Request, call: Call, response: Response): Promise<Response> {
  if (!reading.includes(request.method) || response.status !== 200 || call.dryRun || !isTagged(call)) return response;
  const body = new Uint8Array(await response.arrayBuffer());
  const { headers } = response;
  const etag = headers.get('etag') ?? tagOf(body);
  headers.set('ETag', etag);
  // Whoever has the tag may keep the answer, but has to ask before it is used again.
  headers.set('Cache-Control', 'private, no-cache');
  if (!isUnchanged(request, { etag })) return new Response(body, { status: 200, headers });
  return notModified(Object.fromEntries([...headers].filter(([name]) => !name.startsWith('content-'))));
}

function isTagged({ target }: Call): boolean {
  if (target === undefined) return false;
  const { stored, operation } = target;
  return isSwitchedOn(conditionalReads, stored.entry.repairs) && conditionalReads.concerns(operation);
}

function tagOf(body: Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}
