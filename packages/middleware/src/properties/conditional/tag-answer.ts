/** Adds an ETag to a response, and returns 304 for a matching one (RFC 9110 §13.1.2, §15.4.5). */
import { isUnchanged } from '@dragoman/core/http';
import { headerOf, readAnswer, wholeResponse, withHeaders } from '../../calls/answer.js';
import { isRead } from '../../calls/is-read.js';
import { answerTag, type DatedState } from './resource-state.js';

/**
 * The response with an ETag, or 304. An existing ETag is kept, unless the handler has declared the state: Express adds
 * an ETag to every response, which no writer could use. Streams, errors and responses above the limit get none.
 */
export async function tagAnswer(
  request: Request,
  answer: Response,
  { shown, limit }: { shown?: DatedState | undefined; limit?: number | undefined } = {},
): Promise<Response> {
  if (!answer.ok || (headerOf(answer, 'etag') !== null && shown === undefined)) return unlessKnown(request, answer);
  const { response, bytes } = await readAnswer(answer, limit);
  if (bytes === undefined || bytes.byteLength === 0) return response;
  const headers = { ETag: answerTag(bytes, shown), ...modifiedHeader(shown) };
  return unlessKnown(request, withHeaders(response, headers));
}

function asksForChange({ headers }: Request): boolean {
  return headers.has('if-none-match') || headers.has('if-modified-since');
}

function modifiedHeader(shown: DatedState | undefined): Record<string, string> {
  return shown?.updatedAt === undefined ? {} : { 'Last-Modified': shown.updatedAt.toUTCString() };
}

function unlessKnown(request: Request, response: Response): Response {
  const etag = headerOf(response, 'etag');
  if (etag === null || response.status !== 200 || !isRead(request) || !asksForChange(request)) return response;
  const modified = Date.parse(headerOf(response, 'last-modified') ?? '');
  const validators = Number.isNaN(modified) ? { etag } : { etag, modified: new Date(modified) };
  if (!isUnchanged(request, validators)) return response;
  response.body?.cancel().catch(() => undefined);
  const headers = new Headers(response.headers);
  for (const name of ['content-length', 'content-type', 'content-encoding']) headers.delete(name);
  return wholeResponse(null, { status: 304, headers });
}
