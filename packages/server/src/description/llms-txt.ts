/** Writes /llms.txt from the OpenAPI document of this server, as short as possible. */
import { writeApiText } from '@dragoman/core/descriptions';
import type { JsonObject } from '@dragoman/model';
import { tags } from './tags.js';
import { tasks } from './tasks.js';

const credential =
  'Send a credential as `Authorization: Bearer <key or token>`; without one you see only public entries.';

/** Returns the text of /llms.txt for the whole API: its parts first, so that nobody has to read all of it. */
export function writeLlmsTxt(api: JsonObject): string {
  return writeApiText(api, [
    credential,
    'Read only the part of the description (OpenAPI 3.1) that your task needs. By task:',
    ...tasks.map(({ name, description }) => `- [${name}](/openapi.json?task=${name}): ${description}`),
    `By tag: ${tags.map(({ name }) => `[${name}](/openapi.json?tags=${name})`).join(', ')}.`,
    'The same parameters select a part of this text. The whole description is at [/openapi.json](/openapi.json).',
  ]);
}

/** Returns the text for a part of the API; `address` is that of its description. */
export function writePartText(api: JsonObject, address: string): string {
  return writeApiText(api, [
    credential,
    `The exact schemas of these operations are at [${address}](${address}) (OpenAPI 3.1); [/llms.txt](/llms.txt) lists all parts.`,
  ]);
}
