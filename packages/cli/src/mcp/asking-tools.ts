/** Asks an MCP endpoint which of its tools require a confirmation by this caller. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { CommandContext } from '../command/command.js';
import type { Confirmations } from '../output/confirmation-notes.js';
import { credentialHeaders } from '../registry/connect.js';

/** Maximum number of pages that are read, and milliseconds for each. */
const maxPages = 20;
const timeoutMs = 5000;

/** Why the tools are not known; `missing` when the registry says that nothing is at the endpoint. */
export interface UnknownTools {
  reason: string;
  missing: boolean;
}

/** The tools by who confirms them, or why they are not known. The registry does not count this as a connection. */
export async function askingTools(context: CommandContext, endpoint: string): Promise<Confirmations | UnknownTools> {
  const names = { agent: [] as string[], person: [] as string[], deny: [] as string[] };
  let cursor: string | undefined;
  try {
    for (let page = 0; page < maxPages; page += 1) {
      const result = await readPage(context, endpoint, cursor);
      for (const tool of Array.isArray(result.tools) ? result.tools : []) {
        const by = isJsonObject(tool) && isJsonObject(tool._meta) ? tool._meta['dragoman/confirm_by'] : undefined;
        if (by === 'agent' || by === 'person' || by === 'deny') names[by].push(nameOf(tool));
      }
      cursor = typeof result.nextCursor === 'string' ? result.nextCursor : undefined;
      if (cursor === undefined) break;
    }
  } catch (error) {
    return error instanceof RefusedList
      ? { reason: error.message, missing: error.missing }
      : { reason: 'The registry did not respond.', missing: false };
  }
  return (['agent', 'person', 'deny'] as const)
    .filter((by) => names[by].length > 0)
    .map((by) => ({ by, operations: names[by].length, names: names[by] }));
}

function nameOf(tool: JsonValue): string {
  return isJsonObject(tool) && typeof tool.name === 'string' ? tool.name : '';
}

async function readPage(context: CommandContext, endpoint: string, cursor: string | undefined): Promise<JsonObject> {
  const { runtime } = context;
  const params = { ...(cursor === undefined ? {} : { cursor }), _meta: { 'dragoman/inspection': true } };
  const response = await runtime.fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...credentialHeaders(context),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params }),
    signal: AbortSignal.any([runtime.signal, AbortSignal.timeout(timeoutMs)]),
  });
  const answer = (await response.json()) as JsonValue;
  const result = isJsonObject(answer) ? answer.result : undefined;
  if (result === undefined || !isJsonObject(result))
    throw new RefusedList(reasonOf(answer, response.status), response.status === 404);
  return result;
}

/** The registry answered, but not with a list. */
class RefusedList extends Error {
  readonly missing: boolean;

  constructor(message: string, missing: boolean) {
    super(message);
    this.name = 'RefusedList';
    this.missing = missing;
  }
}

function reasonOf(answer: JsonValue, status: number): string {
  const error = isJsonObject(answer) ? answer.error : undefined;
  const message = isJsonObject(error) ? error.message : undefined;
  return typeof message === 'string' ? message.slice(0, 300) : `The registry responded with status ${status}.`;
}
