/** Web links (RFC 8288): the `Link` header, and relative URLs on this server. */

/** A link: its target and its relation to the current answer. */
export interface WebLink {
  rel: string;
  target: string;
}

/** The value of a `Link` header; undefined without links. */
export function linkHeader(links: readonly WebLink[]): string | undefined {
  if (links.length === 0) return undefined;
  return links.map(({ rel, target }) => `<${target}>; rel="${rel}"`).join(', ');
}

/** The path of a resource with an id: the id is one segment, whatever characters it has. */
export function pathTo(collection: string, id: string, ...rest: readonly string[]): string {
  if (rest.length === 0 && /^[\w.~-]+$/.test(id)) return `${collection}/${id}`;
  return [collection, encodeURIComponent(id), ...rest].join('/');
}

/** A relative URL: the path with these parameters overriding the given ones; undefined ones are removed. */
export function addressWith(
  path: string,
  given: URLSearchParams,
  set: Readonly<Record<string, string | number | undefined>>,
): string {
  const parameters = new URLSearchParams(given);
  for (const [name, value] of Object.entries(set)) {
    parameters.delete(name);
    if (value !== undefined) parameters.set(name, String(value));
  }
  const query = parameters.toString();
  return query === '' ? path : `${path}?${query}`;
}
