/** The described operation for a URL. */
import type { Api, ApiOperation } from '../api/api.js';
import { decodeSegment } from './address.js';

/** An operation with the path values from the URL. */
export interface MatchedOperation {
  operation: ApiOperation;
  path: Readonly<Record<string, string>>;
}

/** The operations at a URL below the base, literal paths before those with parameters. */
export function matchOperations({ operations }: Pick<Api, 'operations'>, target: string): MatchedOperation[] {
  const segments = segmentsOf(target.split(/[?#]/)[0] ?? '');
  const parameters = ({ path }: ApiOperation) => path.split('{').length;
  return [...operations]
    .sort((one, other) => parameters(one) - parameters(other))
    .flatMap((operation) => {
      const path = matchSegments(segmentsOf(operation.path), segments);
      return path === undefined ? [] : [{ operation, path }];
    });
}

function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/');
}

function matchSegments(described: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (described.length !== given.length) return undefined;
  const path: Record<string, string> = {};
  for (const [at, segment] of described.entries()) {
    const name = /^\{([^{}]+)\}$/.exec(segment)?.[1];
    const value = given[at] ?? '';
    if (name === undefined ? segment !== value : value === '') return undefined;
    if (name !== undefined) path[name] = decodeSegment(value);
  }
  return path;
}
