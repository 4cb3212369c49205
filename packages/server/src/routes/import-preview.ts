/** What an import would store, so that a person can choose before anything is stored. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { bindingOrigin } from '@dragoman/core/http';
import type { Entry, JsonObject, Operation } from '@dragoman/model';
import { estimateTokens, firstSentence, toPlainText } from '@dragoman/model';

/** Maximum number of operations that the previews of one call list; all are counted. */
export const maxPreviewed = 10_000;
const maxSummaryLength = 200;
const maxReadLength = 4000;
const maxTags = 5;
const maxServers = 10;
/** Operations that are measured at once. */
const perTurn = 50;

/** Writes the preview; `operations` is the number of operations of this entry and of those before it. */
export async function previewEntry(entry: Entry, operations: number): Promise<JsonObject> {
  const { id, name, description, origin, visibility } = entry;
  const room = Math.max(0, maxPreviewed - operations + entry.operations.length);
  const listed: JsonObject[] = [];
  let tokens = 0;
  for (const [at, operation] of entry.operations.entries()) {
    if (at % perTurn === perTurn - 1) await nextTurn();
    const own = tokensOf(operation);
    tokens += own;
    if (listed.length < room) listed.push({ ...writeOperation(operation), tokens: own });
  }
  return {
    protocol: origin.protocol,
    id,
    name,
    description: shortText(description),
    visibility,
    servers: serversOf(entry),
    credential: credentialOf(entry),
    tokens,
    operations: listed,
  };
}

/** Only the beginning is read: a description may have megabytes. */
function shortText(text: string): string {
  const read = text.slice(0, maxReadLength);
  return firstSentence(toPlainText(read) || read, maxSummaryLength);
}

/** As a tool: name, texts and input. */
function tokensOf({ name, summary, description, input }: Operation): number {
  return estimateTokens({ name, description: description ?? summary ?? '', inputSchema: input });
}

function writeOperation({ name, summary, description, tags, impact, derived, lifecycle }: Operation): JsonObject {
  return {
    name,
    summary: shortText(summary ?? description ?? ''),
    tags: tags.slice(0, maxTags),
    ...(impact === undefined ? {} : { impact }),
    derived: [...derived],
    ...(lifecycle?.deprecated === true ? { deprecated: true } : {}),
  };
}

/** Where calls would go. */
function serversOf({ operations, endpoint }: Entry): string[] {
  const origins = new Set(operations.flatMap(({ binding }) => bindingOrigin(binding) ?? []));
  if (origins.size === 0 && endpoint !== undefined) origins.add(endpoint);
  return [...origins].slice(0, maxServers);
}

function credentialOf({ authentication }: Entry): JsonObject {
  const { type = 'none', instructions, scopes } = authentication ?? {};
  return {
    type,
    ...(instructions === undefined ? {} : { instructions }),
    ...(scopes === undefined ? {} : { scopes }),
  };
}
