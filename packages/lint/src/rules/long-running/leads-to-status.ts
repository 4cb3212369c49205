/** Whether an acknowledgment of a long-running operation links its status; shared by two rules. */
import type { Api, ResponseView } from '../../api/api.js';
import { plainName } from '../../api/words.js';

/** True when an acknowledgment says where to read its outcome. */
export function leadsToStatus(api: Api, { headers, schema, value, content, description }: ResponseView): boolean {
  if (
    value.links !== undefined ||
    headers.some((name) => /^(?:content-)?location$|^link$|operation|^retry-after$/.test(name))
  )
    return true;
  if (/\b(?:location|poll|inspect|webhook|callback|notification|retry|try again)\b/i.test(description ?? ''))
    return true;
  // A response without JSON, or without listed fields, cannot be evaluated.
  if (schema === undefined || (api.leaves(schema) === 0 && hasExample(content))) return content.length > 0;
  return api
    .walk(schema)
    .some(
      ({ name = '' }) =>
        /id$|url$|uri$|href$|link|location|token|^name$|^self|key$/i.test(name) &&
        (!/^(?:request|trace|correlation)_?id$/i.test(name) || api.once(listReadIds).has(plainName(name))),
    );
}

/** `requestId` of `GET /status/{requestId}`: what a read takes from its path. */
function listReadIds({ exposed }: Api): ReadonlySet<string> {
  const paths = exposed.flatMap(({ method, path }) => (method === 'get' ? [path] : []));
  return new Set(paths.flatMap((path) => [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => plainName(name))));
}

function hasExample(content: ResponseView['content']): boolean {
  return content.some(({ value }) => value.example !== undefined || value.examples !== undefined);
}
