/** Stable identifiers derived from names, so that reading the same document twice gives the same ids. */
import { sha256Hex } from '#digest';
import { toSlug } from './identifier.js';

/** A UUID of version 8 (RFC 9562 §5.8) over SHA-256 of the parts; the same parts always give the same UUID. */
export function nameUuid(...parts: readonly string[]): string {
  const digest = sha256Hex(JSON.stringify(parts));
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 0x3) | 0x8).toString(16);
  const hex = `${digest.slice(0, 12)}8${digest.slice(13, 16)}${variant}${digest.slice(17, 32)}`;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Maximum length of the readable part of an id. */
const maxLabel = 40;

/**
 * Id of a service whose description names none: a readable label and eight digits of its identity, as `isDerivedId`
 * recognizes them. The label is a part of the identity, a title or a URL, so that a service that is identified by its
 * URL keeps its id when it is renamed.
 */
export function nameService(label: string, ...identity: readonly string[]): string {
  const readable = toSlug(URL.canParse(label) ? hostAndPath(new URL(label)) : label, '')
    .slice(0, maxLabel)
    .replace(/-+$/, '');
  const uuid = nameUuid(...identity);
  return readable === '' ? uuid : `${readable}-${uuid.slice(0, 8)}`;
}

/** Credentials and query may contain secrets. */
function hostAndPath({ host, pathname }: URL): string {
  return `${host} ${pathname}`;
}
