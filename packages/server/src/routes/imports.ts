/** `POST /imports`: several descriptions in one call, as documents or by their addresses, one result for each. */

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
import { mostItems, readImportRequest } from './import-request.js';

/** Settings of importing and crawling. */
export interface IntakeSettings {
  /** Demand also what older revisions of a protocol left optional. */
  strict: boolean;
  /** Origins (`https://host:port`) under which this registry itself is reached. */
  ownOrigins: readonly string[];
  /** Scope that a caller needs, beside `registry:write`, to register; undefined when none is. */
  publisherScope?: string;
}

/** What the import route needs of the world. */
export interface ImportRoutePorts extends ImportPorts {
  /** Reads a description of any protocol. */
  reader: Reader;
  checks?: readonly EntryCheck[];
  /** Asked when an entry is to be replaced. */
  successions?: readonly SuccessionCheck[];
  /** Told of faults of our own, which the answer does not show. */
  report?: (cause: unknown) => void;
  settings: IntakeSettings & {
    /** Largest body of an import in bytes. */
    importBodyBytes: number;
  };
}

/** Items that one call works on at once. */
const concurrency = 8;

/** Faulty fields that are named for one item; a thousand items must not make an endless answer. */
const mostFieldErrors = 20;

/** Values that a whole import may hold; each document has its own, lower bound. */
const jsonLimits = { depth: 132, values: 2_000_000 };

/** Findings that are told of one item. */
const mostFindings = 600;

/** The routes of importing. */
export function createImportRoutes(ports: ImportRoutePorts): Route[] {
  return [
    {
      method: 'POST',
      path: '/imports',
      budget: 'write',
      access: 'registry:write',
      action: 'import.create',
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
    maxCards: mostItems,
    concurrency,
    ...(checks === undefined ? {} : { checks }),
    ...(successions === undefined ? {} : { successions }),
  });
  for (const { failure } of results) if (failure?.code === 'INTERNAL') ports.report?.(failure.cause);
  const failed = results.some(({ outcome }) => outcome === 'failed');
  return jsonReply(
    { results: results.map((result) => writeResult(result, report)), summary: summarise(results) },
    { status: failed ? 207 : 200 },
  );
}

/** Where only verified publishers may register, the scope says who is one (AIDIP-REG-07). */
export function requirePublisher({ publisherScope }: IntakeSettings, caller: Caller): void {
  if (publisherScope === undefined) return;
  if (caller.scopes.includes(publisherScope) || caller.scopes.includes('admin')) return;
  throw new Failure('FORBIDDEN', {
    message: `Only verified publishers may change agents here: your credential lacks the scope '${publisherScope}'.`,
  });
}

function summarise(results: readonly ImportResult[]): JsonObject {
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
    ...(report && failure === undefined ? { findings: diagnostics.slice(0, mostFindings).map(writeFinding) } : {}),
  };
}

function writeFinding({ code, severity, message, help, location }: Diagnostic): JsonObject {
  return { code, severity, message, help, pointer: location.pointer };
}

/** What the body asks for: a list of items, or one description in its own media type. */
async function readImport({ settings, reader }: ImportRoutePorts, request: HttpRequest) {
  const { importBodyBytes } = settings;
  if (isAgisType(request.headers.get('content-type') ?? '')) return readAgisImport(request, importBodyBytes, reader);
  return { ...readImportRequest(await readDescriptionBody(request, importBodyBytes)), reader };
}

/** JSON, or YAML by its media type; both are read within the same bounds. */
async function readDescriptionBody(request: HttpRequest, bytes: number): Promise<JsonValue> {
  const type = request.headers.get('content-type') ?? '';
  if (!isYamlType(type)) return readJsonBody(request, { bytes, json: jsonLimits });
  return parseDescription(await readBodyBytes(request, bytes), { ...descriptionLimits, ...jsonLimits });
}

/** The core of the one error body. */
function writeError(failure: Failure): JsonObject {
  const { code, row, fieldErrors } = failure;
  return {
    code,
    message: code === 'INTERNAL' ? row.message : failure.message,
    retryable: row.retryable,
    ...(fieldErrors.length === 0
      ? {}
      : { field_errors: fieldErrors.slice(0, mostFieldErrors).map((field) => ({ ...field })) }),
  };
}
