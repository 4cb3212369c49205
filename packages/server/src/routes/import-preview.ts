/** What an import would store, so that a person can choose before anything is stored. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { bindingOrigin, isSameValue, listChanges } from '@dragoman/core/http';
import type { Entry, JsonObject, JsonValue, Operation } from '@dragoman/model';
import { estimateTokens, firstSentence, toPlainText } from '@dragoman/model';

/** Maximum number of operations that the previews of one call list; all are counted. */
export const maxPreviewed = 10_000;
const maxSummaryLength = 200;
const maxReadLength = 4000;
const maxTags = 5;
const maxServers = 10;
/** Operations that one change names. */
const maxNamed = 10;
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

/** What would change, one sentence each; of operations the first ones are named. */
export async function listEntryChanges({ before, after }: { before?: Entry; after: Entry }): Promise<string[]> {
  if (before === undefined) return [`Creates ${after.id} with ${countOf(after.operations.length)}.`];
  const was = new Map(before.operations.map((operation) => [operation.name, operation]));
  const [added, changed]: [string[], string[]] = [[], []];
  for (const [at, operation] of after.operations.entries()) {
    if (at % perTurn === perTurn - 1) await nextTurn();
    const old = was.get(operation.name);
    was.delete(operation.name);
    if (old === undefined) added.push(operation.name);
    else if (!isSameValue(toJson(old), toJson(operation))) changed.push(operation.name);
  }
  return [
    ...listChanges(ownMembers(before), ownMembers(after)),
    ...nameOperations('Adds', added),
    ...nameOperations('Removes', [...was.keys()]),
    ...nameOperations('Changes', changed),
  ];
}

function nameOperations(verb: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length > maxNamed ? `, … and ${names.length - maxNamed} more` : '';
  return [`${verb} ${countOf(names.length)}: ${names.slice(0, maxNamed).join(', ')}${more}.`];
}

const countOf = (operations: number) => `${operations} ${operations === 1 ? 'operation' : 'operations'}`;

/** Members of the service itself that a description sets. */
function ownMembers({ name, description, visibility, tags, status, version, authentication }: Entry): JsonObject {
  return toJson({ name, description, visibility, tags, status, version, authentication }) as JsonObject;
}

/** Entries consist of JSON; absent members are omitted. */
function toJson(value: object): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
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
