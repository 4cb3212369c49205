/**
 * The framing of gRPC messages, and trailers as a last frame of the body, as gRPC-Web has them. Routes and the upstream
 * port know only heads and bodies; the HTTP/2 front end and the HTTP/2 connections convert that frame from and to
 * trailers.
 */

/** Media type of gRPC with Protocol Buffers. */
export const grpcType = 'application/grpc+proto';

/** True for the media types of gRPC with Protocol Buffers, which is the default encoding. */
export function isGrpcType(mediaType: string): boolean {
  return /^application\/grpc(\+proto)?\s*(;|$)/.test(mediaType);
}

/** Bytes before a message: flags and length. */
const prefixBytes = 5;

const flags = { compressed: 0x01, trailers: 0x80 };

/** One frame: a message, or the trailers. */
export interface GrpcFrame {
  kind: 'message' | 'trailers';
  bytes: Uint8Array;
}

/** The bytes violate the framing. */
export class GrpcFrameError extends Error {}

/** Writes a message as a frame. */
export function writeMessageFrame(message: Uint8Array): Uint8Array {
  return writeFrame(0, message);
}

/** Writes trailers as the last frame; names and values are header text. */
export function writeTrailerFrame(trailers: Readonly<Record<string, string>>): Uint8Array {
  const lines = Object.entries(trailers).map(([name, value]) => `${name}: ${value}\r\n`);
  return writeFrame(flags.trailers, Buffer.from(lines.join(''), 'latin1'));
}

function writeFrame(flag: number, content: Uint8Array): Uint8Array {
  const frame = Buffer.allocUnsafe(prefixBytes + content.byteLength);
  frame.writeUInt8(flag, 0);
  frame.writeUInt32BE(content.byteLength, 1);
  frame.set(content, prefixBytes);
  return frame;
}

/** Reads the trailers of a frame, by lower-case name. */
export function readTrailers(bytes: Uint8Array): Record<string, string> {
  const trailers = Object.create(null) as Record<string, string>;
  for (const line of Buffer.from(bytes).toString('latin1').split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) trailers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return trailers;
}

/** Splits a body into frames as its bytes arrive. A frame that announces too much is rejected before it arrives. */
export class GrpcFrameReader {
  readonly #maxBytes: number;
  #pieces: Uint8Array[] = [];
  #size = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** True when the bytes so far end inside a frame. */
  get isPartial(): boolean {
    return this.#size > 0;
  }

  /** The frames that these bytes complete; throws `GrpcFrameError`. */
  feed(bytes: Uint8Array): GrpcFrame[] {
    this.#pieces.push(bytes);
    this.#size += bytes.byteLength;
    const frames: GrpcFrame[] = [];
    while (this.#size >= prefixBytes) {
      const prefix = this.#peek();
      const length = prefix.readUInt32BE(1);
      const flag = prefix.readUInt8(0);
      if (length > this.#maxBytes) throw new GrpcFrameError(`a message has more than ${this.#maxBytes} bytes`);
      if ((flag & flags.compressed) !== 0) throw new GrpcFrameError('a message is compressed');
      if ((flag & ~flags.trailers) !== 0) throw new GrpcFrameError('a message has unknown flags');
      if (this.#size < prefixBytes + length) break;
      const whole = this.#join();
      const kind = flag === flags.trailers ? 'trailers' : 'message';
      frames.push({ kind, bytes: whole.subarray(prefixBytes, prefixBytes + length) });
      this.#pieces = [whole.subarray(prefixBytes + length)];
      this.#size -= prefixBytes + length;
    }
    return frames;
  }

  /** The prefix of the next frame; joins as few bytes as possible, since it is read again with each piece. */
  #peek(): Buffer {
    const [first] = this.#pieces;
    const whole = first !== undefined && first.byteLength >= prefixBytes ? first : this.#join();
    return Buffer.from(whole.buffer, whole.byteOffset, prefixBytes);
  }

  #join(): Uint8Array {
    const whole = this.#pieces.length === 1 ? this.#pieces[0] : Buffer.concat(this.#pieces, this.#size);
    this.#pieces = whole === undefined ? [] : [whole];
    return whole ?? new Uint8Array(0);
  }
}
