/** Content negotiation (RFC 9110 §12.5.1): which of the offered media types the caller prefers. */
import { Failure } from '@dragoman/model';
import type { HttpRequest } from './http-request.js';

interface Range {
  type: string;
  subtype: string;
  quality: number;
}

/** Maximum number of ranges that are considered. */
const maxRanges = 50;

/** The offered media type to answer with, the first offer when all are equal; `NOT_ACCEPTABLE` when none matches. */
export function negotiate<Offer extends string>(
  request: Pick<HttpRequest, 'headers'>,
  offers: readonly [Offer, ...Offer[]],
): Offer {
  const accept = request.headers.get('accept');
  if (accept === null || accept === '*/*' || accept.trim() === '') return offers[0];
  if (accept === offers[0]) return offers[0];
  const ranges = accept.split(',', maxRanges).map(parseRange);
  let best: { offer: Offer; quality: number } | undefined;
  for (const offer of offers) {
    const quality = qualityOf(offer, ranges);
    if (quality > (best?.quality ?? 0)) best = { offer, quality };
  }
  if (best !== undefined) return best.offer;
  throw new Failure('NOT_ACCEPTABLE', { message: `This endpoint answers only in ${offers.join(' or ')}.` });
}

function parseRange(text: string): Range {
  if (!text.includes(';')) {
    const [type = '', subtype = ''] = text.trim().toLowerCase().split('/');
    return { type, subtype, quality: 1 };
  }
  const [essence = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const [type = '', subtype = ''] = essence.split('/');
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const quality = weight === undefined ? 1 : /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
  return { type, subtype, quality };
}

/** The most specific matching range decides. */
function qualityOf(offer: string, ranges: readonly Range[]): number {
  const [type, subtype] = offer.split('/');
  const fitting = (exact: (range: Range) => boolean) => ranges.find(exact)?.quality;
  return (
    fitting((range) => range.type === type && range.subtype === subtype) ??
    fitting((range) => range.type === type && range.subtype === '*') ??
    fitting((range) => range.type === '*' && range.subtype === '*') ??
    0
  );
}
