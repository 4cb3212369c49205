/**
 * Converts an AGIS document to an entry: the service becomes one entry, each endpoint one operation. A nonconforming
 * document is rejected with all diagnostics of the eight passes (§9.2; agis.md R27).
 */

import type { AgisValidator } from '@dragoman/agis';
import {
  checkSummary,
  endpointLabel,
  extraMember,
  isSummary,
  memberOf,
  namespaceMember,
  ownMembers,
  parseAgis,
  textOf,
  verbsMember,
  without,
} from '@dragoman/agis';
import type { Binding, Diagnostic, JsonObject, JsonValue, Operation } from '@dragoman/model';
import { diagnose, hasErrors, isJsonObject } from '@dragoman/model';
import { hashDocument } from '../../documents/hash-document.js';
import { toSlug } from '../../documents/identifier.js';
import { nameService } from '../../documents/name-uuid.js';
import type { EntryDraft, ReadContext, Reader } from '../../documents/reader.js';
import { bundleSchema, maxBundledValues } from './bundle-schema.js';
import { agisDiagnostics } from './diagnostics.js';
import { readHttpRequest } from './http-request.js';
import { createLazyValidator } from './lazy-validator.js';
import { loweredImpact } from './lowered-impact.js';
import { readAccess } from './read-access.js';
import { readHttpAddress } from './read-http-address.js';
import { readAgisBinding, readOperation } from './read-operation.js';

/** Top-level members of a document that the model represents. */
const topMembers = [
  'agis',
  'service',
  'description',
  'version',
  'endpoints',
  'data_manifest',
  ownMembers.visibility,
  ownMembers.grants,
] as const;

/** Creates a reader of AGIS documents, which are given as parsed values. */
export function createAgisReader(validator: () => AgisValidator): Reader {
  return (document, context) => read(document, context, validator);
}

/** The reader with its own validator, created for the first document. */
export const readAgis: Reader = createAgisReader(createLazyValidator());

function read(document: JsonValue, context: ReadContext, validator: () => AgisValidator): ReturnType<Reader> {
  if (isSummary(document)) return { diagnostics: refuseSummary(document) };
  const found: Diagnostic[] = [];
  const checked = check(document, found, validator);
  const value = checked === undefined ? undefined : readDocument(checked, context, found);
  const { uri } = context;
  const diagnostics = found.map((each) =>
    uri === undefined ? each : { ...each, location: { uri, ...each.location } },
  );
  return value === undefined || hasErrors(found) ? { diagnostics } : { value, diagnostics };
}

/** Summaries are followed before reading; one that arrives here could not be followed. */
function refuseSummary(summary: JsonObject): Diagnostic[] {
  const found = checkSummary(summary).filter(({ severity }) => severity === 'error');
  const reason = found.length > 0 ? 'the summary itself is invalid.' : 'its URL cannot be followed.';
  return [...found, diagnose(agisDiagnostics, 'agis/summary-not-followed', { pointer: '/agis_document' }, { reason })];
}

/**
 * The document with expanded shorthand; undefined when it does not conform. Locations are pointers, since the text is
 * not available.
 */
function check(document: JsonValue, found: Diagnostic[], validator: () => AgisValidator): JsonObject | undefined {
  const { value: source, diagnostics } = parseAgis(new TextEncoder().encode(JSON.stringify(document)));
  if (source === undefined) {
    found.push(...diagnostics.map(withoutPlaces));
    return undefined;
  }
  const report = validator().validate(source);
  found.push(...report.findings.filter(({ severity }) => severity !== 'info').map(withoutPlaces));
  return report.conforms && isJsonObject(source.document) ? source.document : undefined;
}

function withoutPlaces({ code, severity, message, help, location, fix }: Diagnostic): Diagnostic {
  return {
    code,
    severity,
    message,
    help,
    location: { pointer: location.pointer },
    ...(fix === undefined ? {} : { fix }),
  };
}

function readDocument(document: JsonObject, context: ReadContext, found: Diagnostic[]): EntryDraft | undefined {
  const base = readHttpAddress(document, context, found);
  const access = readAccess(document, found);
  if (base === undefined) return undefined;
  const agtp = textOf(document.agtp) ?? '';
  const identity = context.id ?? agtp;
  const operations = readEndpoints(document, { identity, base: base.address }, found);
  const name = textOf(document.service) ?? agtp;
  const vocabulary = isJsonObject(document.vocabulary) ? document.vocabulary : {};
  const version = textOf(document.version) ?? textOf(memberOf(vocabulary, 'version'));
  const domain = textOf(memberOf(vocabulary, 'domain'));
  const manifest = memberOf(document, 'data_manifest');
  const authentication = authenticationOf(operations);
  return {
    // One AGTP address is one service, so that a repeated import updates it.
    id: context.id ?? nameService(agtp, 'agis-service', agtp),
    slug: toSlug(name, 'service'),
    name,
    description: textOf(document.description) ?? describe(name, operations),
    ...(version === undefined ? {} : { version }),
    status: 'active',
    ...access,
    capabilities: [...new Set(operations.flatMap(({ capability }) => capability ?? []))],
    tags: domain === undefined ? [] : [domain],
    languages: [],
    endpoint: base.address,
    ...(authentication === undefined ? {} : { authentication }),
    trust: {},
    operations,
    ...(manifest === undefined ? {} : { dataManifest: manifest }),
    origin: originOf(document, context),
    derived: derivedOf(document, base.derived),
    extra: { ...facetsOf(vocabulary, operations), [extraMember]: without(document, ...topMembers) },
  };
}

/** What all HTTP requests of a document require first. */
function authenticationOf(operations: readonly Operation[]): EntryDraft['authentication'] {
  const first = operations.map(({ binding }) => (binding.kind === 'http' ? binding.security?.[0]?.[0] : undefined));
  const [demand] = first;
  if (demand === undefined || !first.every((each) => each?.type === demand.type)) return undefined;
  return { type: demand.type, ...(demand.scopes === undefined ? {} : { scopes: demand.scopes }) };
}

/** The facets of the service for the index. */
function facetsOf(vocabulary: JsonObject, operations: readonly Operation[]): JsonObject {
  const namespace = textOf(memberOf(vocabulary, 'namespace'));
  return {
    ...(namespace === undefined ? {} : { [namespaceMember]: namespace }),
    [verbsMember]: [...new Set(operations.flatMap(({ verb }) => verb ?? []))],
  };
}

function originOf(document: JsonObject, { uri, at }: ReadContext): EntryDraft['origin'] {
  return { protocol: 'agis', ...(uri === undefined ? {} : { uri }), hash: hashDocument(document), at };
}

function derivedOf(document: JsonObject, baseDerived: boolean): string[] {
  return [
    '/slug',
    '/status',
    '/languages',
    '/capabilities',
    '/tags',
    ...(baseDerived ? ['/endpoint'] : []),
    ...(textOf(document.description) === undefined ? ['/description'] : []),
    ...(textOf(document.version) === undefined ? ['/version'] : []),
  ];
}

function describe(name: string, operations: readonly Operation[]): string {
  const intents = operations.flatMap(({ summary }) => summary ?? []).slice(0, 20);
  return `${name}: ${intents.join('; ')}`.slice(0, 2_000);
}

/** Proposed endpoints exist only in their session. */
function readEndpoints(
  document: JsonObject,
  { identity, base }: { identity: string; base: string },
  found: Diagnostic[],
): Operation[] {
  const budget = { values: maxBundledValues };
  const taken = new Set<string>();
  const endpoints = Array.isArray(document.endpoints) ? document.endpoints : [];
  return endpoints.flatMap((endpoint, at) => {
    if (!isJsonObject(endpoint)) return [];
    const location = { pointer: `/endpoints/${at}` };
    const label = endpointLabel(textOf(endpoint.method) ?? '', textOf(endpoint.path) ?? '');
    if (endpoint.proposed === true) {
      found.push(diagnose(agisDiagnostics, 'agis/proposed-left-out', location, { endpoint: label }));
      return [];
    }
    const bundle = (schema: JsonObject) => {
      if (budget.values < 0) return true;
      const whole = bundleSchema(schema, document, budget);
      if (whole !== undefined) return whole;
      found.push(diagnose(agisDiagnostics, 'agis/schemas-too-large', location, { endpoint: label }));
      return true;
    };
    const binding = readBinding(endpoint, { base, label, ...location }, found);
    if (binding === undefined) return [];
    const operation = readOperation(endpoint, { identity, binding, taken, bundle });
    const lower = loweredImpact(operation);
    if (lower !== undefined)
      found.push(diagnose(agisDiagnostics, 'agis/declared-lower', location, { endpoint: label, ...lower }));
    return [operation];
  });
}

/** How an endpoint is called; undefined, with a diagnostic, when its request is not used. */
function readBinding(
  endpoint: JsonObject,
  { base, label, pointer }: { base: string; label: string; pointer: string },
  found: Diagnostic[],
): Binding | undefined {
  const request = memberOf(endpoint, ownMembers.httpRequest);
  if (request === undefined) return readAgisBinding(endpoint, base);
  const read = readHttpRequest(request, base);
  if ('binding' in read) return read.binding;
  const location = { pointer: `${pointer}/${ownMembers.httpRequest}` };
  found.push(
    'invalid' in read
      ? diagnose(agisDiagnostics, 'agis/request-invalid', location, { endpoint: label, member: read.invalid })
      : diagnose(agisDiagnostics, 'agis/request-elsewhere', location, { endpoint: label, host: read.elsewhere, base }),
  );
  return undefined;
}
