/** The base protocol of language servers: JSON messages with a header that gives their length in bytes. */

/** Maximum length of one message, in bytes: a document of 16 MB with its quotes escaped. */
const maxLength = 64 * 1024 * 1024;

/** A message of the client. */
export interface ClientMessage {
  id?: number | string;
  method?: string;
  params?: unknown;
}

/** Yields the messages of a stream; throws when the stream is not one of a language client. */
export async function* readMessages(input: AsyncIterable<Uint8Array>): AsyncIterable<ClientMessage> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  let needed: number | undefined;
  for await (const chunk of input) {
    chunks.push(chunk);
    size += chunk.byteLength;
    // Joined only when a message may be complete, so that a long one is not copied for each of its chunks.
    while (needed === undefined || size >= needed) {
      const bytes = Buffer.concat(chunks);
      chunks = [bytes];
      const next = takeMessage(bytes);
      needed = next.needed;
      if (next.message === undefined) break;
      chunks = [next.rest];
      size = next.rest.byteLength;
      needed = undefined;
      yield next.message;
      if (size === 0) break;
    }
  }
}

type Taken = { message: ClientMessage; rest: Buffer; needed?: undefined } | { message?: undefined; needed?: number };

function takeMessage(bytes: Buffer): Taken {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) {
    if (bytes.byteLength > 8192) throw new Error('Standard input does not speak the language server protocol.');
    return {};
  }
  const length = Number(/content-length:\s*(\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1]);
  if (!Number.isInteger(length) || length > maxLength) {
    throw new Error('A message has no Content-Length header, or is longer than 64 MB.');
  }
  const start = end + 4;
  if (bytes.byteLength < start + length) return { needed: start + length };
  const text = bytes.toString('utf8', start, start + length);
  return { message: JSON.parse(text) as ClientMessage, rest: bytes.subarray(start + length) };
}

/** A message with its header. */
export function frameMessage(message: unknown): string {
  const text = JSON.stringify(message);
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
