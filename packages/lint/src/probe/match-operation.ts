/** The described operation for a URL. */
import type { Api, ApiOperation } from '../api/api.js';
import { decodeSegment, describedTarget } from './address.js';

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

/** The operations at a path of the origin, each below its own base path. */
export function matchPath({ operations }: Pick<Api, 'operations'>, base: URL, path: string): MatchedOperation[] {
  const roots = new Set(operations.map(({ server }) => basePathOf(server)));
  return [...roots].flatMap((root) => {
    const below = operations.filter(({ server }) => basePathOf(server) === root);
    if (root === undefined) return matchOperations({ operations: below }, describedTarget(base, path));
    return path.startsWith(`${root}/`) ? matchOperations({ operations: below }, path.slice(root.length)) : [];
  });
}

function basePathOf(server: ApiOperation['server']): string | undefined {
  return server !== undefined && 'basePath' in server ? server.basePath : undefined;
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
