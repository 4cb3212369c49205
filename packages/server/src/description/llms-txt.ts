/** Makes /llms.txt from the OpenAPI document of this server: the same facts, in the fewest words that an agent can act on. */
import { writeApiText } from '@dragoman/core/descriptions';
import type { JsonObject } from '@dragoman/model';

/** The text of /llms.txt for an OpenAPI document. */
export function writeLlmsTxt(api: JsonObject): string {
  return writeApiText(api, [
    'Send a credential as `Authorization: Bearer <key or token>`; without one you see what is public.',
    'The full description is at [/openapi.json](/openapi.json) (OpenAPI 3.1).',
  ]);
}
