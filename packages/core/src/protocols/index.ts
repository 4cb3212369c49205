/** The list of protocols: one line per folder. A description is read by the first that recognises it. */
import type { JsonValue, Protocol } from '@dragoman/model';
import type { Reader } from '../documents/reader.js';
import { readAidip } from './aidip/read.js';
import { recognisesAidip } from './aidip/recognise.js';
import { readArazzoEntry } from './arazzo/read.js';
import { recognisesArazzo } from './arazzo/recognise.js';

/** A protocol that descriptions come in. */
export interface ProtocolFolder {
  name: Protocol;
  /** For people. */
  title: string;
  /** True when the document looks like one of this protocol's, right or wrong. */
  recognises(document: JsonValue): boolean;
  read: Reader;
}

/** Every protocol, in the order in which they are asked. */
export const protocols: readonly ProtocolFolder[] = Object.freeze([
  { name: 'arazzo', title: 'Arazzo workflows', recognises: recognisesArazzo, read: readArazzoEntry },
  { name: 'aidip', title: 'AIDIP agent metadata', recognises: recognisesAidip, read: readAidip },
]);

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
        message: `not a description that is read here; expected: ${titles}`,
        help: 'Send a JSON object with at least "name", "description", "capabilities", "endpoint" and "operations".',
        location,
      },
    ],
  };
};
