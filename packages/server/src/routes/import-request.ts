/** Reads the body of an import: which documents and addresses it names, and every fault of its form at once. */
import type { ImportItem } from '@dragoman/core';
import type { FieldError, JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';

/** Most items of one import. */
export const mostItems = 1_000;

/** Most addresses among them: each is a call to somebody else's server. */
export const mostAddresses = 200;

/** Longest address that can be named. */
export const longestUrl = 2_048;

const mostFaults = 100;

/** The items of an import; `INVALID_INPUT` names what is wrong with the body. */
export function readImportRequest(body: JsonValue): ImportItem[] {
  const faults: FieldError[] = [];
  const items = isJsonObject(body) ? body.items : undefined;
  if (isJsonObject(body)) refuseUnknown(body, ['items'], '', faults);
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
  return read;
}

function readItem(item: JsonValue, index: number, faults: FieldError[]): ImportItem {
  const field = `items[${index}]`;
  const pointer = `/items/${index}`;
  const either = 'must be an object with either document or url';
  if (!isJsonObject(item)) {
    faults.push(fault(field, pointer, either));
    return { document: null };
  }
  refuseUnknown(item, ['document', 'url'], pointer, faults);
  const { document, url } = item;
  if ((document === undefined) === (url === undefined)) faults.push(fault(field, pointer, either));
  if (url === undefined) return { document: document ?? null };
  return { url: readUrl(url, `${field}.url`, `${pointer}/url`, faults) };
}

/** Reads an address in the one form that it is kept in, so that an import and a source know each other's entries. */
export function readUrl(url: JsonValue | undefined, field: string, pointer: string, faults: FieldError[]): string {
  const wrong = urlFault(url);
  if (wrong === undefined) return new URL(String(url)).href;
  faults.push(fault(field, pointer, wrong));
  return '';
}

function urlFault(url: JsonValue | undefined): string | undefined {
  if (typeof url !== 'string' || url.length > longestUrl || !/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    return `must be an absolute https address of at most ${longestUrl} characters`;
  }
  const { username, password } = new URL(url);
  return username === '' && password === '' ? undefined : 'must not have a user name or password in it';
}

/** Refuses members that this body does not have, since a typing error would otherwise go unnoticed. */
export function refuseUnknown(body: JsonObject, known: readonly string[], at: string, faults: FieldError[]): void {
  for (const name of Object.keys(body)) {
    if (known.includes(name)) continue;
    const shown = name.slice(0, 80);
    const pointer = `${at}/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    faults.push(fault(shown, pointer, `is not known here; known are ${known.join(' and ')}`, 'request/unknown-member'));
  }
}

/** One faulty field of a body. */
export function fault(field: string, pointer: string, detail: string, code = 'request/type'): FieldError {
  return { field, pointer, code, detail };
}

/** The failure that names every faulty field. */
export function invalidBody(faults: readonly FieldError[]): Failure {
  const count = faults.length === 1 ? '1 problem' : `${faults.length} problems`;
  return new Failure('INVALID_INPUT', {
    message: `The request has ${count}.`,
    fieldErrors: faults.slice(0, mostFaults),
  });
}
