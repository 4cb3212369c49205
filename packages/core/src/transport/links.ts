/** Web links (RFC 8288): the `Link` header, and addresses on this server made without a slip. */

/** A link: where to, and what it is to the present answer. */
export interface WebLink {
  rel: string;
  target: string;
}

/** The value of a `Link` header; undefined when there is nothing to link to. */
export function linkHeader(links: readonly WebLink[]): string | undefined {
  if (links.length === 0) return undefined;
  return links.map(({ rel, target }) => `<${target}>; rel="${rel}"`).join(', ');
}

/** The path of something with an id: the id is one segment, whatever characters it has. */
export function pathTo(collection: string, id: string, ...rest: readonly string[]): string {
  if (rest.length === 0 && /^[\w.~-]+$/.test(id)) return `${collection}/${id}`;
  return [collection, encodeURIComponent(id), ...rest].join('/');
}

/** A relative address: the path with these parameters set over those given, undefined ones left out. */
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
