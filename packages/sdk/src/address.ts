/** Addresses: what may be called at all, and how ids become path segments. */
import { clientError } from './dragoman-error.js';

const loopback = /^(?:localhost|(?:[^.]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Largest id that is sent, in characters; servers refuse longer addresses anyway. */
const longestId = 2_048;

/**
 * Reads an address and refuses what would travel unencrypted. Plain http is taken for loopback alone, and only
 * by explicit switch.
 */
export function secureAddress(text: string, allowInsecure: boolean, base?: URL): URL {
  const url = parse(text, base);
  if (url.username !== '' || url.password !== '') {
    throw clientError('INVALID_ARGUMENT', {
      message: 'An address must not contain a user name or password; give the credential apart from it.',
    });
  }
  if (url.protocol === 'https:') return url;
  if (url.protocol === 'http:' && allowInsecure && loopback.test(url.hostname)) return url;
  throw clientError('INSECURE_ADDRESS', {
    message:
      `${url.origin} is not an https address, and nothing was sent to it. ` +
      'Plain http is possible for a loopback address only, with allowInsecure: true.',
  });
}

function parse(text: string, base?: URL): URL {
  try {
    return new URL(text, base);
  } catch (cause) {
    throw clientError('INVALID_ARGUMENT', { message: `Not an absolute address: ${text.slice(0, 200)}`, cause });
  }
}

/** The registry's base address, ending in a slash, so that paths can be put behind it. */
export function baseAddress(text: string, allowInsecure: boolean): URL {
  // Callers in JavaScript may leave it out.
  if (!text) {
    throw clientError('INVALID_ARGUMENT', {
      message: "The option baseUrl is missing; pass the registry's address, such as https://registry.example.",
    });
  }
  const url = secureAddress(text, allowInsecure);
  url.search = '';
  url.hash = '';
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** A path of literal segments and ids below the base; ids are percent-encoded as one segment each. */
export function addressBelow(base: URL, segments: readonly string[], query?: URLSearchParams): URL {
  const url = new URL(segments.map(encodeSegment).join('/'), base);
  if (query !== undefined) url.search = query.toString();
  return url;
}

function encodeSegment(segment: string): string {
  // The URL standard folds `.` and `..` away even when they are percent-encoded, so they can never arrive.
  if (segment === '' || segment === '.' || segment === '..' || segment.length > longestId) {
    throw clientError('INVALID_ARGUMENT', {
      message: `An id is a text of 1 to ${longestId} characters other than "." and "..".`,
    });
  }
  try {
    return encodeURIComponent(segment);
  } catch (cause) {
    throw clientError('INVALID_ARGUMENT', { message: 'The id is not well-formed Unicode.', cause });
  }
}
