/**
 * Deprecation that agents see (PROF-VER-04, -05): RFC 9745 (Deprecation), RFC 8594 (Sunset) and a link to what takes the
 * place, on every answer of what will go; after its end it may be refused.
 */
import { type Clock, linkHeader, systemClock } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import { withHeaders, withLink } from '../answer.js';
import type { Property } from '../property.js';

/** What is said of an operation that will go. */
export interface DeprecationNotice {
  /** Since when it is deprecated. */
  since: Date;
  /** When it will stop to answer. */
  sunset?: Date;
  /** Address of what takes its place; a function where that depends on what was asked for. */
  replacement?: string | ((request: Request) => string);
  /** Address of a page that explains the change. */
  page?: string;
}

/** How the end is kept. */
export interface DeprecationOptions {
  /** True: after the sunset the operation answers 410; false unless given. */
  refuseAfterSunset?: boolean;
  clock?: Clock;
}

/** Makes the property for a route that will go; throws for a date or an address that cannot be sent. */
export function createDeprecation(notice: DeprecationNotice, options: DeprecationOptions = {}): Property {
  const { refuseAfterSunset = false, clock = systemClock } = options;
  const headersOf = createHeaders(notice);
  const end = refuseAfterSunset ? (notice.sunset?.getTime() ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  return (next) => async (request, call) => {
    const headers = headersOf(request);
    if (clock.now() >= end) throw gone(headers);
    return withNotice(await next(request, call), headers);
  };
}

/** Headers are made once where they are always the same. */
function createHeaders({ replacement, ...notice }: DeprecationNotice): (request: Request) => Record<string, string> {
  const fixed = noticeHeaders(notice, typeof replacement === 'function' ? undefined : replacement);
  if (typeof replacement !== 'function') return () => fixed;
  return (request) => {
    const address = replacement(request);
    // What was asked for may hold anything; an address that cannot be sent is left out.
    return isSafe(address) ? noticeHeaders(notice, address) : fixed;
  };
}

function noticeHeaders(
  { since, sunset, page }: Omit<DeprecationNotice, 'replacement'>,
  replacement: string | undefined,
): Record<string, string> {
  const link = linkHeader([
    ...(replacement === undefined ? [] : [{ rel: 'successor-version', target: safeTarget(replacement) }]),
    ...(page === undefined ? [] : [{ rel: 'deprecation', target: safeTarget(page) }]),
  ]);
  return {
    Deprecation: `@${Math.floor(validTime(since) / 1000)}`,
    ...(sunset === undefined ? {} : { Sunset: new Date(validTime(sunset)).toUTCString() }),
    ...(link === undefined ? {} : { Link: link }),
  };
}

function withNotice(response: Response, headers: Readonly<Record<string, string>>): Response {
  const { Link: link, ...rest } = headers;
  const told = withHeaders(response, rest);
  return link === undefined ? told : withLink(told, link);
}

function gone(headers: Record<string, string>): Failure {
  const [, replacement] = /<([^>]*)>; rel="successor-version"/.exec(headers.Link ?? '') ?? [];
  const instead = replacement === undefined ? '' : ` Use ${replacement} instead.`;
  return new Failure('GONE', { message: `This operation has been taken away.${instead}`, headers });
}

function validTime(date: Date): number {
  const time = date.getTime();
  if (Number.isNaN(time)) throw new TypeError('A date of a deprecation is not valid');
  return time;
}

/** An address that could end the header's angle brackets would say something else. */
function safeTarget(address: string): string {
  if (isSafe(address)) return address;
  throw new TypeError(`The address ${JSON.stringify(address)} cannot stand in a Link header`);
}

function isSafe(address: string): boolean {
  return /^[!-;=?-~]+$/.test(address);
}
