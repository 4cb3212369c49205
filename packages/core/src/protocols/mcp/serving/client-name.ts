/** What an MCP client calls itself: in each request of the stateless revision, at initialization before that. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { memberOf, metaKeys, metaOf } from '../wire.js';
import type { McpExchange } from './exchange.js';

/** Maximum characters of a name and of a version. */
const maxLength = 60;

/** Name and version of `clientInfo`; undefined when it has no name. */
export function nameOfClient(info: JsonValue | undefined): string | undefined {
  if (!isJsonObject(info)) return undefined;
  const [name, version] = [textOf(info, 'name'), textOf(info, 'version')];
  return name === '' ? undefined : `${name} ${version}`.trim();
}

function textOf(info: JsonObject, member: string): string {
  const value = memberOf(info, member);
  return typeof value === 'string' ? value.slice(0, maxLength).trim() : '';
}

/** The name of the client that sent the request; its user agent where it gave no name. */
export function clientOf({ message, context, ports, session }: McpExchange): string | undefined {
  const known = session === undefined ? undefined : ports.sessions.clientOf(session);
  const agent = context.request.headers.get('user-agent')?.slice(0, maxLength).trim();
  return nameOfClient(memberOf(metaOf(message.params), metaKeys.client)) ?? known ?? agent;
}
