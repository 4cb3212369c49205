/** `POST /imports`: registers several descriptions in one call, from documents or URLs, with one result each. */

import { agisType } from '@dragoman/agis';
import type { ReadContext, ReadFor } from '@dragoman/core/conversion';
import type {
  Caller,
  ConfirmPolicy,
  ImportPorts,
  ImportResult,
  ImportStage,
  Spans,
  SuccessionCheck,
} from '@dragoman/core/engine';
import { importDocuments, inSpan, rehearse, requirementFor } from '@dragoman/core/engine';
import type { HttpReply, HttpRequest, Route, RouteContext } from '@dragoman/core/http';
import { isYamlType, jsonReply, negotiate, readBodyBytes, readJsonBytes, timestamp } from '@dragoman/core/http';
import type { Diagnostic, JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject, thirdPartyMark } from '@dragoman/model';
import type { StartImport } from '../events/report-progress.js';
import { wantsDryRun } from './dry-run.js';
import type { CredentialForAddress } from './fetch-as-caller.js';
import { fetchAsCaller } from './fetch-as-caller.js';
import { importDescription } from './import-description.js';
import { listEntryChanges, previewEntry } from './import-preview.js';
import { maxImportItems } from './import-request.js';
import type { ImportBody, ImportBodyRead } from './read-import-body.js';

/** Settings of imports and crawling. */
export interface IntakeSettings {
  /** Require fields that older revisions of a protocol left optional. */
  strict: boolean;
  /** Origins (`https://host:port`) of this registry itself. */
  ownOrigins: readonly string[];
  /** Scope required to register, in addition to `registry:write`; undefined when no further scope is required. */
  publisherScope?: string;
}

/** Dependencies of the import route. */
export interface ImportRoutePorts extends ImportPorts {
  /** Reads the body of an import with its documents. */
  readImportBody: (body: ImportBody, whom: ReadFor) => Promise<ImportBodyRead>;
  /** The credential that a caller has for an address; absent where none are stored. */
  credentialFor?: CredentialForAddress;
  /** How descriptions are read. */
  context: Pick<ReadContext, 'strict' | 'ownOrigins' | 'cards'>;
  /** Called before an entry is replaced. */
  successions?: readonly SuccessionCheck[];
  /** Receives internal errors, which the response does not show. */
  report?: (cause: unknown) => void;
  /** Opens spans; absent where traces are not exported. */
  spans?: Spans;
  /** Number of operations that wait for their vectors; absent where search uses words only. */
  vectorsWaiting?: () => number;
  /** Reports the progress of an import to readers of events. */
  startImport?: StartImport;
  /** Which calls require a confirmation; absent where nothing is called. */
  confirmPolicy?: ConfirmPolicy;
  settings: IntakeSettings & {
    /** Maximum body of an import in bytes. */
    importBodyBytes: number;
  };
}

/** Items that one call processes concurrently. */
const concurrency = 8;

/** Maximum field errors per item, which bounds the size of the response. */
const maxFieldErrors = 20;

/** Maximum characters of a service's own words per item. */
const maxSaid = 500;

/** Maximum findings reported per item. */
const maxFindings = 600;

/** Creates the import routes. */
export function createImportRoutes(ports: ImportRoutePorts): Route[] {
  return [
    {
      method: 'POST',
      path: '/imports',
      budget: 'write',
      access: 'registry:write',
      action: 'import.create',
      bodyBytes: ports.settings.importBodyBytes,
      describe: importDescription,
      isRepeatable: hasIds,
      handle: (context) => handleImport(ports, context),
    },
  ];
}

/** Registering a document with an id again changes nothing. */
function hasIds(body: JsonValue): boolean {
  const items = isJsonObject(body) ? body.items : undefined;
  const hasId = (item: JsonValue) =>
    isJsonObject(item) && isJsonObject(item.document) && typeof item.document.id === 'string';
  return Array.isArray(items) && items.every(hasId);
}

async function handleImport(ports: ImportRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { request, caller, traceId, signal } = context;
  const { settings, successions } = ports;
  negotiate(request, ['application/json']);
  requirePublisher(settings, caller);
  const dryRun = wantsDryRun(context);
  const fetching = { ...ports, host: fetchAsCaller(ports, caller) };
  const publishing = dryRun ? { ...fetching, ...rehearse(ports) } : fetching;
  const body = await readBody(request, settings.importBodyBytes);
  const read = { ...body, context: { ...ports.context, at: timestamp(ports.clock) } };
  const { items, report } = await ports.readImportBody(read, { caller: caller.subject, signal });
  const results = await inImportSpan(ports, context, items.length, (traceparent) =>
    importDocuments(publishing, items, {
      ...(dryRun ? {} : reportItems(ports, context, items.length)),
      caller,
      traceId,
      traceparent,
      signal,
      context: ports.context,
      maxCards: maxImportItems,
      concurrency,
      ...(successions === undefined ? {} : { successions }),
    }),
  );
  for (const { failure } of results) if (failure?.code === 'INTERNAL') ports.report?.(failure.cause);
  const failed = results.some(({ outcome }) => outcome === 'failed');
  const waiting = ports.vectorsWaiting?.();
  const write: WriteResult = (result, full) => ({
    ...writeResult(result, full),
    ...confirmationsOf(result, ports.confirmPolicy, caller),
  });
  const answer = {
    ...(dryRun ? { dry_run: true } : {}),
    results: dryRun ? await previewAll(results, write) : results.map((result) => write(result, report)),
    summary: summarize(results),
    ...(waiting === undefined || dryRun ? {} : { vectors_waiting: waiting }),
  };
  return jsonReply(answer, { status: failed ? 207 : 200 });
}

function reportItems(
  { startImport }: ImportRoutePorts,
  { caller, traceId }: RouteContext,
  total: number,
): { onItem?: (stage: ImportStage) => void } {
  if (startImport === undefined) return {};
  const progress = startImport(traceId, caller.subject, total);
  let left = total;
  return {
    onItem(stage) {
      if (stage === 'read') {
        progress.read();
        return;
      }
      progress.stored(stage === 'failed');
      left -= 1;
      if (left === 0) progress.end();
    },
  };
}

/** A dry run shows what would be stored, and all findings. */
async function previewAll(results: readonly ImportResult[], write: WriteResult): Promise<JsonObject[]> {
  const written: JsonObject[] = [];
  let operations = 0;
  for (const result of results) {
    operations += result.operations ?? 0;
    const preview = result.entry === undefined ? undefined : await previewEntry(result.entry, operations);
    const changes = result.change === undefined ? [] : await listEntryChanges(result.change);
    written.push({
      ...write(result, true),
      ...(preview === undefined ? {} : { changes, preview }),
    });
  }
  return written;
}

async function inImportSpan(
  { spans }: ImportRoutePorts,
  { traceparent }: RouteContext,
  items: number,
  work: (traceparent: string) => Promise<ImportResult[]>,
): Promise<ImportResult[]> {
  if (spans === undefined || !spans.isOn()) return work(traceparent);
  const attributes = { 'dragoman.import.items': items };
  const span = spans.open(traceparent, { name: 'import descriptions', kind: 'internal', attributes });
  return inSpan(span, async () => {
    const results = await work(span.traceparent);
    span.set({ 'dragoman.import.failed': summarize(results).failed });
    return results;
  });
}

/** With `publisherScope` set, only callers with that scope may register (AIDIP-REG-07). */
export function requirePublisher({ publisherScope }: IntakeSettings, caller: Caller): void {
  if (publisherScope === undefined) return;
  if (caller.scopes.includes(publisherScope) || caller.scopes.includes('admin')) return;
  throw new Failure('FORBIDDEN', {
    message: `Only verified publishers may change entries; your credential lacks the scope '${publisherScope}'.`,
  });
}

function summarize(results: readonly ImportResult[]): Record<ImportResult['outcome'], number> {
  const summary = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  for (const { outcome } of results) summary[outcome] += 1;
  return summary;
}

type WriteResult = (result: ImportResult, report: boolean) => JsonObject;

/** Names of operations that a result lists for one kind of confirmation. */
const maxNamed = 20;

/** The operations whose calls by this caller require a confirmation, and by whom. */
function confirmationsOf(
  { entry, failure }: ImportResult,
  policy: ConfirmPolicy | undefined,
  caller: Caller,
): { confirmations?: JsonObject[] } {
  if (entry === undefined || failure !== undefined || policy === undefined) return {};
  const asked = entry.operations.map((operation) => ({
    name: operation.name,
    by: requirementFor(policy, { caller, agentId: entry.id }, operation),
  }));
  const confirmations = (['agent', 'person', 'deny'] as const).flatMap((by) => {
    const names = asked.filter((each) => each.by === by).map(({ name }) => name);
    return names.length === 0 ? [] : [{ by, operations: names.length, names: names.slice(0, maxNamed) }];
  });
  return confirmations.length === 0 ? {} : { confirmations };
}

function writeResult(
  { index, card, outcome, id, warnings, failure, ...rest }: ImportResult,
  report: boolean,
): JsonObject {
  const { operations, diagnostics = [], entry } = rest;
  return {
    index,
    ...(card === undefined ? {} : { card }),
    status: failure?.row.status ?? (outcome === 'created' ? 201 : 200),
    outcome,
    ...(id === undefined ? {} : { id }),
    ...(failure === undefined ? { warnings } : { error: writeError(failure) }),
    ...(operations === undefined ? {} : { operations }),
    ...(entry?.heldTexts === undefined ? {} : { held_texts: entry.heldTexts }),
    ...(failure === undefined ? findingsOf(diagnostics, report) : {}),
  };
}

/** Findings that are shown without a report: a service that cannot be called here, and operations that are missing. */
const alwaysShown: ReadonlySet<string> = new Set(['address/not-callable', 'openapi/operations-beyond-limit']);

/** Without a report, only findings that make a service or a part of it useless on this server. */
function findingsOf(diagnostics: readonly Diagnostic[], report: boolean): { findings?: JsonObject[] } {
  const shown = report ? diagnostics : diagnostics.filter(({ code }) => alwaysShown.has(code));
  return report || shown.length > 0 ? { findings: shown.slice(0, maxFindings).map(writeFinding) } : {};
}

function writeFinding({ code, severity, message, help, location }: Diagnostic): JsonObject {
  return { code, severity, message, help, pointer: location.pointer };
}

/** The bytes of the body with its syntax: JSON, or YAML or AGIS by media type. */
async function readBody(request: HttpRequest, limit: number): Promise<Pick<ImportBody, 'syntax' | 'bytes'>> {
  const type = request.headers.get('content-type') ?? '';
  if (isAgisType(type)) return { syntax: 'agis', bytes: await readBodyBytes(request, limit) };
  if (isYamlType(type)) return { syntax: 'yaml', bytes: await readBodyBytes(request, limit) };
  return { syntax: 'json', bytes: await readJsonBytes(request, limit) };
}

/** True for `application/agis`, with or without parameters. */
function isAgisType(contentType: string): boolean {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase() === agisType;
}

/** Writes the core members of the common error body. */
function writeError(failure: Failure): JsonObject {
  const { code, row, fieldErrors, said } = failure;
  const message = code === 'INTERNAL' ? row.message : failure.message;
  return {
    code,
    message: said === undefined ? message : `${message} ${thirdPartyMark} ${said.slice(0, maxSaid)}`,
    retryable: row.retryable,
    ...(fieldErrors.length === 0
      ? {}
      : { field_errors: fieldErrors.slice(0, maxFieldErrors).map((field) => ({ ...field })) }),
  };
}
