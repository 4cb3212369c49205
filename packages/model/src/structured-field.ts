/**
 * The subset of structured header fields (RFC 8941) that signatures need: dictionaries of inner lists, items and
 * parameters. Strict parsing, canonical serialization.
 */

/** A bare item; byte sequences are enclosed in colons on the wire. */
export type FieldItem = string | number | boolean | Uint8Array;

/** Parameters in order. */
export type FieldParameters = ReadonlyMap<string, FieldItem>;

/** An item with its parameters. */
export interface FieldMember {
  /** An inner list, or one item. */
  value: FieldItem | readonly { value: FieldItem; parameters: FieldParameters }[];
  parameters: FieldParameters;
}

/** Maximum field length in characters. */
const longestField = 16_384;
const mostMembers = 64;

/** Parses a dictionary; undefined when it is malformed or too long. */
export function parseDictionary(text: string): ReadonlyMap<string, FieldMember> | undefined {
  if (text.length > longestField) return undefined;
  const reader = new Reader(text.trim());
  const members = new Map<string, FieldMember>();
  try {
    while (!reader.atEnd()) {
      const key = reader.key();
      members.delete(key);
      members.set(key, reader.take('=') ? reader.member() : { value: true, parameters: reader.parameters() });
      if (members.size > mostMembers || !reader.separator()) return undefined;
    }
    return members;
  } catch {
    return undefined;
  }
}

/** A cursor over a field; throws at the first invalid character. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  atEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  take(expected: string): boolean {
    if (this.#text[this.#at] !== expected) return false;
    this.#at += 1;
    return true;
  }

  /** A comma followed by a member, or the end. */
  separator(): boolean {
    this.#match(/[ \t]*/y);
    if (this.atEnd()) return true;
    if (!this.take(',')) return false;
    this.#match(/[ \t]*/y);
    return !this.atEnd();
  }

  key(): string {
    return this.#match(/[a-z*][a-z0-9_\-.*]*/y);
  }

  member(): FieldMember {
    const value = this.take('(') ? this.#innerList() : this.#item();
    return { value, parameters: this.parameters() };
  }

  parameters(): FieldParameters {
    const parameters = new Map<string, FieldItem>();
    while (this.take(';')) {
      this.#match(/ */y);
      const key = this.key();
      parameters.delete(key);
      parameters.set(key, this.take('=') ? this.#item() : true);
    }
    return parameters;
  }

  #innerList() {
    const items: { value: FieldItem; parameters: FieldParameters }[] = [];
    for (;;) {
      const blanks = this.#match(/ */y);
      if (this.take(')')) return items;
      if (items.length > 0 && blanks === '') throw new Error('no space between two items');
      items.push({ value: this.#item(), parameters: this.parameters() });
    }
  }

  #item(): FieldItem {
    const first = this.#text[this.#at];
    if (first === '"')
      return this.#match(/"(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"/y)
        .slice(1, -1)
        .replace(/\\(["\\])/g, '$1');
    if (first === ':') return decodeBase64(this.#match(/:[A-Za-z0-9+/=]*:/y).slice(1, -1));
    if (first === '?') return this.#match(/\?[01]/y) === '?1';
    return Number(this.#match(/-?\d{1,15}(?![\d.])/y));
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found === undefined) throw new Error(`unexpected character at ${this.#at}`);
    this.#at += found.length;
    return found;
  }
}

/** Serializes one item. */
export function writeItem(item: FieldItem): string {
  if (typeof item === 'string') return `"${item.replace(/["\\]/g, '\\$&')}"`;
  if (typeof item === 'number') return String(item);
  if (typeof item === 'boolean') return item ? '?1' : '?0';
  return `:${encodeBase64(item)}:`;
}

/** Serializes parameters; true is written as the key alone. */
export function writeParameters(parameters: FieldParameters): string {
  return [...parameters].map(([key, value]) => `;${key}${value === true ? '' : `=${writeItem(value)}`}`).join('');
}

/** Base64 between colons. */
export function encodeBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function decodeBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
