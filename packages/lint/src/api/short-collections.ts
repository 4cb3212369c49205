/** Lists that stay short: reference data of a provider, the parts of one resource, and what a caller names itself. */
import type { Api, ApiOperation } from './api.js';
import { itemsOf } from './operation-facts.js';
import { typesOf } from './schema-facts.js';

const reference =
  /(?:languages?|countries|currencies|categories|types?|kinds|schemas?|time-?zones?|statuses|states|formats|units|genres|roles|scopes|permissions|regions|locales|plans|features|options|keys|credentials|web-?hooks|hooks|tokens|dimensions|metrics|certificates|integrations|environments)$/i;

/** True for the last segment of a path to reference data. */
export function isReference(segment: string): boolean {
  return reference.test(segment);
}

/** True for a list that needs no pages. */
export function isShortList(api: Api, operation: ApiOperation): boolean {
  const segments = operation.path.split('/').filter(Boolean);
  const last = segments.at(-1) ?? '';
  const isPart = segments.slice(0, -1).some((segment) => segment.includes('{'));
  // `/orders/{ids}` returns what the caller named.
  if (isReference(last) || /\d/.test(last) || isPart || /s\}$/i.test(last)) return true;
  const items = itemsOf(api, operation);
  return items !== undefined && typesOf(items.schema).some((type) => type !== 'object' && type !== 'array');
}
