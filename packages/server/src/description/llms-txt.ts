/** Writes /llms.txt from the OpenAPI document of this server, as short as possible. */
import { writeApiText } from '@dragoman/core/descriptions';
import type { JsonObject } from '@dragoman/model';

/** Returns the text of /llms.txt for an OpenAPI document. */
export function writeLlmsTxt(api: JsonObject): string {
  return writeApiText(api, [
    'Send a credential as `Authorization: Bearer <key or token>`; without one you see only public entries.',
    'The full description is at [/openapi.json](/openapi.json) (OpenAPI 3.1).',
  ]);
}
