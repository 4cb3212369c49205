/**
 * Adds a credential to a query and leaves everything else in it unchanged: delimiters and escapes may be significant
 * to the service.
 */

/** The URL or target with these parameters; existing parameters of the same names are removed. */
export function withCredentialQuery(target: string, query: Readonly<Record<string, string>> | undefined): string {
  if (query === undefined) return target;
  const added = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  if (added.length === 0) return target;
  const [path = '', ...rest] = target.split('?');
  const kept = rest.join('?').split('&');
  const others = kept.filter((part) => part !== '' && !Object.hasOwn(query, nameOf(part)));
  return `${path}?${[...others, ...added].join('&')}`;
}

/** The decoded name of a parameter, as a query parser reads it. */
function nameOf(part: string): string {
  return [...new URLSearchParams(part).keys()][0] ?? '';
}
