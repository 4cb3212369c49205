/**
 * Packs a skill into one tar archive (POSIX ustar), for clients that download the folder over HTTP. It contains no
 * timestamp, so the same skill always gives the same bytes.
 */
import type { Skill } from './write-skill.js';

const block = 512;
const encoder = new TextEncoder();

/** Packs the files of a skill; paths must be ASCII and at most 100 bytes long, the limit of the format. */
export function packSkill({ files }: Skill): Uint8Array {
  const parts = files.flatMap(({ path, text }) => {
    const content = encoder.encode(text);
    return [writeHeader(path, content.byteLength), content, new Uint8Array(padding(content.byteLength))];
  });
  return join([...parts, new Uint8Array(2 * block)]);
}

/**
 * One header: texts and octal numbers at fixed offsets, and the checksum of its bytes with the checksum field as
 * spaces.
 */
function writeHeader(path: string, size: number): Uint8Array {
  const name = encoder.encode(path);
  if (name.byteLength > 100 || name.byteLength !== path.length)
    throw new Error(`The path ${path} does not fit into a tar archive`);
  const header = new Uint8Array(block);
  const put = (at: number, text: string) => header.set(encoder.encode(text), at);
  const number = (at: number, value: number, width: number) => put(at, value.toString(8).padStart(width - 1, '0'));
  header.set(name, 0);
  number(100, 0o644, 8);
  number(108, 0, 8);
  number(116, 0, 8);
  number(124, size, 12);
  number(136, 0, 12);
  put(148, ' '.repeat(8));
  put(156, '0');
  put(257, 'ustar\u000000');
  number(
    148,
    header.reduce((sum, byte) => sum + byte, 0),
    7,
  );
  header[154] = 0;
  return header;
}

function padding(size: number): number {
  return (block - (size % block)) % block;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
