/**
 * Deprecation headers (PROF-VER-04, -05): RFC 9745 (Deprecation), RFC 8594 (Sunset) and a link to the successor on
 * every response of a deprecated route; after the sunset it may be rejected.
 */
import { type Clock, linkHeader, systemClock } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import { withHeaders, withLink } from '../../calls/answer.js';
import { defineProperty, type Property } from '../../calls/property.js';
import type { Describe } from '../../describing/description-draft.js';
import type { OperationDraft } from '../../describing/operation-draft.js';

/** Deprecation facts of an operation. */
export interface DeprecationNotice {
  /** Start of the deprecation. */
  since: Date;
  /** When it will stop responding. */
  sunset?: Date;
  /** URL of the successor; a function when it depends on the request. */
  replacement?: string | ((request: Request) => string);
  /** URL of a page that explains the change. */
  page?: string;
}

/** What happens after the sunset. */
export interface DeprecationOptions {
  /** True: after the sunset the operation returns 410; false by default. */
  refuseAfterSunset?: boolean;
  clock?: Clock;
}

/** Creates the property for a deprecated route; throws for an invalid date or URL. */
export function createDeprecation(notice: DeprecationNotice, options: DeprecationOptions = {}): Property {
  const { refuseAfterSunset = false, clock = systemClock } = options;
  const headersOf = createHeaders(notice);
  const end = refuseAfterSunset ? (notice.sunset?.getTime() ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  return defineProperty(
    (next) => async (request, call) => {
      const headers = headersOf(request);
      if (clock.now() >= end) throw gone(headers);
      return withNotice(await next(request, call), headers);
    },
    { describe: describeDeprecation(notice, Number.isFinite(end)) },
  );
}

function describeDeprecation({ sunset }: DeprecationNotice, isRefused: boolean): Describe {
  return ({ operations }) => {
    for (const operation of operations) {
      operation.addMember('deprecated', true);
      if (sunset !== undefined) operation.addMember('x-sunset', sunset.toISOString());
      describeNotice(operation);
      if (isRefused) operation.addProblem('410', 'The operation has been removed; use its successor.');
    }
  };
}

/** Describes the headers of a deprecated operation. */
export function describeNotice(operation: OperationDraft): void {
  const text = (description: string) => ({ description, schema: { type: 'string', maxLength: 4_096 } });
  operation.addHeaders(/^2/, {
    Deprecation: text('Since when the operation is deprecated.'),
    Sunset: text('When the operation will be removed.'),
    Link: text('URL of the successor, with rel="successor-version".'),
  });
}

/** Constant headers are built once. */
function createHeaders({ replacement, ...notice }: DeprecationNotice): (request: Request) => Record<string, string> {
  const fixed = noticeHeaders(notice, typeof replacement === 'function' ? undefined : replacement);
  if (typeof replacement !== 'function') return () => fixed;
  return (request) => {
    const address = replacement(request);
    // The request may contain anything; a URL that is invalid in a header is omitted.
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
  const marked = withHeaders(response, rest);
  return link === undefined ? marked : withLink(marked, link);
}

function gone(headers: Record<string, string>): Failure {
  const [, replacement] = /<([^>]*)>; rel="successor-version"/.exec(headers.Link ?? '') ?? [];
  const instead = replacement === undefined ? '' : ` Use ${replacement} instead.`;
  return new Failure('GONE', { message: `This operation has been permanently removed.${instead}`, headers });
}

function validTime(date: Date): number {
  const time = date.getTime();
  if (Number.isNaN(time)) throw new TypeError('A deprecation date is invalid');
  return time;
}

/** A URL with angle brackets would end the link target early. */
function safeTarget(address: string): string {
  if (isSafe(address)) return address;
  throw new TypeError(`The URL ${JSON.stringify(address)} is invalid in a Link header`);
}

function isSafe(address: string): boolean {
  return /^[!-;=?-~]+$/.test(address);
}
