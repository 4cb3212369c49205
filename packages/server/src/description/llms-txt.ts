/** Makes /llms.txt from the OpenAPI document: the same facts, in the fewest words that an agent can act on. */
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** The text of /llms.txt for an OpenAPI document. */
export function writeLlmsTxt(api: JsonObject): string {
  const info = objectAt(api, 'info');
  const lines = [`# ${info.title}`, '', `> ${info.summary}`, '', String(info.description), ''];
  lines.push(
    'Send a credential as `Authorization: Bearer <key or token>`; without one you see what is public.',
    'The full description is at [/openapi.json](/openapi.json) (OpenAPI 3.1).',
    '',
  );
  for (const tag of Array.isArray(api.tags) ? api.tags : []) {
    if (!isJsonObject(tag)) continue;
    const routes = routesOf(api, String(tag.name));
    if (routes.length === 0) continue;
    lines.push(`## ${capitalise(String(tag.name))}`, '', String(tag.description), '', ...routes, '');
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

function routesOf(api: JsonObject, tag: string): string[] {
  const lines: string[] = [];
  for (const [path, item] of Object.entries(objectAt(api, 'paths'))) {
    for (const [method, operation] of Object.entries(isJsonObject(item) ? item : {})) {
      if (!isJsonObject(operation) || !Array.isArray(operation.tags) || !operation.tags.includes(tag)) continue;
      lines.push(`- [${operation.operationId}](${path}): \`${method.toUpperCase()} ${path}\` ${operation.summary}`);
    }
  }
  return lines;
}

function objectAt(value: JsonObject, member: string): JsonObject {
  const found = value[member];
  return isJsonObject(found) ? found : {};
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
