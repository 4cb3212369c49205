/**
 * Writes an entry as OpenAPI 3.1: as callable through the gateway, or in the service's own interface. Facts that the
 * format cannot express are reported as findings.
 */
import type { Checked, Diagnostic, JsonObject, JsonValue, Operation } from '@dragoman/model';
import { diagnose, isJsonObject } from '@dragoman/model';
import type { ReleasedTexts } from '../../gateway/contains-instructions.js';
import { containsInstructions } from '../../gateway/contains-instructions.js';
import { releasedIn } from '../../gateway/held-texts.js';
import { createSchemaRegistry } from './hoist-schemas.js';
import { createSchemaView, showText } from './show-schema.js';
import { member, methods, type WritableEntry } from './wire.js';
import { writeDiagnostics } from './write-diagnostics.js';
import {
  gatewayComponents,
  gatewayLosses,
  gatewayPath,
  gatewayTags,
  problemSchema,
  writeGatewayItem,
} from './write-gateway.js';
import { lostFields, lostOfEntry, lostOfOperation } from './write-losses.js';
import type { WrittenOperation } from './write-own.js';
import { writeOwnOperation } from './write-own.js';
import { writeWebhooks } from './write-webhooks.js';

/** Which interface is written. */
export type WriteOpenApiOptions =
  | { face: 'own' }
  | {
      face: 'gateway';
      /** Gateway URL, without a trailing slash. */
      origin: string;
    };

/** Writes the document; it always has a value. */
export function writeOpenApi(entry: WritableEntry, options: WriteOpenApiOptions): Required<Checked<JsonObject>> {
  return options.face === 'gateway' ? writeGateway(entry, options.origin) : writeOwn(entry);
}

function writeGateway(entry: WritableEntry, origin: string): Required<Checked<JsonObject>> {
  const registry = createSchemaRegistry();
  const released = releasedIn(entry);
  const writing = { registry, show: createSchemaView(released), released };
  const paths = Object.fromEntries(
    entry.operations.map((operation) => [gatewayPath(entry, operation), writeGatewayItem(operation, writing)]),
  );
  const value: JsonObject = {
    openapi: '3.1.0',
    info: writeInfo(shown(entry, released), `${origin}/agents/${encodeURIComponent(entry.id)}`),
    servers: [{ url: origin, description: 'The gateway.' }],
    ...(entry.heldTexts === undefined ? {} : { 'x-held-texts': heldTexts(entry, origin) }),
    ...writeTags(
      entry.operations.flatMap((operation) => gatewayTags(operation, released)),
      entry,
      (text) => showText(text, released),
    ),
    paths,
    ...writeWebhooks(entry, { registry, schema: writing.show, text: (text) => showText(text, released) }),
    security: [{ key: [] }],
    components: { ...gatewayComponents, schemas: { ...registry.components(), DragomanProblem: problemSchema } },
  };
  const diagnostics = entry.operations.flatMap((operation, at) =>
    lostFields(operation.name, gatewayLosses(operation), `/operations/${at}`),
  );
  return { value, diagnostics };
}

/** How many texts are not shown, and where they are. */
function heldTexts({ id, heldTexts: count = 0 }: WritableEntry, origin: string): JsonObject {
  return {
    count,
    reason: 'They look like instructions to a model; an administrator can release them.',
    url: `${origin}/agents/${encodeURIComponent(id)}/held-texts`,
  };
}

/** The entry with texts that a model may read; texts that contain instructions are omitted. */
function shown(entry: WritableEntry, released: ReleasedTexts): WritableEntry {
  const { publisher, ...rest } = entry;
  const provider = publisher === undefined ? undefined : showText(publisher, released);
  const info = member(entry.extra, 'info');
  return {
    ...rest,
    name: showText(entry.name, released) ?? entry.slug,
    description: showText(entry.description, released) ?? entry.slug,
    ...(provider === undefined ? {} : { publisher: provider }),
    ...(info !== undefined && containsInstructions(info, released) ? { extra: {} } : {}),
  };
}

/** Only OpenAPI 3.2 describes a query string as one value, the method QUERY and methods of other specifications. */
function needsLatest({ binding }: Operation): boolean {
  if (binding.kind !== 'http') return false;
  const isNew = binding.method.toLowerCase() === 'query' || !isPathMember(binding.method);
  return (
    isNew ||
    Object.values(binding.parameters).some(({ in: place, style }) => place === 'querystring' || style === 'cookie')
  );
}

/** True for a method that a path item has a member for. */
function isPathMember(method: string): boolean {
  return methods.some((each) => each === method.toLowerCase());
}

function writeOwn(entry: WritableEntry): Required<Checked<JsonObject>> {
  const registry = createSchemaRegistry();
  const schemes = new Map<string, JsonObject>();
  const diagnostics: Diagnostic[] = [];
  const { endpoint } = entry;
  const server = endpoint !== undefined && /^https?:/.test(endpoint) ? endpoint.replace(/\/+$/, '') : undefined;
  const paths = new Map<string, JsonObject>();
  const named = member(entry.extra, 'agis_namespace');
  const namespace = typeof named === 'string' && /^[\x21-\x7e]{1,200}$/.test(named) ? named : undefined;
  for (const [at, operation] of entry.operations.entries()) {
    const pointer = `/operations/${at}`;
    if (operation.binding.kind === 'workflow') {
      diagnostics.push(diagnose(writeDiagnostics, 'openapi-write/workflow', { pointer }, { name: operation.name }));
      continue;
    }
    diagnostics.push(...lostFields(operation.name, lostOfOperation(operation), pointer));
    put(paths, writeOwnOperation(operation, { registry, server, schemes, namespace }), operation);
  }
  const webhooks = writeWebhooks(entry, { registry, schema: (schema) => schema, text: (text) => text });
  const schemas = registry.components();
  const components: JsonObject = {
    ...(Object.keys(schemas).length === 0 ? {} : { schemas }),
    ...(schemes.size === 0 ? {} : { securitySchemes: Object.fromEntries(schemes) }),
  };
  const value: JsonObject = {
    openapi: entry.operations.some(needsLatest) ? '3.2.0' : '3.1.0',
    info: writeInfo(entry, undefined),
    ...(server === undefined ? {} : { servers: [{ url: server }] }),
    ...writeTags(
      entry.operations.flatMap(({ tags }) => tags),
      entry,
    ),
    ...ownMembers(entry),
    paths: Object.fromEntries(paths),
    ...webhooks,
    ...(Object.keys(components).length === 0 ? {} : { components }),
  };
  const lost = lostFields(entry.name, lostOfEntry(entry, schemas), '');
  return { value, diagnostics: [...diagnostics, ...lost] };
}

/** Members that the provider wrote next to its operations. */
function ownMembers({ extra }: WritableEntry): JsonObject {
  return Object.fromEntries(Object.entries(extra).filter(([name]) => name === 'externalDocs' || name.startsWith('x-')));
}

/**
 * Two operations at the same path are distinguished by appending the name of the second to its path; for AGIS, where the
 * header decides, by a fragment, which is not sent.
 */
function put(paths: Map<string, JsonObject>, written: WrittenOperation, { name, binding }: Operation): void {
  const group = isPathMember(written.method) ? undefined : 'additionalOperations';
  const place = group === undefined ? written.method.toLowerCase() : written.method;
  const operationsAt = (path: string) => {
    const item = paths.get(path) ?? {};
    return group === undefined ? item : objectOf(item, group);
  };
  const isTaken = Object.hasOwn(operationsAt(written.path), place);
  const more = binding.kind === 'agis' ? `#${name}` : `/${name.replaceAll('_', '-')}`;
  const path = isTaken ? `${written.path.replace(/\/$/, '')}${more}` : written.path;
  const servers = written.server === undefined ? {} : { servers: [{ url: written.server }] };
  const operations = { ...operationsAt(path), [place]: { ...written.operation, ...servers } };
  paths.set(path, group === undefined ? operations : { ...paths.get(path), [group]: operations });
}

/** The provider's information; an unstated license is written as unstated. */
function writeInfo(
  { name, version, description, publisher, extra }: WritableEntry,
  address: string | undefined,
): JsonObject {
  const said = member(extra, 'info');
  const facts = isJsonObject(said) ? said : {};
  const unstated = { name: 'Not stated by the provider', ...(address === undefined ? {} : { url: address }) };
  const license: JsonValue = facts.license ?? (address === undefined ? null : unstated);
  return {
    title: name,
    version: version ?? '1',
    ...(typeof facts.summary === 'string' ? { summary: facts.summary } : {}),
    description,
    ...(isJsonObject(facts.contact)
      ? { contact: facts.contact }
      : publisher === undefined
        ? {}
        : { contact: { name: publisher } }),
    ...(license === null ? {} : { license }),
    ...(typeof facts.termsOfService === 'string' ? { termsOfService: facts.termsOfService } : {}),
  };
}

function writeTags(
  names: readonly string[],
  { extra }: WritableEntry,
  show: (text: string) => string | undefined = (text) => text,
): JsonObject {
  const said = member(extra, 'tags');
  const described = new Map(
    (Array.isArray(said) ? said : []).flatMap((tag): [string, string][] =>
      isJsonObject(tag) && typeof tag.name === 'string' && typeof tag.description === 'string'
        ? [[tag.name, tag.description]]
        : [],
    ),
  );
  const tags = [...new Set(names)].map((name) => ({ name, description: show(described.get(name) ?? name) ?? name }));
  return tags.length === 0 ? {} : { tags };
}

function objectOf(object: JsonObject, name: string): JsonObject {
  const value = member(object, name);
  return isJsonObject(value) ? value : {};
}
