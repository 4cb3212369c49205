/** Decodes UTF-8. */

/** One decoder for all documents: creating one costs more than decoding a small document, and `decode` keeps no state. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text without its byte order mark; undefined when the bytes are not valid UTF-8. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
