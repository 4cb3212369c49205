/**
 * Reads every description of a document: parse → complete with loaded documents → read → check. A function of plain
 * data, so that a server can run it on another thread.
 */

import { isSummary, parseAgis } from '@dragoman/agis';
import { parseDescription, parseJson, replaceUnfit } from '@dragoman/documents';
import type { Diagnostic, JsonValue } from '@dragoman/model';
import { Failure, fromPlainFailure, isJsonObject, toFailure, toPlainFailure } from '@dragoman/model';
import type {
  CardRead,
  CardsRead,
  FetchedDocument,
  FetchedFrom,
  LoadedDocument,
  ReadOptions,
  ReadOutcome,
  ReadRequest,
  ReferencePolicy,
} from '../documents/description-reading.js';
import type { DocumentHost } from '../documents/host.js';
import { keepOperations } from '../documents/keep-operations.js';
import type { EntryCheck, Reader } from '../documents/reader.js';
import { readAs } from '../documents/reader.js';

/** The protocols: how to read a description, and where the rest of a document is. */
export interface DescriptionReaders {
  reader: (protocol: ReadOptions['protocol']) => Reader;
  /** Returns findings about a draft. */
  checks?: readonly EntryCheck[];
  /** Loads the parts of a document that are elsewhere. */
  complete?: (host: DocumentHost, document: JsonValue, from: FetchedFrom) => Promise<JsonValue>;
}

/** Reads a document; throws a failure when its text cannot be parsed or it describes nothing. */
export async function readDescriptions(request: ReadRequest, readers: DescriptionReaders): Promise<ReadOutcome> {
  const { source } = request;
  if (source.kind === 'json') {
    const card = readCard(parseJson(source.bytes), request.id, request, readers);
    return { kind: 'read', cards: [card], isArray: false, wasPartial: false, findings: [] };
  }
  const { document: fetched, references, loaded } = source;
  const document = parseFetched(fetched.bytes, fetched.mediaType);
  const { host, missing } = createLoadedHost(loaded);
  const findings: Diagnostic[] = [];
  const from = { uri: fetched.uri, references, report: (found: Diagnostic) => void findings.push(found) };
  const whole = await complete(readers, host, document, from).catch((thrown: unknown) => {
    if (missing.size === 0) throw thrown;
    return document;
  });
  if (missing.size > 0) return { kind: 'missing', addresses: [...missing] };
  const wasPartial = goesOn(document) || isSummary(document);
  return { kind: 'read', ...readCards(named(whole, request.name), request, readers), wasPartial, findings };
}

/** The addresses of other documents that a document refers to; none for one that cannot be parsed. */
export async function findReferences(
  { uri, bytes, mediaType }: FetchedDocument,
  references: ReferencePolicy,
  readers: DescriptionReaders,
): Promise<string[]> {
  const { host, missing } = createLoadedHost([]);
  try {
    await complete(readers, host, parseFetched(bytes, mediaType), { uri, references });
  } catch {
    // Its own reader reports what is wrong with it.
  }
  return [...missing];
}

/** Reads every description of a parsed document; throws when there is none or too many. */
export function readCards(document: JsonValue, options: ReadOptions, readers: DescriptionReaders): CardsRead {
  if (!Array.isArray(document)) {
    return { cards: [readCard(document, options.id ?? options.singleId, options, readers)], isArray: false };
  }
  if (document.length === 0) {
    throw new Failure('INVALID_INPUT', { message: 'The document is an empty array; it describes nothing.' });
  }
  if (document.length > options.maxCards) throw tooManyCards(options.maxCards);
  return { cards: document.map((card) => readCard(card, options.id, options, readers)), isArray: true };
}

/** The failure for more descriptions than one call may contain. */
export function tooManyCards(maxCards: number): Failure {
  return new Failure('INVALID_INPUT', { message: `There are more than ${maxCards} descriptions in one call.` });
}

function readCard(
  given: JsonValue,
  id: string | undefined,
  { context, protocol }: ReadOptions,
  { reader, checks = [] }: DescriptionReaders,
): CardRead {
  const { value: document, diagnostics: replaced } = replaceUnfit(given);
  const namesId = isJsonObject(document) && Object.hasOwn(document, 'id');
  try {
    const { visibility, operations } = context.curation ?? {};
    const chosen = { ...(id === undefined ? {} : { id }), ...(visibility === undefined ? {} : { visibility }) };
    const { value, diagnostics } = keepOperations(readAs(chosen, reader(protocol))(document, context), operations);
    if (value === undefined) return { diagnostics: [...replaced, ...diagnostics], namesId };
    return { value, diagnostics: [...replaced, ...diagnostics, ...checks.flatMap((check) => check(value))], namesId };
  } catch (error) {
    return { failure: toPlainFailure(toFailure(error)), namesId };
  }
}

async function complete(
  readers: DescriptionReaders,
  host: DocumentHost,
  document: JsonValue,
  from: FetchedFrom,
): Promise<JsonValue> {
  return (await readers.complete?.(host, document, from)) ?? document;
}

/** Answers from the loaded documents, and collects the addresses of all others. */
function createLoadedHost(loaded: readonly LoadedDocument[]): { host: DocumentHost; missing: Set<string> } {
  const known = new Map(loaded.map((each) => [each.uri, each]));
  const missing = new Set<string>();
  const fetch: DocumentHost['fetch'] = async (uri) => {
    const found = known.get(uri);
    if (found === undefined) missing.add(uri);
    if (found === undefined) throw new Failure('UPSTREAM_ERROR');
    if ('failure' in found) throw fromPlainFailure(found.failure);
    return { outcome: 'fetched', ...found };
  };
  return { host: { fetch }, missing };
}

function goesOn(document: JsonValue): boolean {
  const paging = isJsonObject(document) ? document.paging : undefined;
  return isJsonObject(paging) && typeof paging.next === 'string' && paging.next !== '';
}

/** A list of tools has no name of its own; it gets the name of its source. */
function named(document: JsonValue, name: string | undefined): JsonValue {
  if (name === undefined || !isJsonObject(document) || !Array.isArray(document.items)) return document;
  return Object.hasOwn(document, 'name') ? document : { ...document, name };
}

/** AGIS has its own notation in addition to JSON and YAML. */
function parseAgisText(bytes: Uint8Array): JsonValue {
  const { value, diagnostics } = parseAgis(bytes);
  if (value !== undefined) return value.document;
  throw new Failure('INVALID_INPUT', {
    message: diagnostics[0]?.message ?? 'The text is not an AGIS document.',
    fieldErrors: diagnostics.slice(0, 20).map(({ code, message, location }) => ({
      field: '',
      pointer: location.pointer,
      code,
      detail: message,
    })),
  });
}

/** Parses an external document; its errors are reported as upstream errors, not as errors of the caller. */
export function parseFetched(bytes: Uint8Array, mediaType = ''): JsonValue {
  try {
    return mediaType === 'application/agis' ? parseAgisText(bytes) : parseDescription(bytes);
  } catch (error) {
    const { message, fieldErrors } = toFailure(error);
    throw new Failure('UPSTREAM_ERROR', {
      message: `The document at the address cannot be accepted. ${message}`,
      fieldErrors,
      cause: error,
    });
  }
}
