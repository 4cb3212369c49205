/**
 * From a fetched summary to the document that it stands for (§11.1 c and d), so that a registry can be given either
 * address. The way leads to one document on the summary's own origin, unless the operator lets references go anywhere.
 */

import { checkSummary, isSummary, ownMembers, textOf } from '@dragoman/agis';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, hasErrors, isJsonObject } from '@dragoman/model';
import { parseFetched } from '../../catalogue/import.js';
import type { DocumentHost } from '../../documents/host.js';
import type { CompleteDocument } from '../../documents/reader.js';
import { httpRootOf } from './read-http-address.js';

/** Where a summary was fetched; `references` as for every protocol. */
type Place = Parameters<CompleteDocument>[1] & { references?: 'none' | 'same-origin' | 'any' };

/** The document behind a summary; anything else comes back as it is. Throws when the document cannot be had. */
export async function followSummary(host: DocumentHost, fetched: JsonValue, place: Place): Promise<JsonValue> {
  if (!isSummary(fetched) || hasErrors(checkSummary(fetched))) return fetched;
  const address = documentOf(fetched, place);
  if (address === undefined) return fetched;
  const { signal, traceId, report } = place;
  const answer = await host.fetch(address, {
    ...(signal === undefined ? {} : { signal }),
    ...(traceId === undefined ? {} : { traceId }),
  });
  if (answer.outcome === 'unchanged') throw new Failure('UPSTREAM_ERROR');
  const document = parseFetched(answer.bytes, answer.mediaType);
  if (!isJsonObject(document)) return document;
  for (const found of checkSummary(fetched, document)) report?.(found);
  if (textOf(document.agtp) === textOf(fetched.agtp)) return withBase(document, address, place.uri);
  throw new Failure('UPSTREAM_ERROR', {
    message: 'The summary and the document that it names speak for different AGTP addresses.',
  });
}

/** What follows takes the summary's address for the document's; where that leads elsewhere, the document says so. */
function withBase(document: JsonObject, address: string, uri: string): JsonObject {
  const base = httpRootOf(address);
  if (base === undefined || base === httpRootOf(uri)) return document;
  return { [ownMembers.httpBase]: base, ...document };
}

/** Only http, and only where references may lead. */
function documentOf(summary: JsonObject, { uri, references }: Place): string | undefined {
  const said = textOf(summary.agis_document) ?? '';
  if (!URL.canParse(said, uri)) return undefined;
  const url = new URL(said, uri);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  return url.origin === new URL(uri).origin || references === 'any' ? url.href : undefined;
}
