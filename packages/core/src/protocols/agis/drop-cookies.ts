/** Cookies are handled by HTTP clients, so endpoints do not have them as inputs (agis.md OAS-04). */

import { without } from '@dragoman/agis';
import type { JsonSchema, Operation } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** The input without optional cookies, and their names; required cookies are kept. */
export function dropCookies({ input, binding }: Operation): { input: JsonSchema; dropped: string[] } {
  if (binding.kind !== 'http' || !isJsonObject(input) || !isJsonObject(input.properties)) return { input, dropped: [] };
  const { properties, required } = input;
  const needed = Array.isArray(required) ? required : [];
  const dropped = Object.entries(binding.parameters).flatMap(([name, { in: where }]) =>
    where === 'cookie' && !needed.includes(name) && Object.hasOwn(properties, name) ? [name] : [],
  );
  if (dropped.length === 0) return { input, dropped };
  return { input: { ...input, properties: without(properties, ...dropped) }, dropped };
}
