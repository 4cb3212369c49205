/** Responses of the routes: metadata with its validators, pages of summaries in both shapes. */
import type { Diagnostic, JsonObject } from '@dragoman/model';
import type { Caller } from '../../../access/caller.js';
import { canChange } from '../../../access/caller.js';
import type { StoredEntry } from '../../../catalogue/store.js';
import type { View } from '../../../transport/conditional.js';
import { entryValidators, validatorHeaders } from '../../../transport/conditional.js';
import { pickFields } from '../../../transport/field-selection.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import { jsonReply } from '../../../transport/http-reply.js';
import type { WebLink } from '../../../transport/links.js';
import { linkHeader, pathTo } from '../../../transport/links.js';
import { writeAidip, writeSummary } from '../write.js';
import type { Page, PageItem } from './paging.js';

/** Responses depend on the caller, so no shared cache may store them. */
export const personal: Readonly<Record<string, string>> = Object.freeze({
  'Cache-Control': 'private, no-cache',
  Vary: 'Authorization, X-API-Key',
});

/** Owners and administrators see more than others. */
export function viewOf(caller: Caller, stored: StoredEntry): View {
  return canChange(caller, stored.entry) ? 'owner' : 'other';
}

/** Headers of a response with one agent's metadata. */
export function agentHeaders(stored: StoredEntry, view: View): Record<string, string> {
  return { ...personal, ...validatorHeaders(entryValidators(stored, view)) };
}

/** The path of an agent on this registry. */
export function agentPath(id: string, ...rest: readonly string[]): string {
  return pathTo('/agents', id, ...rest);
}

/** How the results of a page are written. */
export interface PageForm {
  caller: Caller;
  shape: 'array' | 'object';
  /** Member with the results in the object shape. */
  member: 'agents' | 'results';
  /** Members to show; with it they are taken from the full metadata. */
  fields?: readonly string[];
  /** Additional members of the object shape. */
  extra?: JsonObject;
  links: readonly WebLink[];
  /** Additional headers. */
  headers?: Readonly<Record<string, string>>;
}

/** A page in the requested shape; the array has its total and its links in headers (aidip.md GAP-01, -15). */
export function pageReply(page: Page, form: PageForm): HttpReply {
  const items = page.items.map((item) => pickFields(writeItem(item, form.caller), form.fields));
  const link = linkHeader(form.links);
  const headers = {
    ...personal,
    'X-Total-Count': String(page.count),
    ...(link === undefined ? {} : { Link: link }),
    ...form.headers,
  };
  if (form.shape === 'array') return jsonReply(items, { headers });
  const { count, top, skip, next } = page;
  const paging = next === undefined ? {} : { next_cursor: next };
  return jsonReply({ [form.member]: items, count, top, skip, ...form.extra, ...paging }, { headers });
}

/** `score` on a page is set by the registry: a provider's member of that name is not shown there. */
function writeItem({ hit, stored }: PageItem, caller: Caller): JsonObject {
  const written =
    stored === undefined ? writeSummary(hit) : writeAidip(stored, { view: viewOf(caller, stored), form: 'full' });
  const { score } = hit;
  if (score !== undefined) return { ...written, score: Math.round(score * 10_000) / 10_000 };
  const { score: _, ...shown } = written;
  return shown;
}

/** Diagnostics as shown to the sender of the document. */
export function shownDiagnostics(diagnostics: readonly Diagnostic[]): JsonObject[] {
  return diagnostics.map(({ code, severity, message, help, location }) => ({
    code,
    severity,
    message,
    help,
    pointer: location.pointer,
  }));
}
