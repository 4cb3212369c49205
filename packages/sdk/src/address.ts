/** URL validation, and encoding of ids as path segments. */
import { clientError } from './dragoman-error.js';

const loopback = /^(?:localhost|(?:[^.]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Maximum id length in characters; servers reject longer URLs anyway. */
const longestId = 2_048;

/**
 * Parses a URL and rejects unencrypted transport. Plain http is allowed only for loopback, and only with an explicit
 * option.
 */
export function secureAddress(text: string, allowInsecure: boolean, base?: URL): URL {
  const url = parse(text, base);
  if (url.username !== '' || url.password !== '') {
    throw clientError('INVALID_ARGUMENT', {
      message: 'A URL must not contain a user name or password; pass the credentials separately.',
    });
  }
  if (url.protocol === 'https:') return url;
  if (url.protocol === 'http:' && allowInsecure && loopback.test(url.hostname)) return url;
  throw clientError('INSECURE_ADDRESS', {
    message:
      `${url.origin} is not an https URL, and nothing was sent to it. ` +
      'Plain http is allowed only for a loopback address, with allowInsecure: true.',
  });
}

function parse(text: string, base?: URL): URL {
  try {
    return new URL(text, base);
  } catch (cause) {
    throw clientError('INVALID_ARGUMENT', { message: `Not an absolute URL: ${text.slice(0, 200)}`, cause });
  }
}

/** The registry's base URL with a trailing slash, so that paths can be appended. */
export function baseAddress(text: string, allowInsecure: boolean): URL {
  // JavaScript callers may omit it.
  if (!text) {
    throw clientError('INVALID_ARGUMENT', {
      message: "The option baseUrl is missing; pass the registry's URL, such as https://registry.example.",
    });
  }
  const url = secureAddress(text, allowInsecure);
  url.search = '';
  url.hash = '';
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** A path of literal segments and ids below the base URL; each id is percent-encoded as one segment. */
export function addressBelow(base: URL, segments: readonly string[], query?: URLSearchParams): URL {
  const url = new URL(segments.map(encodeSegment).join('/'), base);
  if (query !== undefined) url.search = query.toString();
  return url;
}

function encodeSegment(segment: string): string {
  // The URL standard resolves `.` and `..` even when they are percent-encoded, so they can never be sent.
  if (segment === '' || segment === '.' || segment === '..' || segment.length > longestId) {
    throw clientError('INVALID_ARGUMENT', {
      message: `An id is a string of 1 to ${longestId} characters other than "." and "..".`,
    });
  }
  try {
    return encodeURIComponent(segment);
  } catch (cause) {
    throw clientError('INVALID_ARGUMENT', { message: 'The id is not well-formed Unicode.', cause });
  }
}
