/**
 * The segments at the start of all addresses that name the interface rather than a thing: `/deskapi/…`,
 * `/walletobjects/v1/…`, `/clip/v2/resource/…`. They distinguish no endpoint from another.
 */
import type { Entry } from '@dragoman/model';

/** Segments that are words for the interface itself. */
const interfaceWord =
  /api$|^(?:(?:web-?)?services?|ws|svc|odata|endpoints?|servlets?|rpc|controllers?|operations|resources?)$/i;

const version = /^v?\d+(?:[._-]\w+)*$/i;

/** The address of an operation without that of its server. */
export function belowServer(template: string, endpoint: string | undefined): string {
  const base = endpoint?.replace(/\/+$/, '');
  const isBelow = base !== undefined && template.startsWith(`${base}/`);
  return (isBelow ? template.slice(base.length) : template).replace(/^(?:https?:)?\/\/[^/]*/i, '');
}

/** Segments that all addresses begin with; what is left of each address begins with a thing. */
export function interfaceSegments({ operations, endpoint }: Pick<Entry, 'operations' | 'endpoint'>): readonly string[] {
  const addresses = new Set(
    operations.flatMap(({ binding }) =>
      binding.kind === 'http' ? [belowServer(binding.urlTemplate, endpoint).split(/[?#]/, 1)[0] ?? ''] : [],
    ),
  );
  if (addresses.size < 2) return [];
  const paths = [...addresses].map((address) => address.split('/').filter((segment) => segment !== ''));
  const [first = []] = paths;
  const isShared = (at: number) => first[at] !== undefined && paths.every((path) => path[at] === first[at]);
  const end = first.findIndex((_, at) => !isShared(at));
  const shared = first.slice(0, end < 0 ? first.length : end);
  // `/berths/{id}` keeps its thing: what follows the base is a word in every address.
  const isBase = (length: number) => paths.every((path) => /^[^{}]+$/.test(path[length] ?? '{}'));
  let length = shared.length;
  while (length > 0 && !isBase(length)) length -= 1;
  const base = shared.slice(0, length);
  const versioned = base.findLastIndex((segment, at) => at > 0 && version.test(segment));
  const beyond = base
    .slice(versioned + 1)
    .findIndex((segment) => !interfaceWord.test(segment) && !version.test(segment));
  return base.slice(0, beyond < 0 ? base.length : versioned + 1 + beyond);
}
