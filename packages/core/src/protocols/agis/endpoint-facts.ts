/** What the address and the responses of an operation show, whatever its texts say. */
import type { Operation } from '@dragoman/model';

/** Facts that generated sentences use where the texts are not understood. */
export interface EndpointFacts {
  /** True for reading the address of a collection, such as `/bucket` where there is `/bucket/{name}`. */
  isCollection: boolean;
  /** True when the response has headers only. */
  isHead: boolean;
  /** True when the path names the service because the address names nothing. */
  isNameless?: boolean;
  /** What is returned: data, a page or a file. */
  content: 'data' | 'page' | 'file';
}

/** Addresses below which another operation has one parameter: `/buckets` of `/buckets/{id}`. */
export function collectionsOf(operations: readonly Operation[]): ReadonlySet<string> {
  return new Set(
    operations.flatMap(({ binding }) => {
      const [, collection] =
        binding.kind === 'http'
          ? (/^(.*[^/}])\/\{(?!(?:token|code|format|type|hash|query|q|date|year|status|path|filename)\})[^{}/]+\}\/?$/i.exec(
              binding.urlTemplate,
            ) ?? [])
          : [];
      return collection === undefined ? [] : [collection];
    }),
  );
}

/** The facts of one operation. */
export function factsOf({ binding }: Operation, collections: ReadonlySet<string>): EndpointFacts {
  if (binding.kind !== 'http') return { isCollection: false, isHead: false, content: 'data' };
  const types = binding.accept ?? [];
  const isText = types.some((type) => /json|xml/i.test(type)) || types.length === 0;
  return {
    isCollection:
      ['GET', 'HEAD'].includes(binding.method.toUpperCase()) &&
      collections.has(binding.urlTemplate.replace(/[?#].*$/, '').replace(/\/+$/, '')),
    isHead: binding.method.toUpperCase() === 'HEAD',
    content: isText ? 'data' : types.some((type) => /^text\/html/i.test(type)) ? 'page' : 'file',
  };
}
