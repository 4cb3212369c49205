/** Answers with the bytes of an image, a sound or a file where the caller prefers their type over JSON. */
import { isFailure } from '@dragoman/model';
import { mediaTypeHeader } from '../gateway/media.js';
import type { HttpReply } from './http-reply.js';
import type { HttpRequest } from './http-request.js';
import { negotiate } from './negotiate.js';

/** Headers that keep a browser from running third-party content as a page of this server. */
const contained = { 'content-disposition': 'attachment', 'content-security-policy': "default-src 'none'; sandbox" };

const mediaRange = /(?:^|[,\s])(?:(?:image|audio|video|font)\/|application\/(?:octet-stream|pdf|zip|gzip)\b)/i;

/** True when the caller accepts bytes of some type; which ones an operation returns is known after the call. */
export function acceptsMedia({ headers }: Pick<HttpRequest, 'headers'>): boolean {
  return mediaRange.test(headers.get('accept') ?? '');
}

/** Another type than the requested ones is answered as JSON, because the call has been executed. */
function isPreferred(request: Pick<HttpRequest, 'headers'>, mediaType: string): boolean {
  try {
    return negotiate(request, ['application/json', mediaType]) === mediaType;
  } catch (thrown) {
    if (isFailure(thrown)) return false;
    throw thrown;
  }
}

/** The reply, with bytes instead of Base64 in JSON if the caller prefers them. */
export function mediaReply(request: Pick<HttpRequest, 'headers'>, reply: HttpReply): HttpReply {
  const { headers, body, status } = reply;
  const mediaType = headers[mediaTypeHeader];
  if (mediaType === undefined || typeof body !== 'string' || status >= 300) return reply;
  if (!acceptsMedia(request) || !isPreferred(request, mediaType)) return reply;
  const data: unknown = JSON.parse(body);
  if (typeof data !== 'string') return reply;
  return {
    ...reply,
    headers: { ...headers, ...contained, 'content-type': mediaType, vary: 'Accept' },
    body: Buffer.from(data, 'base64'),
  };
}
