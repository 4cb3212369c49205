/** Writes an entry as AIDIP metadata in the newer form (aidip.md GAP-38), in full or as a summary. */
import type {
  Authentication,
  Entry,
  JsonObject,
  JsonValue,
  Operation,
  OperationExample,
  ServiceContent,
  Webhook,
} from '@dragoman/model';
import type { EntrySummary } from '../../catalogue/index-port.js';
import { wireName } from '../../gateway/choose-operation.js';
import { plainUnlessHostile, titleOf } from '../../gateway/model-text.js';
import { isPath } from './read-endpoint.js';

/** Options for writing an entry. */
export interface WriteOptions {
  /** `owner` (also for administrators) shows who may see the agent; `other` never does. */
  view: 'owner' | 'other';
  /** `full` metadata, a `summary` for lists, or a `hit`: a summary with its score. */
  form: 'full' | 'summary' | 'hit';
  /** 0 to 1, written when given. */
  score?: number;
  /** Members that the reader needs; operations are written only if one of these needs them. */
  fields?: readonly string[] | undefined;
}

/** Writes any entry; members that AIDIP does not define are unchanged. */
export function writeAidip({ entry }: { entry: Entry }, options: WriteOptions): JsonObject {
  const document = options.form === 'full' ? writeFull(entry, options) : writeSummary(entry);
  return { ...document, ...(options.score === undefined ? {} : { score: options.score }) };
}

/** Writes the fields needed to choose an agent (-01 §4.3.1). */
export function writeSummary(entry: EntrySummary): JsonObject {
  const { id, name, description, capabilities } = entry;
  return { id, name, description, endpoint: endpointOf(entry), capabilities };
}

/** An agent without its own URL is called through the gateway (-01 §3.1). */
export function endpointOf(entry: Pick<Entry, 'id' | 'endpoint'>): string {
  return entry.endpoint ?? `/agents/${encodeURIComponent(entry.id)}/invoke`;
}

/** Members that are written from the operations. */
const operationMembers = ['operations', 'inputs', 'outputs', 'batch'];

/** True when a reader of these members needs the operations. */
export function needsOperations(fields: WriteOptions['fields']): boolean {
  return fields === undefined || operationMembers.some((name) => fields.includes(name));
}

function writeFull(entry: Entry, { view, fields }: WriteOptions): JsonObject {
  const withOperations = needsOperations(fields);
  return defined({
    id: entry.id,
    name: entry.name,
    description: entry.description,
    version: entry.version,
    publisher: entry.publisher,
    capabilities: entry.capabilities,
    tags: entry.tags,
    endpoint: endpointOf(entry),
    supported_languages: entry.languages.length === 0 ? undefined : entry.languages,
    authentication: entry.authentication && writeAuthentication(entry.authentication),
    status: isDerived(entry, '/status') && entry.status === 'active' ? undefined : entry.status,
    ...entry.trust.claimed,
    ...(view === 'owner' ? writeAccess(entry) : {}),
    // Last, because it also contains known members in a form that the model does not represent.
    ...(entry.origin.protocol === 'aidip' ? entry.extra : {}),
    ...(withOperations ? writeOperations(entry) : {}),
    ...(entry.content === undefined ? {} : writeContent(entry.content, fields)),
    ...(entry.webhooks === undefined || fields?.includes('webhooks') === false
      ? {}
      : { webhooks: entry.webhooks.map(writeWebhook) }),
  });
}

/** What the service offers besides operations; agents_prompt_get and agents_resource_read use it. */
function writeContent(content: ServiceContent, fields: WriteOptions['fields']): JsonObject {
  const members: { [name: string]: readonly object[] } = {
    prompts: content.prompts,
    resources: content.resources,
    resource_templates: content.templates.map(({ uriTemplate, ...rest }) => ({ uri_template: uriTemplate, ...rest })),
  };
  const shown = Object.entries(members).filter(
    ([name, items]) => items.length > 0 && (fields === undefined || fields.includes(name)),
  );
  return Object.fromEntries(shown.map(([name, items]) => [name, items.map(writeItem)]));
}

/** A message that the service sends; webhook_subscriptions_create subscribes to it. */
export function writeWebhook({ mediaType, registeredBy, ...rest }: Webhook): JsonObject {
  return {
    ...rest,
    ...(mediaType === undefined ? {} : { media_type: mediaType }),
    ...(registeredBy === undefined ? {} : { registered_by: { ...registeredBy } }),
  };
}

/** Texts are the provider's; members of its own protocol are left out. */
function writeItem(item: object): JsonObject {
  const { extra: _, mimeType, ...rest } = item as { extra?: JsonObject; mimeType?: string };
  return { ...rest, ...(mimeType === undefined ? {} : { media_type: mimeType }) };
}

/** The URL of an agent that is called through the gateway; visible to its owner. */
function upstreamOf({ endpoint, operations }: Entry): JsonObject {
  if (endpoint === undefined || !isPath(endpoint)) return {};
  for (const { binding } of operations) {
    if (binding.kind === 'aidip' && binding.ownEndpoint !== true && !isPath(binding.endpoint)) {
      return { upstream: binding.endpoint };
    }
  }
  return {};
}

function isDerived(entry: Entry, pointer: string): boolean {
  return entry.derived.includes(pointer);
}

function writeAccess(entry: Entry): JsonObject {
  return {
    ...upstreamOf(entry),
    ...(isDerived(entry, '/visibility') && entry.visibility === 'public' ? {} : { visibility: entry.visibility }),
    ...(isDerived(entry, '/grants') && entry.grants.length === 0 ? {} : { grants: entry.grants }),
  };
}

function writeAuthentication({ type, instructions, scopes, extra }: Authentication): JsonObject {
  return defined({ type, instructions, scopes, ...extra });
}

/** A document in the top-level style is served in it; all others have a list. */
function writeOperations(entry: Entry): JsonObject {
  const [only] = entry.operations;
  if (entry.operations.length === 1 && only !== undefined && isImplied(only)) {
    return defined({ inputs: only.input, outputs: only.output, batch: only.safety?.batch });
  }
  return { operations: entry.operations.map(writeOperation) };
}

function isImplied({ binding }: Operation): boolean {
  return binding.kind === 'aidip' && binding.operation === undefined;
}

function writeOperation(operation: Operation): JsonObject {
  const { binding, examples } = operation;
  const own = binding.kind === 'aidip' ? binding : undefined;
  return defined({
    name: own?.operation ?? operation.name,
    original_name: own === undefined ? originalName(operation) : undefined,
    summary: own === undefined ? titleOf(operation) : undefined,
    description: describe(operation),
    inputs: operation.input,
    outputs: operation.output,
    examples: examples.length === 0 ? undefined : examples.map(writeExample),
    success_statuses: binding.kind === 'http' ? binding.successStatuses : undefined,
    endpoint: own?.ownEndpoint === true ? own.endpoint : undefined,
    batch: operation.safety?.batch,
    ...(own === undefined ? {} : operation.extra),
  });
}

/** Texts of AIDIP agents stay as their authors wrote them. */
function describe({ binding, description, summary, name }: Operation): string {
  const text = description ?? summary ?? name;
  return binding.kind === 'aidip' ? text : plainUnlessHostile(text);
}

/** The operation's name in its own protocol, if callers know it by that name too. */
function originalName(operation: Operation): string | undefined {
  const original = operation.binding.kind === 'nact' ? undefined : wireName(operation);
  return original === operation.name ? undefined : original;
}

function writeExample({ input, output, extra }: OperationExample): JsonObject {
  return defined({ input, output, ...extra });
}

function defined(members: { [name: string]: JsonValue | undefined }): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter((pair): pair is [string, JsonValue] => pair[1] !== undefined),
  );
}
