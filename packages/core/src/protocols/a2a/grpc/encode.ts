/**
 * Writes the JSON form of a message in the Protocol Buffers encoding. The bytes are written from the end to the
 * beginning, so that the length of a nested message is known when it is written and nothing is copied.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Field, MessageType } from './messages.js';
import { enumerations, messageType } from './messages.js';

const wire = { varint: 0, double: 1, bytes: 2 };

/** Writes a message; members that it does not define, or that have another type, are left out. */
export function encodeMessage(typeName: string, value: JsonObject): Uint8Array {
  const writer = new Writer();
  writer.message(messageType(typeName), value);
  return writer.finish();
}

class Writer {
  #buffer = Buffer.allocUnsafe(512);
  /** First byte that is written. */
  #at = 512;

  finish(): Uint8Array {
    return this.#buffer.subarray(this.#at);
  }

  message(type: MessageType, value: JsonObject): void {
    for (let at = type.fields.length - 1; at >= 0; at -= 1) {
      const field = type.fields[at] as Field;
      const member = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
      if (member === undefined || (member === null && field.type !== 'value')) continue;
      if (!field.isRepeated) this.#field(field, member);
      else if (Array.isArray(member)) {
        for (let item = member.length - 1; item >= 0; item -= 1) this.#item(field, member[item] ?? null);
      }
    }
  }

  #field(field: Field, value: JsonValue): void {
    const isDefault = value === '' || value === false || value === 0;
    if (isDefault && !field.hasPresence) return;
    this.#item(field, value);
  }

  #item({ number, type }: Field, value: JsonValue): void {
    switch (type) {
      case 'string':
        if (typeof value === 'string') this.#text(number, value);
        return;
      case 'bytes':
        if (typeof value === 'string') this.#bytes(number, Buffer.from(value, 'base64'));
        return;
      case 'bool':
        if (typeof value === 'boolean') this.#number(number, value ? 1 : 0);
        return;
      case 'int32':
        if (typeof value === 'number') this.#number(number, Math.trunc(value));
        return;
      case 'value':
        this.#nested(number, () => this.#value(value));
        return;
      case 'struct':
        if (isJsonObject(value)) this.#nested(number, () => this.#struct(value));
        return;
      case 'strings':
        if (isJsonObject(value)) this.#strings(number, value);
        return;
      case 'timestamp':
        if (typeof value === 'string') this.#timestamp(number, value);
        return;
      default:
        this.#named(number, type, value);
    }
  }

  #named(number: number, type: string, value: JsonValue): void {
    const names = enumerations[type];
    if (names === undefined) {
      if (isJsonObject(value)) this.#nested(number, () => this.message(messageType(type), value));
      return;
    }
    const code = typeof value === 'string' ? names.indexOf(value) : -1;
    if (code > 0) this.#number(number, code);
  }

  /** google.protobuf.Value. */
  #value(value: JsonValue): void {
    if (value === null) this.#number(1, 0);
    else if (typeof value === 'number') this.#double(2, value);
    else if (typeof value === 'string') this.#text(3, value);
    else if (typeof value === 'boolean') this.#number(4, value ? 1 : 0);
    else if (Array.isArray(value)) this.#nested(6, () => this.#list(value));
    else this.#nested(5, () => this.#struct(value));
  }

  #list(values: readonly JsonValue[]): void {
    for (let at = values.length - 1; at >= 0; at -= 1) this.#nested(1, () => this.#value(values[at] ?? null));
  }

  /** google.protobuf.Struct. */
  #struct(object: JsonObject): void {
    for (const [key, value] of Object.entries(object).reverse()) {
      this.#nested(1, () => {
        this.#nested(2, () => this.#value(value ?? null));
        if (key !== '') this.#text(1, key);
      });
    }
  }

  #strings(number: number, object: JsonObject): void {
    for (const [key, value] of Object.entries(object).reverse()) {
      this.#nested(number, () => {
        if (value !== '') this.#text(2, String(value));
        if (key !== '') this.#text(1, key);
      });
    }
  }

  #timestamp(number: number, text: string): void {
    const ms = Date.parse(text);
    if (Number.isNaN(ms)) return;
    const seconds = Math.floor(ms / 1000);
    const nanos = (ms - seconds * 1000) * 1_000_000;
    this.#nested(number, () => {
      if (nanos !== 0) this.#number(2, nanos);
      if (seconds !== 0) this.#number(1, seconds);
    });
  }

  #nested(number: number, write: () => void): void {
    const end = this.#written;
    write();
    this.#varint(this.#written - end);
    this.#tag(number, wire.bytes);
  }

  #text(number: number, text: string): void {
    const length = Buffer.byteLength(text);
    this.#take(length);
    this.#buffer.write(text, this.#at, 'utf8');
    this.#varint(length);
    this.#tag(number, wire.bytes);
  }

  #bytes(number: number, bytes: Uint8Array): void {
    this.#take(bytes.byteLength);
    this.#buffer.set(bytes, this.#at);
    this.#varint(bytes.byteLength);
    this.#tag(number, wire.bytes);
  }

  #double(number: number, value: number): void {
    this.#take(8);
    this.#buffer.writeDoubleLE(value, this.#at);
    this.#tag(number, wire.double);
  }

  #number(number: number, value: number): void {
    this.#varint(value);
    this.#tag(number, wire.varint);
  }

  #tag(number: number, type: number): void {
    this.#varint(number * 8 + type);
  }

  /** A safe integer; negative ones take ten bytes. */
  #varint(value: number): void {
    const bytes: number[] = [];
    if (value >= 0 && value <= 0x7f) bytes.push(value);
    else {
      let rest = BigInt.asUintN(64, BigInt(value));
      for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
      bytes.push(Number(rest));
    }
    this.#take(bytes.length);
    this.#buffer.set(bytes, this.#at);
  }

  get #written(): number {
    return this.#buffer.length - this.#at;
  }

  /** Makes room for so many bytes before those that are written. */
  #take(count: number): void {
    if (count > this.#at) {
      const written = this.#buffer.subarray(this.#at);
      const larger = Buffer.allocUnsafe(2 * (written.length + count));
      larger.set(written, larger.length - written.length);
      this.#at = larger.length - written.length;
      this.#buffer = larger;
    }
    this.#at -= count;
  }
}
