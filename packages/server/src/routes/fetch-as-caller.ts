/** Fetches documents with the credential that the caller has for their address: a login, or the one of a source. */
import type { Caller } from '@dragoman/core/engine';
import type { DocumentHost, FetchCredential } from '@dragoman/core/http';
import { sourceId } from '../credentials/source-id.js';

/** The credential for the source with this id and address; undefined when none is stored. */
export type CredentialForAddress = (source: { id: string; url: string }) => Promise<FetchCredential | undefined>;

/** Wraps the host; other callers' credentials have other ids, so they are never found. */
export function fetchAsCaller(
  { host, credentialFor }: { host: DocumentHost; credentialFor?: CredentialForAddress },
  { subject }: Caller,
): DocumentHost {
  if (credentialFor === undefined) return host;
  return {
    async fetch(uri, request) {
      const isWeb = /^(?:mcp\+)?https?:/i.test(uri) && URL.canParse(uri);
      const credential = isWeb ? await credentialFor({ id: sourceId(subject, uri), url: uri }) : undefined;
      return host.fetch(uri, credential === undefined ? request : { ...request, credential });
    },
  };
}
