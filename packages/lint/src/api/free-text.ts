/** Inputs for which every text is valid: a search with it finds something or nothing. */
import type { ApiOperation, Parameter } from './api.js';
import { tokensOf } from './words.js';

const searched = new Set('q query search term terms text keyword keywords phrase word pattern'.split(' '));

/** True for a text without a format, a pattern or listed values, under a name such as `searchTerm`, or `name` for a list. */
export function isFreeText({ kinds }: ApiOperation, { name, schema, in: place }: Parameter): boolean {
  if (place !== 'path' && place !== 'query') return false;
  const { type, format, pattern, enum: values } = schema?.schema ?? {};
  if (type !== undefined && type !== 'string') return false;
  if ([format, pattern, values].some((each) => each !== undefined)) return false;
  const last = tokensOf(name).at(-1) ?? '';
  return searched.has(last) || (kinds.list && /^(?:name|title)$/.test(last));
}
