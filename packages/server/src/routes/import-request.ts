/** Reads the body of an import: which documents and addresses it names, and every fault of its form at once. */
import type { ImportItem } from '@dragoman/core/engine';
import type { FieldError, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { readCuration } from './curation-request.js';
import { fault, invalidBody, longestUrl, refuseUnknown } from './request-faults.js';

export { fault, invalidBody, longestUrl, refuseUnknown } from './request-faults.js';

/** Most items of one import. */
export const mostItems = 1_000;

/** Most addresses among them: each is a call to somebody else's server. */
export const mostAddresses = 200;

/** What an import asks for. */
export interface ImportRequest {
  items: ImportItem[];
  /** Findings are told one by one. */
  report: boolean;
}

/** A body that is itself a description, which needs no list around it. */
function isDescription(body: JsonValue): boolean {
  return (
    isJsonObject(body) &&
    !Object.hasOwn(body, 'items') &&
    ['openapi', 'swagger'].some((name) => Object.hasOwn(body, name))
  );
}

/** The items of an import; `INVALID_INPUT` names what is wrong with the body. */
export function readImportRequest(body: JsonValue): ImportRequest {
  if (isDescription(body)) return { items: [{ document: body }], report: true };
  const faults: FieldError[] = [];
  const items = isJsonObject(body) ? body.items : undefined;
  const report = isJsonObject(body) ? body.report : undefined;
  if (isJsonObject(body)) refuseUnknown(body, ['items', 'report'], '', faults);
  if (report !== undefined && typeof report !== 'boolean')
    faults.push(fault('report', '/report', 'must be true or false'));
  if (!Array.isArray(items) || items.length === 0 || items.length > mostItems) {
    faults.push(fault('items', '/items', `must be an array of 1 to ${mostItems} items`));
    throw invalidBody(faults);
  }
  const read = items.map((item, index) => readItem(item, index, faults));
  if (read.filter((item) => 'url' in item).length > mostAddresses) {
    faults.push(
      fault('items', '/items', `must not have more than ${mostAddresses} addresses; send the rest in another call`),
    );
  }
  if (faults.length > 0) throw invalidBody(faults);
  return { items: read, report: report === true };
}

function readItem(item: JsonValue, index: number, faults: FieldError[]): ImportItem {
  const field = `items[${index}]`;
  const pointer = `/items/${index}`;
  const either = 'must be an object with either document or url';
  if (!isJsonObject(item)) {
    faults.push(fault(field, pointer, either));
    return { document: null };
  }
  refuseUnknown(item, ['document', 'url', 'curation'], pointer, faults);
  const { document, url } = item;
  const chosen = readCuration(item.curation, { field: `${field}.curation`, pointer: `${pointer}/curation` }, faults);
  const curation = chosen === undefined ? {} : { curation: chosen };
  if ((document === undefined) === (url === undefined)) faults.push(fault(field, pointer, either));
  if (url === undefined) return { document: document ?? null, ...curation };
  return { ...curation, url: readUrl(url, `${field}.url`, `${pointer}/url`, faults) };
}

/** Reads an address in the one form that it is kept in, so that an import and a source know each other's entries. */
export function readUrl(url: JsonValue | undefined, field: string, pointer: string, faults: FieldError[]): string {
  const wrong = urlFault(url);
  if (wrong === undefined) return new URL(String(url)).href;
  faults.push(fault(field, pointer, wrong));
  return '';
}

/** Documents at web addresses, and live MCP servers: over the web, or by the name that the operator gave one. */
function isFetchable(url: string): boolean {
  return /^(?:mcp\+)?https?:\/\//i.test(url) || /^stdio:[a-z0-9][a-z0-9-]{0,62}$/.test(url);
}

function urlFault(url: JsonValue | undefined): string | undefined {
  if (typeof url !== 'string' || url.length > longestUrl || !isFetchable(url) || !URL.canParse(url)) {
    return `must be an absolute https address of at most ${longestUrl} characters`;
  }
  const { username, password } = new URL(url);
  return username === '' && password === '' ? undefined : 'must not have a user name or password in it';
}
