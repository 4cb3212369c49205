/** Puts a credential into a query and leaves everything else in it as it was written: delimiters and escapes mean something to the agent. */

/** The address or target with these parameters; what stood there under their names is gone. */
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

/** The name of a parameter as whoever reads the query will read it. */
function nameOf(part: string): string {
  return [...new URLSearchParams(part).keys()][0] ?? '';
}
