/** The list of protocols: one line per folder. A description is read by the first protocol that recognizes it. */
import type { JsonValue, Protocol } from '@dragoman/model';
import type { FetchedFrom } from '../documents/description-reading.js';
import type { DocumentHost } from '../documents/host.js';
import type { Reader } from '../documents/reader.js';
import { readA2a } from './a2a/read.js';
import { recognizesA2a } from './a2a/recognize.js';
import { followSummary } from './agis/follow-summary.js';
import { readAgis } from './agis/read.js';
import { recognizesAgis } from './agis/recognize.js';
import { readAidip } from './aidip/read.js';
import { recognizesAidip } from './aidip/recognize.js';
import { readArazzoEntry } from './arazzo/read.js';
import { recognizesArazzo } from './arazzo/recognize.js';
import { readMcp } from './mcp/read.js';
import { recognizesMcp } from './mcp/recognize.js';
import { readNact } from './nact/read.js';
import { completeToolList } from './nact/read-root.js';
import { recognizesNact } from './nact/recognize.js';
import { completeOpenApi } from './openapi/bundle.js';
import { readOpenApi } from './openapi/read.js';
import { recognizesOpenApi } from './openapi/recognize.js';

/** A protocol of descriptions. */
export interface ProtocolFolder {
  name: Protocol;
  /** Name for people. */
  title: string;
  /** True when the document appears to be of this protocol, valid or not. */
  recognizes(document: JsonValue): boolean;
  read: Reader;
  /** Loads the rest of a document that continues elsewhere; absent where one document is complete. */
  complete?(host: DocumentHost, document: JsonValue, fetched: FetchedFrom): Promise<JsonValue>;
}

/** Every protocol, in the order in which they are tried. */
export const protocols: readonly ProtocolFolder[] = Object.freeze([
  { name: 'arazzo', title: 'Arazzo workflows', recognizes: recognizesArazzo, read: readArazzoEntry },
  { name: 'agis', title: 'AGIS documents', recognizes: recognizesAgis, read: readAgis, complete: followSummary },
  { name: 'mcp', title: 'lists of MCP tools', recognizes: recognizesMcp, read: readMcp },
  { name: 'a2a', title: 'A2A agent cards', recognizes: recognizesA2a, read: readA2a },
  { name: 'aidip', title: 'AIDIP agent metadata', recognizes: recognizesAidip, read: readAidip },
  { name: 'nact', title: 'N-ACT tools', recognizes: recognizesNact, read: readNact, complete: completeToolList },
  {
    name: 'openapi',
    title: 'OpenAPI 3.x or Swagger 2.0',
    recognizes: recognizesOpenApi,
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
  const protocol = protocols.find((each) => each.recognizes(document));
  return (await protocol?.complete?.(host, document, fetched)) ?? document;
}

/** Reads a description of any protocol in the list. */
export const readDescription: Reader = (document, context) => {
  const protocol = protocols.find((each) => each.recognizes(document));
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
