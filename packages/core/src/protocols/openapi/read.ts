/**
 * Reads an OpenAPI 3.x or Swagger 2.0 document into an entry. Everything in a document is read, derived by a documented
 * rule, or reported as a finding; nothing is dropped silently, and no reference is followed out of the document.
 */

import { createPatternBudget, exceedsLimits, schemaLimits } from '@dragoman/documents';
import type { Diagnostic, JsonObject, JsonValue, Operation } from '@dragoman/model';
import { hasErrors, isJsonObject } from '@dragoman/model';
import { sha256Hex } from '#digest';
import { type Curation, createMediaChoice, curate } from '../../documents/curation.js';
import { toSlug } from '../../documents/identifier.js';
import { nameService } from '../../documents/name-uuid.js';
import type { EntryDraft, ReadContext, Reader } from '../../documents/reader.js';
import { refusedOf } from './bundle.js';
import { checkDefinitions } from './check-definitions.js';
import type { OpenApiDocument } from './document.js';
import type { Findings } from './findings.js';
import { createFindings, withSource } from './findings.js';
import type { ListedOperation } from './list-operations.js';
import { listOperations } from './list-operations.js';
import type { MakeSchema } from './make-schemas.js';
import { createSchemaMaker } from './make-schemas.js';
import { nameOperations } from './name-operations.js';
import { reportOfficial } from './official/report-official.js';
import { reportText } from './official/text-rules.js';
import { readOperation } from './read-operation.js';
import { authenticationOf, countSchemes, readSecurity } from './read-security.js';
import { readServer } from './read-servers.js';
import { readWebhooks } from './read-webhooks.js';
import { createReferences } from './references.js';
import { reportTally } from './report-tally.js';
import { convertSwagger, isSwagger } from './swagger/convert-swagger.js';
import { createSchemaTranslator } from './translate-schema.js';
import type { OpenApiVersion } from './wire.js';
import { extensionsOf, member, openApiLimits, textOf } from './wire.js';

/** Reads an OpenAPI or Swagger document. */
export const readOpenApi: Reader = (document, context) => {
  const { uri, strict, curation } = context;
  const findings = createFindings({ strict, ...(uri === undefined ? {} : { uri }) });
  const opened = openDocument(document, findings, context);
  const value = opened === undefined ? undefined : readEntry(opened, context, curation ?? {});
  if (opened !== undefined) {
    reportOfficial(findings, opened.given, opened.version);
    reportText(findings, opened.given, opened.version);
  }
  const diagnostics: Diagnostic[] = findings.list();
  return value === undefined || hasErrors(diagnostics) ? { diagnostics } : { value, diagnostics };
};

function openDocument(
  given: JsonValue,
  sourceFindings: OpenApiDocument['findings'],
  { uri, curation }: ReadContext,
): OpenApiDocument | undefined {
  if (!isJsonObject(given)) {
    sourceFindings.report('openapi/not-an-object', '', { what: 'the document' });
    return undefined;
  }
  const exceeded = exceedsLimits(given, openApiLimits);
  if (exceeded !== undefined) {
    const what = exceeded === 'depth' ? 'levels of nesting' : 'values';
    sourceFindings.report('openapi/too-large', '', { limit: openApiLimits[exceeded], what });
    return undefined;
  }
  const version = readVersion(given);
  if (version === undefined) {
    const [name] = ['openapi', 'swagger'].filter((each) => Object.hasOwn(given, each));
    sourceFindings.report('openapi/version', `/${name ?? ''}`, { version: JSON.stringify(given[name ?? ''] ?? null) });
    return undefined;
  }
  const { root, findings } =
    version === '2.0' ? openSwagger(given, sourceFindings) : { root: given, findings: sourceFindings };
  const references = createReferences(root, findings);
  const translator = createSchemaTranslator({ root, version, references, findings });
  return {
    root,
    given,
    version,
    findings,
    references,
    translator,
    ...(uri === undefined ? {} : { uri }),
    ...(curation?.server === undefined ? {} : { server: curation.server }),
    media: createMediaChoice(curation?.mediaTypes ?? []),
    tally: new Map(),
  };
}

function openSwagger(given: JsonObject, sourceFindings: Findings): Pick<OpenApiDocument, 'root' | 'findings'> {
  const { document, faults, sourceOf } = convertSwagger(given);
  for (const { code, pointer, parameters } of faults) sourceFindings.report(code, pointer, parameters);
  return { root: document, findings: withSource(sourceFindings, sourceOf) };
}

function readVersion(root: JsonObject): OpenApiVersion | undefined {
  if (isSwagger(root)) return '2.0';
  const said = member(root, 'openapi');
  const [, version] = typeof said === 'string' ? (/^(3\.[012])(\.\d+)?(-[\w.]+)?$/.exec(said) ?? []) : [];
  return version as OpenApiVersion | undefined;
}

function readEntry(document: OpenApiDocument, context: ReadContext, curation: Curation): EntryDraft | undefined {
  const { root, given, findings } = document;
  for (const { uri, reason } of refusedOf(root)) {
    findings.report('openapi/document-refused', '', { target: uri, reason });
  }
  const info = readFacts(document);
  const server = readServer(document);
  const { id } = context;
  const identity = id ?? JSON.stringify([server ?? '', info.name]);
  const all = listOperations(document);
  const listed = chooseOperations(document, all, curation);
  checkDefinitions(document);
  const security = readSecurity(document, root, '');
  countSchemes(document);
  const make = createMake(document, listed.length);
  const operations = readOperations(document, listed, { server, identity, security, make });
  const webhooks = readWebhooks(document, { listed, operations, make });
  const isEmpty = operations.length === 0 && (all.length > 0 || webhooks.length === 0);
  if (isEmpty) findings.report('openapi/no-operations', '/paths', { reason: whyNone(all, curation) });
  for (const pattern of document.media.unused()) {
    findings.report('openapi/pattern-unused', '/paths', { rule: '--media-type', pattern });
  }
  reportTally(document, operations, webhooks);
  if (isEmpty) return undefined;
  const authentication = authenticationOf(security);
  const { uri, at } = context;
  return {
    id: id ?? nameService(info.name, 'openapi', server ?? '', info.name),
    slug: toSlug(info.name, 'api'),
    ...info,
    status: 'active',
    ...readAccess(root),
    capabilities: capabilitiesOf(operations),
    tags: [],
    languages: [],
    ...(server === undefined ? {} : { endpoint: server }),
    ...(authentication === undefined ? {} : { authentication }),
    trust: {},
    operations,
    ...(webhooks.length === 0 ? {} : { webhooks }),
    origin: { protocol: 'openapi', ...(uri === undefined ? {} : { uri }), hash: hashOf(given, curation), at },
    derived: ['/slug', '/capabilities', ...(authentication === undefined ? [] : ['/authentication'])],
    extra: readExtra(root),
  };
}

/** The document has operations, but the selection excluded all of them. */
function whyNone({ length }: readonly ListedOperation[], { include = [], exclude = [] }: Curation): string {
  if (length === 0) return '';
  const said = [...include.map((each) => `--include ${each}`), ...exclude.map((each) => `--exclude ${each}`)];
  return `: the document has ${length}, and all are excluded by ${said.join(' ')}`;
}

/** Another selection of operations is another entry, so the selection is part of the hash. */
function hashOf(root: JsonObject, curation: Curation): string {
  const chosen = Object.keys(curation).length === 0 ? '' : JSON.stringify(curation);
  // Large documents are hashed as they are: ordering their members would cost more than reading them.
  return `sha256:${sha256Hex(JSON.stringify(root) + chosen)}`;
}

function readFacts({
  root,
  findings,
}: OpenApiDocument): Pick<EntryDraft, 'name' | 'description' | 'version' | 'publisher'> {
  const info = member(root, 'info');
  const facts = isJsonObject(info) ? info : {};
  const title = textOf(member(facts, 'title'), 200);
  if (title === undefined) findings.report('openapi/no-title', '/info');
  const release = member(facts, 'version');
  if (typeof release !== 'string') findings.report('openapi/info-version', '/info/version');
  const contact = member(facts, 'contact');
  const publisher = isJsonObject(contact) ? textOf(member(contact, 'name'), 200) : undefined;
  const name = title ?? 'Untitled API';
  const description = textOf(member(facts, 'description')) ?? textOf(member(facts, 'summary')) ?? name;
  const version = typeof release === 'number' ? String(release) : textOf(release, 100);
  return {
    name,
    description,
    ...(version === undefined ? {} : { version }),
    ...(publisher === undefined ? {} : { publisher }),
  };
}

/** The visibility of a description is declared at its top in every protocol. */
function readAccess(root: JsonObject): Pick<EntryDraft, 'visibility' | 'grants'> {
  const [visibility, grants] = [member(root, 'visibility'), member(root, 'grants')];
  const named = Array.isArray(grants)
    ? grants.filter((grant): grant is string => typeof grant === 'string')
    : undefined;
  return {
    ...(visibility === 'private' || visibility === 'public' ? { visibility } : {}),
    ...(named === undefined ? {} : { grants: named.filter((grant) => /^(caller|scope):./.test(grant)) }),
  };
}

/** Small members of the document without a counterpart in the model; `tags` first names the domain (agis.md OAS-08). */
function readExtra(root: JsonObject): JsonObject {
  const info = member(root, 'info');
  const small = (value: JsonValue | undefined, max: number) =>
    value !== undefined && JSON.stringify(value).length <= max ? value : undefined;
  const [tags, docs] = [small(member(root, 'tags'), 20_000), small(member(root, 'externalDocs'), 2_000)];
  const rest: JsonObject = isJsonObject(info)
    ? Object.fromEntries(
        ['termsOfService', 'contact', 'license', 'summary'].flatMap((name) => {
          const value = small(member(info, name), 2_000);
          return value === undefined ? [] : [[name, value]];
        }),
      )
    : {};
  return {
    ...(Object.keys(rest).length === 0 ? {} : { info: rest }),
    ...(tags === undefined ? {} : { tags }),
    ...(docs === undefined ? {} : { externalDocs: docs }),
    ...extensionsOf(root),
  };
}

function chooseOperations(
  { findings }: OpenApiDocument,
  listed: readonly ListedOperation[],
  curation: Curation,
): ListedOperation[] {
  const { taken, leftOut, unused } = curate(listed, curation);
  for (const { rule, pattern } of unused) {
    findings.report('openapi/pattern-unused', '/paths', { rule: `--${rule}`, pattern });
  }
  for (const { rule, count } of leftOut) findings.report('openapi/left-out', '/paths', { rule: `--${rule}`, count });
  const limit = openApiLimits.operations;
  const omitted = taken[limit];
  if (omitted !== undefined) {
    const first = `${omitted.wireMethod} ${omitted.path}`;
    findings.report('openapi/operations-beyond-limit', omitted.operation.pointer, {
      count: taken.length - limit,
      limit,
      first,
    });
  }
  return taken.slice(0, limit);
}

function readOperations(
  document: OpenApiDocument,
  listed: readonly ListedOperation[],
  common: Pick<Parameters<typeof readOperation>[2]['surroundings'], 'server' | 'identity' | 'security' | 'make'>,
): Operation[] {
  const names = nameOperations(listed.map(named));
  reportRepeatedIds(
    document,
    listed,
    names.map(({ name }) => name),
  );
  const ids = listed.map(({ operation }) => member(operation.value, 'operationId'));
  const byId = new Map(ids.flatMap((id, at) => (id === undefined ? [] : [[id, names[at]?.name ?? ''] as const])));
  const surroundings = { ...common, names: byId };
  return listed.map((each, at) => {
    const name = names[at] ?? { name: `operation_${at}`, derived: true };
    return readOperation(document, each, { name, surroundings });
  });
}

/** The factory of the document's schemas; many operations share a limited size. */
function createMake({ translator }: OpenApiDocument, operations: number): MakeSchema {
  const share = (all: number, one: number) => Math.min(one, Math.max(512, Math.floor(all / Math.max(1, operations))));
  return createSchemaMaker({
    translator,
    patterns: createPatterns(),
    budgets: {
      input: share(openApiLimits.inputs, openApiLimits.input),
      output: share(openApiLimits.outputs, openApiLimits.output),
    },
  });
}

/** Results for patterns are cached for the whole document, but each schema has its own budget. */
function createPatterns() {
  const { known } = createPatternBudget(0);
  return () => ({ known, limit: schemaLimits.patternSteps, used: 0 });
}

function named({ method, path, operationId, operation }: ListedOperation) {
  const summary = textOf(member(operation.value, 'summary'), 200);
  return {
    method,
    path,
    ...(operationId === undefined ? {} : { operationId }),
    ...(summary === undefined ? {} : { summary }),
  };
}

function reportRepeatedIds(
  { findings }: OpenApiDocument,
  listed: readonly ListedOperation[],
  names: readonly string[],
): void {
  const seen = new Set<string>();
  for (const [at, { operationId, operation }] of listed.entries()) {
    if (operationId === undefined) continue;
    if (seen.has(operationId)) {
      findings.report('openapi/operation-id-repeated', operation.pointer, { id: operationId, name: names[at] ?? '' });
    }
    seen.add(operationId);
  }
}

/** Tags of operations describe the document's functions; the most used first. */
function capabilitiesOf(operations: readonly Operation[]): string[] {
  const counts = new Map<string, number>();
  for (const { tags } of operations) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 20)
    .map(([tag]) => tag);
}
