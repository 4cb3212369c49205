/** JSON pointers (RFC 6901), which give the location of every finding. */
import type { JsonValue } from '@dragoman/model';

/** One token of a pointer: a member name or an array index. */
export type PointerToken = string | number;

/** Escapes one member name or index for use in a pointer. */
export function escapeToken(token: PointerToken): string {
  const text = String(token);
  // Fast path: nearly all names are plain, and pointers are built by the hundred thousand.
  return text.includes('/') || text.includes('~') ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text;
}

/** The name that an escaped token represents. */
function unescapeToken(token: string): string {
  return token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token;
}

/** The pointer of a child of another pointer. */
export function childPointer(pointer: string, token: PointerToken): string {
  return `${pointer}/${escapeToken(token)}`;
}

/** The pointer made of these tokens; an empty list gives the empty pointer, which means the whole document. */
export function buildPointer(tokens: readonly PointerToken[]): string {
  return tokens.map((token) => `/${escapeToken(token)}`).join('');
}

/** The tokens of a pointer; undefined when the text is not a pointer. */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return undefined;
  const tokens = pointer.slice(1).split('/');
  if (!pointer.includes('~')) return tokens;
  if (/~(?![01])/.test(pointer)) return undefined;
  return tokens.map(unescapeToken);
}

/** The value at the pointer; undefined when it does not exist. Inherited members are never followed. */
export function getPointer(document: JsonValue, pointer: string): JsonValue | undefined {
  const tokens = parsePointer(pointer);
  if (tokens === undefined) return undefined;
  let value: JsonValue | undefined = document;
  for (const token of tokens) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value)) value = /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
    else value = Object.hasOwn(value, token) ? value[token] : undefined;
  }
  return value;
}

/** A path as people write it: `operations[0].inputs`. */
export function readablePath(tokens: readonly PointerToken[]): string {
  return tokens.reduce<string>((path, token) => {
    if (typeof token === 'number') return `${path}[${token}]`;
    return path === '' ? token : `${path}.${token}`;
  }, '');
}
