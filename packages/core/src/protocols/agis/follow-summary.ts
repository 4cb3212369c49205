/**
 * Follows a fetched summary to its document (§11.1 c and d), so that a registry accepts either URL. The document must
 * be on the summary's own origin, unless the operator allows references to any origin.
 */

import { checkSummary, isSummary, ownMembers, textOf } from '@dragoman/agis';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, hasErrors, isJsonObject } from '@dragoman/model';
import { parseFetched } from '../../catalogue/read-descriptions.js';
import type { FetchedFrom } from '../../documents/description-reading.js';
import type { DocumentHost } from '../../documents/host.js';
import { httpRootOf } from './read-http-address.js';

/** The document of a summary; any other document is returned unchanged. Throws when the document cannot be fetched. */
export async function followSummary(host: DocumentHost, fetched: JsonValue, place: FetchedFrom): Promise<JsonValue> {
  if (!isSummary(fetched) || hasErrors(checkSummary(fetched))) return fetched;
  const address = documentOf(fetched, place);
  if (address === undefined) return fetched;
  const { report } = place;
  const answer = await host.fetch(address);
  if (answer.outcome === 'unchanged') throw new Failure('UPSTREAM_ERROR');
  const document = parseFetched(answer.bytes, answer.mediaType);
  if (!isJsonObject(document)) return document;
  for (const found of checkSummary(fetched, document)) report?.(found);
  if (textOf(document.agtp) === textOf(fetched.agtp)) return withBase(document, address, place.uri);
  throw new Failure('UPSTREAM_ERROR', {
    message: 'The summary and its document name different AGTP addresses.',
  });
}

/** Later steps use the summary's URL as the document's URL; if that is wrong, the base is set in the document. */
function withBase(document: JsonObject, address: string, uri: string): JsonObject {
  const base = httpRootOf(address);
  if (base === undefined || base === httpRootOf(uri)) return document;
  return { [ownMembers.httpBase]: base, ...document };
}

/** Only http URLs, and only where references are allowed. */
function documentOf(summary: JsonObject, { uri, references }: FetchedFrom): string | undefined {
  const said = textOf(summary.agis_document) ?? '';
  if (!URL.canParse(said, uri)) return undefined;
  const url = new URL(said, uri);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  return url.origin === new URL(uri).origin || references === 'any' ? url.href : undefined;
}
