/** Parses the body of an import: its documents and URLs; reports every problem at once. */
import type { Curation } from '@dragoman/core/conversion';
import type { FieldError, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { readCuration } from './curation-request.js';
import { fault, invalidBody, maxUrlLength, refuseUnknown } from './request-faults.js';

export { fault, invalidBody, maxUrlLength, refuseUnknown } from './request-faults.js';

/** Maximum items of one import. */
export const maxImportItems = 1_000;

/** Maximum URLs among them: each one is a request to a third-party server. */
export const maxAddresses = 200;

/** One item of an import. */
export type RequestedItem = ({ document: JsonValue } | { text: string } | { url: string }) & { curation?: Curation };

/** A parsed import request. */
export interface ImportRequest {
  items: RequestedItem[];
  /** Whether findings are reported one by one. */
  report: boolean;
}

/** True for a body that is itself a description instead of a list of items. */
function isDescription(body: JsonValue): boolean {
  return (
    isJsonObject(body) &&
    !Object.hasOwn(body, 'items') &&
    ['openapi', 'swagger'].some((name) => Object.hasOwn(body, name))
  );
}

/** Parses the items of an import; throws `INVALID_INPUT` with every problem of the body. */
export function readImportRequest(body: JsonValue): ImportRequest {
  if (isDescription(body)) return { items: [{ document: body }], report: true };
  const faults: FieldError[] = [];
  const items = isJsonObject(body) ? body.items : undefined;
  const report = isJsonObject(body) ? body.report : undefined;
  if (isJsonObject(body)) refuseUnknown(body, ['items', 'report'], '', faults);
  if (report !== undefined && typeof report !== 'boolean')
    faults.push(fault('report', '/report', 'must be true or false'));
  if (!Array.isArray(items) || items.length === 0 || items.length > maxImportItems) {
    faults.push(fault('items', '/items', `must be an array of 1 to ${maxImportItems} items`));
    throw invalidBody(faults);
  }
  const read = items.map((item, index) => readItem(item, index, faults));
  if (read.filter((item) => 'url' in item).length > maxAddresses) {
    faults.push(
      fault('items', '/items', `must not have more than ${maxAddresses} URLs; send the rest in another call`),
    );
  }
  if (faults.length > 0) throw invalidBody(faults);
  return { items: read, report: report === true };
}

function readItem(item: JsonValue, index: number, faults: FieldError[]): RequestedItem {
  const field = `items[${index}]`;
  const pointer = `/items/${index}`;
  const either = 'must be an object with one of document, text and url';
  if (!isJsonObject(item)) {
    faults.push(fault(field, pointer, either));
    return { document: null };
  }
  refuseUnknown(item, ['document', 'text', 'url', 'curation'], pointer, faults);
  const { document, text, url } = item;
  const chosen = readCuration(item.curation, { field: `${field}.curation`, pointer: `${pointer}/curation` }, faults);
  const curation = chosen === undefined ? {} : { curation: chosen };
  const given = [document, text, url].filter((each) => each !== undefined);
  if (given.length !== 1) faults.push(fault(field, pointer, either));
  if (text !== undefined) {
    if (typeof text !== 'string') faults.push(fault(`${field}.text`, `${pointer}/text`, 'must be a string'));
    return { text: typeof text === 'string' ? text : '', ...curation };
  }
  if (url === undefined) return { document: document ?? null, ...curation };
  return { ...curation, url: readUrl(url, `${field}.url`, `${pointer}/url`, faults) };
}

/** Parses and normalizes a URL, so that imports and sources recognize each other's entries. */
export function readUrl(url: JsonValue | undefined, field: string, pointer: string, faults: FieldError[]): string {
  const wrong = urlFault(url);
  if (wrong === undefined) return new URL(String(url)).href;
  faults.push(fault(field, pointer, wrong));
  return '';
}

/** True for web URLs, and for live MCP servers given by URL or by the name that the operator configured. */
function isFetchable(url: string): boolean {
  return /^(?:mcp\+)?https?:\/\//i.test(url) || /^stdio:[a-z0-9][a-z0-9-]{0,62}$/.test(url);
}

function urlFault(url: JsonValue | undefined): string | undefined {
  if (typeof url !== 'string' || url.length > maxUrlLength || !isFetchable(url) || !URL.canParse(url)) {
    return `must be an absolute https URL of at most ${maxUrlLength} characters`;
  }
  const { username, password } = new URL(url);
  return username === '' && password === '' ? undefined : 'must not contain a user name or password';
}
