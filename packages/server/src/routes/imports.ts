/** `POST /imports`: registers several descriptions in one call, from documents or URLs, with one result each. */

import type { Reader } from '@dragoman/core/conversion';
import type { Caller, EntryCheck, ImportPorts, ImportResult, SuccessionCheck } from '@dragoman/core/engine';
import { importDocuments } from '@dragoman/core/engine';
import type { HttpReply, HttpRequest, Route, RouteContext } from '@dragoman/core/http';
import { isYamlType, jsonReply, negotiate, readBodyBytes, readJsonBody } from '@dragoman/core/http';
import { descriptionLimits, parseDescription } from '@dragoman/documents';
import type { Diagnostic, JsonObject, JsonValue } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { isAgisType, readAgisImport } from './import-agis.js';
import { importDescription } from './import-description.js';
import { maxImportItems, readImportRequest } from './import-request.js';

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
  /** Reads a description of any protocol. */
  reader: Reader;
  checks?: readonly EntryCheck[];
  /** Called before an entry is replaced. */
  successions?: readonly SuccessionCheck[];
  /** Receives internal errors, which the response does not show. */
  report?: (cause: unknown) => void;
  /** Number of operations that wait for their vectors; absent where search uses words only. */
  vectorsWaiting?: () => number;
  settings: IntakeSettings & {
    /** Maximum body of an import in bytes. */
    importBodyBytes: number;
  };
}

/** Items that one call processes concurrently. */
const concurrency = 8;

/** Maximum field errors per item, which bounds the size of the response. */
const maxFieldErrors = 20;

/** Limits for the JSON of a whole import; each document has its own, lower limit. */
const jsonLimits = { depth: 132, values: 2_000_000 };

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
      handle: (context) => handleImport(ports, context),
    },
  ];
}

async function handleImport(ports: ImportRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { request, caller, traceId, signal } = context;
  const { settings, checks, successions } = ports;
  negotiate(request, ['application/json']);
  requirePublisher(settings, caller);
  const { items, report, reader } = await readImport(ports, request);
  const results = await importDocuments(ports, items, {
    caller,
    traceId,
    signal,
    reader,
    context: { strict: settings.strict, ownOrigins: settings.ownOrigins },
    maxCards: maxImportItems,
    concurrency,
    ...(checks === undefined ? {} : { checks }),
    ...(successions === undefined ? {} : { successions }),
  });
  for (const { failure } of results) if (failure?.code === 'INTERNAL') ports.report?.(failure.cause);
  const failed = results.some(({ outcome }) => outcome === 'failed');
  const waiting = ports.vectorsWaiting?.();
  const body = {
    results: results.map((result) => writeResult(result, report)),
    summary: summarize(results),
    ...(waiting === undefined ? {} : { vectors_waiting: waiting }),
  };
  return jsonReply(body, { status: failed ? 207 : 200 });
}

/** With `publisherScope` set, only callers with that scope may register (AIDIP-REG-07). */
export function requirePublisher({ publisherScope }: IntakeSettings, caller: Caller): void {
  if (publisherScope === undefined) return;
  if (caller.scopes.includes(publisherScope) || caller.scopes.includes('admin')) return;
  throw new Failure('FORBIDDEN', {
    message: `Only verified publishers may change entries; your credential lacks the scope '${publisherScope}'.`,
  });
}

function summarize(results: readonly ImportResult[]): JsonObject {
  const summary = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  for (const { outcome } of results) summary[outcome] += 1;
  return summary;
}

function writeResult(
  { index, card, outcome, id, warnings, failure, ...rest }: ImportResult,
  report: boolean,
): JsonObject {
  const { operations, diagnostics = [] } = rest;
  return {
    index,
    ...(card === undefined ? {} : { card }),
    status: failure?.row.status ?? (outcome === 'created' ? 201 : 200),
    outcome,
    ...(id === undefined ? {} : { id }),
    ...(failure === undefined ? { warnings } : { error: writeError(failure) }),
    ...(operations === undefined ? {} : { operations }),
    ...(report && failure === undefined ? { findings: diagnostics.slice(0, maxFindings).map(writeFinding) } : {}),
  };
}

function writeFinding({ code, severity, message, help, location }: Diagnostic): JsonObject {
  return { code, severity, message, help, pointer: location.pointer };
}

/** Reads the body: a list of items, or one description in its own media type. */
async function readImport({ settings, reader }: ImportRoutePorts, request: HttpRequest) {
  const { importBodyBytes } = settings;
  if (isAgisType(request.headers.get('content-type') ?? '')) return readAgisImport(request, importBodyBytes, reader);
  return { ...readImportRequest(await readDescriptionBody(request, importBodyBytes)), reader };
}

/** Reads JSON, or YAML by media type; both within the same limits. */
async function readDescriptionBody(request: HttpRequest, bytes: number): Promise<JsonValue> {
  const type = request.headers.get('content-type') ?? '';
  if (!isYamlType(type)) return readJsonBody(request, { bytes, json: jsonLimits });
  return parseDescription(await readBodyBytes(request, bytes), { ...descriptionLimits, ...jsonLimits });
}

/** Writes the core members of the common error body. */
function writeError(failure: Failure): JsonObject {
  const { code, row, fieldErrors } = failure;
  return {
    code,
    message: code === 'INTERNAL' ? row.message : failure.message,
    retryable: row.retryable,
    ...(fieldErrors.length === 0
      ? {}
      : { field_errors: fieldErrors.slice(0, maxFieldErrors).map((field) => ({ ...field })) }),
  };
}
