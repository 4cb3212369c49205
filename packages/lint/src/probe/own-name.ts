/**
 * The name of an operation that an author chose. A name that a framework makes of the method and the path, such as
 * `getKeysRotation` or `keys_rotation_get`, says "get" of every GET and shows nothing.
 */
import type { ApiOperation } from '../api/api.js';
import { tokensOf } from '../api/words.js';

/** The name without the parts that only repeat method and path; undefined when nothing else is left. */
export function ownName({ id, method, path }: Pick<ApiOperation, 'id' | 'method' | 'path'>): string | undefined {
  if (id === undefined) return undefined;
  const wanted = tokensOf(path).join('');
  const literal = tokensOf(path.replaceAll(/\{[^{}]*\}/g, '/')).join('');
  const tokens = withoutMethod(tokensOf(id), method);
  // Only a name with the method in it was made of it.
  if (tokens.length === tokensOf(id).length) return id;
  const rest = tokens.filter((token) => token !== 'by').join('');
  if ([wanted, literal].includes(rest)) return undefined;
  // A function name before the path: `read_items_items__get`.
  const own = tokens.findIndex((_, at) => at > 0 && [wanted, literal].includes(tokens.slice(at).join('')));
  return own === -1 ? id : tokens.slice(0, own).join('_');
}

function withoutMethod(tokens: readonly string[], method: string): readonly string[] {
  if (tokens.at(-1) === method) return tokens.slice(0, tokens.at(-2) === 'using' ? -2 : -1);
  return tokens[0] === method ? tokens.slice(1) : tokens;
}
