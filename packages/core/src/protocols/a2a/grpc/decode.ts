/**
 * Reads a message in the Protocol Buffers encoding into its JSON form. The input is untrusted: lengths, depth, text
 * and numbers are checked; unknown fields are skipped, as the encoding demands.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Field, MessageType } from './messages.js';
import { enumerations, messageType } from './messages.js';

/** The bytes are not a message of the expected type. */
export class DecodeError extends Error {}

/** Maximum number of messages inside each other; a value in JSON takes up to three. */
const maxDepth = 400;

/** Reads a message; throws `DecodeError`. */
export function decodeMessage(typeName: string, bytes: Uint8Array): JsonObject {
  return new Reader(bytes).message(messageType(typeName), bytes.byteLength, {});
}

/** Seconds of the first and the last second that RFC 3339 can express. */
const seconds = { least: -62_135_596_800, most: 253_402_300_799 };

type ReadField = (number: number, type: number) => boolean;

class Reader {
  readonly #buffer: Buffer;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #at = 0;
  #depth = 0;

  constructor(bytes: Uint8Array) {
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  message(type: MessageType, end: number, target: JsonObject): JsonObject {
    this.#fields(end, (number, wireType) => {
      const field = type.byNumber.get(number);
      return field !== undefined && this.#field(type, field, { wireType, target });
    });
    return target;
  }

  /** Reads fields up to `end`; those that `read` does not take are skipped. */
  #fields(end: number, read: ReadField): void {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new DecodeError('the message is nested too deep');
    while (this.#at < end) {
      const tag = this.#varint();
      const number = Math.floor(tag / 8);
      if (number === 0 || number > 0x1fffffff) throw new DecodeError('a field has an invalid number');
      if (!read(number, tag % 8)) this.#skip(number, tag % 8);
    }
    if (this.#at !== end) throw truncated();
    this.#depth -= 1;
  }

  /** False for another wire type than the type of the field has: such a field is unknown. */
  #field(type: MessageType, field: Field, { wireType, target }: { wireType: number; target: JsonObject }): boolean {
    const isNumber = field.type === 'bool' || field.type === 'int32' || enumerations[field.type] !== undefined;
    if (wireType !== (isNumber ? 0 : 2)) return false;
    if (field.isChoice)
      for (const other of type.fields) if (other.isChoice && other !== field) delete target[other.name];
    const before = target[field.name];
    const value = this.#value(field.type, field.isRepeated ? undefined : before);
    if (!field.isRepeated) target[field.name] = value;
    else if (Array.isArray(before)) before.push(value);
    else target[field.name] = [value];
    return true;
  }

  #value(type: string, before: JsonValue | undefined): JsonValue {
    if (type === 'bool') return this.#varint() !== 0;
    if (type === 'int32') return this.#int64() | 0;
    const names = enumerations[type];
    if (names !== undefined) return names[this.#int64() | 0] ?? names[0] ?? '';
    const end = this.#end();
    const kept = isJsonObject(before) ? before : {};
    if (type === 'string') return this.#text(end);
    if (type === 'bytes') return this.#bytes(end).toString('base64');
    if (type === 'value') return this.#anyValue(end);
    if (type === 'struct') return this.#struct(end, kept);
    if (type === 'strings') return this.#strings(end, kept);
    if (type === 'timestamp') return this.#timestamp(end);
    return this.message(messageType(type), end, kept);
  }

  /** google.protobuf.Value; one without a value is null. */
  #anyValue(end: number): JsonValue {
    let value: JsonValue = null;
    this.#fields(end, (number, type) => {
      const read = this.#kind(number * 8 + type);
      if (read === undefined) return false;
      value = read;
      return true;
    });
    return value;
  }

  /** The value of one of the fields of a Value, by its tag; undefined for another field. */
  #kind(tag: number): JsonValue | undefined {
    if (tag === 8) {
      this.#varint();
      return null;
    }
    if (tag === 17) return this.#double();
    if (tag === 26) return this.#text(this.#end());
    if (tag === 32) return this.#varint() !== 0;
    if (tag === 42) return this.#struct(this.#end(), {});
    return tag === 50 ? this.#list(this.#end()) : undefined;
  }

  #list(end: number): JsonValue[] {
    const values: JsonValue[] = [];
    this.#fields(end, (number, type) => {
      if (number !== 1 || type !== 2) return false;
      values.push(this.#anyValue(this.#end()));
      return true;
    });
    return values;
  }

  #struct(end: number, target: JsonObject): JsonObject {
    this.#fields(end, (number, type) => {
      if (number !== 1 || type !== 2) return false;
      const [key, value] = this.#entry<JsonValue>(null, (at) => this.#anyValue(at));
      setOwn(target, key, value);
      return true;
    });
    return target;
  }

  /** One entry of a map of texts; the field repeats. */
  #strings(end: number, target: JsonObject): JsonObject {
    const [key, value] = this.#entryUpTo(end, '', (at) => this.#text(at));
    setOwn(target, key, value);
    return target;
  }

  #entry<T>(usual: T, read: (end: number) => T): [string, T] {
    return this.#entryUpTo(this.#end(), usual, read);
  }

  #entryUpTo<T>(end: number, usual: T, read: (end: number) => T): [string, T] {
    const entry: [string, T] = ['', usual];
    this.#fields(end, (number, type) => {
      if (type !== 2 || number > 2) return false;
      if (number === 1) entry[0] = this.#text(this.#end());
      else entry[1] = read(this.#end());
      return true;
    });
    return entry;
  }

  #timestamp(end: number): string {
    const parts = [0, 0];
    this.#fields(end, (number, type) => {
      if (type !== 0 || number > 2) return false;
      parts[number - 1] = this.#int64();
      return true;
    });
    const [second = 0, nanos = 0] = parts;
    const isValid = second >= seconds.least && second <= seconds.most && nanos >= 0 && nanos < 1_000_000_000;
    if (!isValid) throw new DecodeError('a timestamp is out of range');
    return new Date(second * 1000 + Math.floor(nanos / 1_000_000)).toISOString();
  }

  /** Reads a length; returns the end of what it announces. */
  #end(): number {
    const length = this.#varint();
    const end = this.#at + length;
    if (end > this.#buffer.length) throw truncated();
    return end;
  }

  #bytes(end: number): Buffer {
    const bytes = this.#buffer.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }

  #text(end: number): string {
    try {
      return this.#decoder.decode(this.#bytes(end));
    } catch {
      throw new DecodeError('a text is not valid UTF-8');
    }
  }

  #double(): number {
    if (this.#at + 8 > this.#buffer.length) throw truncated();
    const value = this.#buffer.readDoubleLE(this.#at);
    this.#at += 8;
    if (!Number.isFinite(value)) throw new DecodeError('a number is not finite');
    return value;
  }

  /** An unsigned number; bits above the 53rd are lost, which only invalid lengths and tags have. */
  #varint(): number {
    let value = 0;
    for (let shift = 0; shift < 10; shift += 1) {
      const byte = this.#buffer[this.#at];
      if (byte === undefined) throw truncated();
      this.#at += 1;
      value += (byte & 0x7f) * 2 ** (7 * shift);
      if (byte < 0x80) return value;
    }
    throw new DecodeError('a number has more than ten bytes');
  }

  /** A signed number. */
  #int64(): number {
    const start = this.#at;
    const small = this.#varint();
    if (small <= Number.MAX_SAFE_INTEGER) return small;
    let value = 0n;
    for (let at = this.#at - 1; at >= start; at -= 1) value = (value << 7n) | BigInt((this.#buffer[at] ?? 0) & 0x7f);
    return Number(BigInt.asIntN(64, value));
  }

  #skip(number: number, type: number): void {
    if (type === 0) this.#varint();
    else if (type === 1) this.#at += 8;
    else if (type === 2) this.#at = this.#end();
    else if (type === 3) this.#skipGroup(number);
    else if (type === 5) this.#at += 4;
    else throw new DecodeError('a field has an invalid type');
    if (this.#at > this.#buffer.length) throw truncated();
  }

  #skipGroup(number: number): void {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new DecodeError('the message is nested too deep');
    for (;;) {
      const tag = this.#varint();
      if (tag % 8 === 4) {
        if (Math.floor(tag / 8) !== number) throw new DecodeError('a group ends with another number');
        this.#depth -= 1;
        return;
      }
      this.#skip(Math.floor(tag / 8), tag % 8);
    }
  }
}

function truncated(): DecodeError {
  return new DecodeError('the message is truncated');
}

/** The sender chooses the key, which may be `__proto__`. */
function setOwn(target: JsonObject, key: string, value: JsonValue): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
