/** UTF-8 bytes → text, by the machine's own check: a decoder object per document costs more than the document. */
import { isUtf8 } from 'node:buffer';

/** The text of the bytes, a byte order mark left out; undefined when they are no UTF-8. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes)) return undefined;
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
