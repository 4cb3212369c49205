/**
 * Converts an entry to a description that lint rules can read: the service's own interface, without the repairs of the
 * gateway. An entry does not store everything from its description; the affected rules cannot be evaluated.
 */
import { upstreamEntry } from '@dragoman/core/engine';
import { writeOpenApi } from '@dragoman/core/faces';
import type { Entry, JsonObject, Operation } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** A description generated from an entry. */
export interface DescribedUpstream {
  document: JsonObject;
  /** The operation for each id in the document. */
  operations: ReadonlyMap<string, Operation>;
  /** Rules whose evidence the entry does not store. */
  unseen: readonly string[];
}

/** Rules about error bodies, response headers, further statuses, callbacks and examples, which an entry does not store. */
const beyondEntries: readonly string[] = Object.freeze([
  'accepted-without-status-link',
  'callback-id-missing',
  'callback-unauthenticated',
  'conditional-read-missing',
  'correlation-undocumented',
  'deprecation-headers-missing',
  'error-code-missing',
  'error-codes-unlisted',
  'error-response-missing',
  'error-retryable-missing',
  'error-shape-mixed',
  'error-unstructured',
  'example-invalid',
  'example-missing',
  'example-placeholder',
  'field-errors-missing',
  'field-errors-unnamed',
  'idempotency-conflict-undocumented',
  'long-running-blocking',
  'operation-cancel-missing',
  'operation-result-link-missing',
  'operation-state-unclear',
  'poll-interval-missing',
  'problem-json-not-used',
  'quota-signal-missing',
  'rate-limit-undocumented',
  'retry-after-missing',
  'validation-error-retryable',
]);

/** Describes an entry: as OpenAPI when it has plain HTTP operations, else as a tool list. */
export function describeUpstream(entry: Entry): DescribedUpstream {
  const own = upstreamEntry(entry);
  const isHttp = entry.operations.some(({ binding }) => binding.kind === 'http');
  return isHttp ? describeHttp(entry, own) : describeTools(entry, own);
}

function describeHttp(entry: Entry, own: Entry): DescribedUpstream {
  const document = writeOpenApi(own, { face: 'own' }).value;
  const operations = new Map(entry.operations.map((operation) => [operationId(operation), operation]));
  return { document: withMetadata(document, operations), operations, unseen: beyondEntries };
}

function operationId({ name, binding }: Operation): string {
  return binding.kind === 'http' ? (binding.operationId ?? name) : name;
}

/** Writes entry data that OpenAPI cannot express to `x-agent`, where the rules read it. */
function withMetadata(document: JsonObject, operations: ReadonlyMap<string, Operation>): JsonObject {
  const paths = Object.entries(isJsonObject(document.paths) ? document.paths : {}).map(([path, item]) => [
    path,
    mapObject(isJsonObject(item) ? item : {}, (written) => {
      const known = operations.get(String(written.operationId));
      if (known === undefined) return written;
      const said = isJsonObject(written['x-agent']) ? written['x-agent'] : {};
      return { ...written, 'x-agent': { ...metadataOf(known), ...said } };
    }),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

function mapObject(object: JsonObject, map: (value: JsonObject) => JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, isJsonObject(value) ? map(value) : (value ?? null)]),
  );
}

function metadataOf({ impact, safety, lifecycle }: Operation): JsonObject {
  return {
    ...(impact === 'informational' ? { read_only: true } : {}),
    ...(impact === 'irreversible' ? { risk: { irreversible: true } } : {}),
    ...(safety?.idempotencyKey === true ? { idempotency: true } : {}),
    ...(safety?.dryRun === true ? { dry_run: true } : {}),
    ...(lifecycle?.replacement === undefined ? {} : { replaced_by: lifecycle.replacement }),
  };
}

function describeTools(entry: Entry, own: Entry): DescribedUpstream {
  const tools = own.operations.map(({ name, summary, description, input, output, impact, lifecycle }) => ({
    name,
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(input === true ? {} : { inputs: input }),
    ...(output === true ? {} : { outputs: output }),
    ...(lifecycle?.deprecated === true ? { deprecated: true } : {}),
    annotations: { readOnlyHint: impact === 'informational' },
  }));
  const operations = new Map(entry.operations.map((operation) => [operation.name, operation]));
  return { document: { operations: tools }, operations, unseen: [] };
}
