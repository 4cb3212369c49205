/** The list of protocols: one line per folder. A description is read by the first protocol that recognizes it. */
import type { JsonValue, Protocol } from '@dragoman/model';
import type { DocumentHost } from '../documents/host.js';
import type { CompleteDocument, Reader } from '../documents/reader.js';
import { readA2a } from './a2a/read.js';
import { recognisesA2a } from './a2a/recognise.js';
import { followSummary } from './agis/follow-summary.js';
import { readAgis } from './agis/read.js';
import { recognisesAgis } from './agis/recognise.js';
import { readAidip } from './aidip/read.js';
import { recognisesAidip } from './aidip/recognise.js';
import { readArazzoEntry } from './arazzo/read.js';
import { recognisesArazzo } from './arazzo/recognise.js';
import { readMcp } from './mcp/read.js';
import { recognisesMcp } from './mcp/recognise.js';
import { readNact } from './nact/read.js';
import { completeToolList } from './nact/read-root.js';
import { recognisesNact } from './nact/recognise.js';
import { completeOpenApi, type ReferencePolicy } from './openapi/bundle.js';
import { readOpenApi } from './openapi/read.js';
import { recognisesOpenApi } from './openapi/recognise.js';

/** A protocol of descriptions. */
export interface ProtocolFolder {
  name: Protocol;
  /** Name for people. */
  title: string;
  /** True when the document appears to be of this protocol, valid or not. */
  recognises(document: JsonValue): boolean;
  read: Reader;
  /** Loads the rest of a document that continues elsewhere; absent where one document is complete. */
  complete?(host: DocumentHost, document: JsonValue, fetched: FetchedFrom): Promise<JsonValue>;
}

/** Where a document was fetched, and how to fetch the rest. */
export type FetchedFrom = Parameters<CompleteDocument>[1] & {
  /** Which other documents it may refer to. */
  references?: ReferencePolicy;
};

/** Every protocol, in the order in which they are tried. */
export const protocols: readonly ProtocolFolder[] = Object.freeze([
  { name: 'arazzo', title: 'Arazzo workflows', recognises: recognisesArazzo, read: readArazzoEntry },
  { name: 'agis', title: 'AGIS documents', recognises: recognisesAgis, read: readAgis, complete: followSummary },
  { name: 'mcp', title: 'lists of MCP tools', recognises: recognisesMcp, read: readMcp },
  { name: 'a2a', title: 'A2A agent cards', recognises: recognisesA2a, read: readA2a },
  { name: 'aidip', title: 'AIDIP agent metadata', recognises: recognisesAidip, read: readAidip },
  { name: 'nact', title: 'N-ACT tools', recognises: recognisesNact, read: readNact, complete: completeToolList },
  {
    name: 'openapi',
    title: 'OpenAPI 3.x or Swagger 2.0',
    recognises: recognisesOpenApi,
    read: readOpenApi,
    complete: completeOpenApi,
  },
]);

/** Loads the parts of a fetched description of any protocol that are published elsewhere. */
export async function completeDescription(
  host: DocumentHost,
  document: JsonValue,
  fetched: FetchedFrom,
): Promise<JsonValue> {
  const protocol = protocols.find((each) => each.recognises(document));
  return (await protocol?.complete?.(host, document, fetched)) ?? document;
}

/** Reads a description of any protocol in the list. */
export const readDescription: Reader = (document, context) => {
  const protocol = protocols.find((each) => each.recognises(document));
  if (protocol !== undefined) return protocol.read(document, context);
  const location = { ...(context.uri === undefined ? {} : { uri: context.uri }), pointer: '' };
  const titles = protocols.map((each) => each.title).join(', ');
  return {
    diagnostics: [
      {
        code: 'protocols/unrecognised',
        severity: 'error',
        message: `Unknown kind of description; expected: ${titles}`,
        help: 'Send a JSON object with at least "name", "description", "capabilities", "endpoint" and "operations".',
        location,
      },
    ],
  };
};
