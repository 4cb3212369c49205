/**
 * Reads the body of an import: a list of documents and URLs, or one description in its own media type. Every document
 * in it is read at once, so that only entries leave the thread that reads them.
 */
import type { AgisSource } from '@dragoman/agis';
import { parseAgis } from '@dragoman/agis';
import type { CardsRead, ReadContext, ReadOptions } from '@dragoman/core/conversion';
import { descriptionReaders, readCards } from '@dragoman/core/conversion';
import { fieldPath } from '@dragoman/core/http';
import { descriptionLimits, parseDescription, parseJson } from '@dragoman/documents';
import type { Diagnostic, FieldError, JsonValue, PlainFailure } from '@dragoman/model';
import { Failure, toFailure, toPlainFailure } from '@dragoman/model';
import type { RequestedItem } from './import-request.js';
import { maxImportItems, readImportRequest } from './import-request.js';

/** A body to read. */
export interface ImportBody {
  syntax: 'json' | 'yaml' | 'agis';
  bytes: Uint8Array;
  context: ReadContext;
}

/** The items of an import, and whether findings are reported one by one. */
export interface ImportBodyRead {
  items: ({ read: CardsRead } | { failure: PlainFailure } | Extract<RequestedItem, { url: string }>)[];
  report: boolean;
}

/** Limits for the JSON of a whole import; each document has its own, lower limit. */
const jsonLimits = { depth: 132, values: 2_000_000, anyCharacter: true };

/** Maximum number of syntax errors reported. */
const maxSyntaxErrors = 100;

/** Reads the body; throws a failure with every problem of the list, or of a text that cannot be parsed. */
export function readImportBody({ syntax, bytes, context }: ImportBody): ImportBodyRead {
  if (syntax === 'agis') return readAgisBody(bytes, context);
  const body =
    syntax === 'yaml' ? parseDescription(bytes, { ...descriptionLimits, ...jsonLimits }) : parseJson(bytes, jsonLimits);
  const { items, report } = readImportRequest(body);
  return { items: items.map((item) => ('url' in item ? item : readItem(item, context))), report };
}

function readItem(
  { curation, ...item }: Exclude<RequestedItem, { url: string }>,
  context: ReadContext,
): ImportBodyRead['items'][number] {
  const options: ReadOptions = {
    context: curation === undefined ? context : { ...context, curation },
    maxCards: maxImportItems,
    ...(curation?.id === undefined ? {} : { id: curation.id }),
  };
  try {
    const document = 'text' in item ? parseText(item.text) : item.document;
    return { read: readCards(document, options, descriptionReaders) };
  } catch (error) {
    return { failure: toPlainFailure(toFailure(error)) };
  }
}

/** A description as text: JSON, YAML, or AGIS in any of its notations. */
function parseText(text: string): JsonValue {
  const bytes = new TextEncoder().encode(text);
  if (!agisStart.test(text)) return parseDescription(bytes);
  const { value, diagnostics } = parseAgis(bytes);
  if (value !== undefined) return value.document;
  throw new Failure('INVALID_INPUT', {
    message: 'The text is not a valid AGIS document.',
    fieldErrors: diagnostics.slice(0, maxSyntaxErrors).map(toFieldError),
  });
}

/** How an AGIS document begins: after comments, with its version. */
const agisStart = /^\s*(?:(?:#|\/\/)[^\n]*\n\s*)*\{?\s*["']?agis["']?\b/i;

/** One AGIS document in JSON, YAML or the draft's notation; findings get line and column. */
function readAgisBody(bytes: Uint8Array, context: ReadContext): ImportBodyRead {
  const { value, diagnostics } = parseAgis(bytes);
  if (value === undefined) {
    throw new Failure('INVALID_INPUT', {
      message: 'The body is not a valid AGIS document.',
      fieldErrors: diagnostics.slice(0, maxSyntaxErrors).map(toFieldError),
    });
  }
  const item = readItem({ document: value.document }, context);
  return { items: ['read' in item ? { read: placed(item.read, value) } : item], report: true };
}

function toFieldError({ code, message, help, location }: Diagnostic): FieldError {
  const { pointer } = location;
  return { field: fieldPath(pointer), pointer, code, detail: `${message}${placeOf(location)}. ${help}` };
}

function placeOf({ start }: Diagnostic['location']): string {
  return start === undefined ? '' : ` (line ${start.line}, column ${start.column})`;
}

function placed({ cards, isArray }: CardsRead, { locate }: AgisSource): CardsRead {
  const place = (diagnostic: Diagnostic): Diagnostic => {
    const location = { ...diagnostic.location, ...locate(diagnostic.location.pointer) };
    return { ...diagnostic, location, message: `${diagnostic.message}${placeOf(location)}` };
  };
  const found = cards.map((card) =>
    'failure' in card ? card : { ...card, diagnostics: card.diagnostics.map((each) => place(each)) },
  );
  return { cards: found, isArray };
}
