/** Lists the tools of the registry for a call whose headers it refused: the client has not listed them, or they have changed. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { ToolHeaders } from './tool-headers.js';

/** Dependencies of `listUntilFound`. */
export interface ListPorts {
  tools: ToolHeaders;
  post(message: JsonObject): Promise<Response>;
}

/** Maximum number of pages that are read for one call. */
const maxPages = 200;

/** Members of `_meta` that belong to every request; others, such as the progress token, belong to the call. */
const sharedMembers = ['protocolVersion', 'clientInfo', 'clientCapabilities'].map(
  (name) => `io.modelcontextprotocol/${name}`,
);

/** Reads the list page by page until it names the tool of this call; false when it does not. */
export async function listUntilFound({ params }: JsonObject, { tools, post }: ListPorts): Promise<boolean> {
  const { name = null, _meta } = isJsonObject(params) ? params : {};
  const given = isJsonObject(_meta) ? _meta : {};
  const meta = Object.fromEntries(Object.entries(given).filter(([member]) => sharedMembers.includes(member)));
  let cursor: JsonValue | undefined;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const list = { ...(cursor === undefined ? {} : { cursor }), _meta: meta };
    const answer = await post({ jsonrpc: '2.0', id: 'dragoman-list', method: 'tools/list', params: list });
    const result = await resultOf(answer);
    if (tools.learn(result, name)) return true;
    if (typeof result?.nextCursor !== 'string' || result.nextCursor === cursor) return false;
    cursor = result.nextCursor;
  }
  return false;
}

async function resultOf(answer: Response): Promise<JsonObject | undefined> {
  try {
    const { result } = (await answer.json()) as JsonObject;
    return isJsonObject(result) ? result : undefined;
  } catch {
    return undefined;
  }
}
