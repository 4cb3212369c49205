/**
 * JSON text without loss: a number that JavaScript would round is kept as it was written. Everything else is an
 * ordinary value, so that forms can work with it.
 */

/** A number whose digits JavaScript cannot represent. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A JSON value in which numbers are exact. */
export type ExactValue = string | number | boolean | null | ExactNumber | ExactValue[] | ExactObject;

/** A JSON object in which numbers are exact. */
export interface ExactObject {
  [name: string]: ExactValue;
}

/** True for objects, not for arrays, null and exact numbers. */
export function isExactObject(value: unknown): value is ExactObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** The value of a text, or what is wrong with it. */
export type JsonReading = { value: ExactValue; problem?: undefined } | { value?: undefined; problem: string };

const maxDepth = 500;

/** Reads a JSON text. */
export function readJson(text: string): JsonReading {
  const reader = new Reader(text);
  try {
    const value = reader.value(0);
    reader.expectEnd();
    return { value };
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: error.message };
    throw error;
  }
}

const blank = /[\t\n\r ]*/y;
const wordForm = /[\w.+-]+/y;
const numberForm = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const words: ReadonlyMap<string, ExactValue> = new Map<string, ExactValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): ExactValue {
    if (depth > maxDepth) throw new SyntaxError('The JSON is nested too deeply.');
    if (this.#takes('{')) return this.#members(depth);
    if (this.#takes('[')) return this.#items(depth);
    if (this.#text[this.#at] === '"') return this.#string();
    wordForm.lastIndex = this.#at;
    const [word = ''] = wordForm.exec(this.#text) ?? [];
    const known = words.get(word);
    if (known === undefined && !numberForm.test(word)) throw this.#unexpected();
    this.#at += word.length;
    return known === undefined ? readNumber(word) : known;
  }

  expectEnd(): void {
    this.#skipBlanks();
    if (this.#at < this.#text.length) throw this.#unexpected();
  }

  #members(depth: number): ExactObject {
    const members: [string, ExactValue][] = [];
    if (this.#takes('}')) return {};
    do {
      this.#skipBlanks();
      const name = this.#string();
      if (!this.#takes(':')) throw this.#unexpected();
      members.push([name, this.value(depth + 1)]);
    } while (this.#takes(','));
    if (!this.#takes('}')) throw this.#unexpected();
    // Unlike an assignment, this also creates a member named __proto__.
    return Object.fromEntries(members);
  }

  #items(depth: number): ExactValue[] {
    const items: ExactValue[] = [];
    if (this.#takes(']')) return items;
    do items.push(this.value(depth + 1));
    while (this.#takes(','));
    if (!this.#takes(']')) throw this.#unexpected();
    return items;
  }

  #string(): string {
    if (this.#text[this.#at] !== '"') throw this.#unexpected();
    let end = this.#text.indexOf('"', this.#at + 1);
    while (end > 0 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    if (end < 0) throw this.#unexpected();
    try {
      const text = JSON.parse(this.#text.slice(this.#at, end + 1)) as string;
      this.#at = end + 1;
      return text;
    } catch {
      throw this.#unexpected();
    }
  }

  #isEscaped(at: number): boolean {
    let slashes = 0;
    while (this.#text[at - slashes - 1] === '\\') slashes += 1;
    return slashes % 2 === 1;
  }

  #takes(sign: string): boolean {
    this.#skipBlanks();
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #skipBlanks(): void {
    blank.lastIndex = this.#at;
    blank.exec(this.#text);
    this.#at = blank.lastIndex;
  }

  #unexpected(): SyntaxError {
    if (this.#text.trim() === '') return new SyntaxError('The JSON is empty.');
    const lines = this.#text.slice(0, this.#at).split('\n');
    return new SyntaxError(
      `The JSON is not valid near line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}.`,
    );
  }
}

/** A number; exact where JavaScript would round it. */
export function readNumber(text: string): number | ExactNumber {
  const value = Number(text);
  return Number.isFinite(value) && digitsOf(String(value)) === digitsOf(text) ? value : new ExactNumber(text);
}

/** True when the text is a JSON number. */
export function isNumberText(text: string): boolean {
  return numberForm.test(text);
}

/** Sign, significant digits and exponent in one form for all spellings of a number. */
function digitsOf(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  return `${mantissa.startsWith('-') ? '-' : ''}${significant}e${power}`;
}

/** Writes a value as JSON text, indented by two spaces. */
export function writeJson(value: ExactValue, indent = ''): string {
  if (value instanceof ExactNumber) return value.text;
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : JSON.stringify(value);
  const isList = Array.isArray(value);
  const inner = `${indent}  `;
  const parts = isList
    ? value.map((item) => writeJson(item, inner))
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${writeJson(member, inner)}`);
  if (parts.length === 0) return isList ? '[]' : '{}';
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

/** True when two values are the same; the order of members does not count. */
export function sameValue(one: ExactValue | undefined, other: ExactValue | undefined): boolean {
  if (one instanceof ExactNumber || other instanceof ExactNumber) {
    return one instanceof ExactNumber && other instanceof ExactNumber && digitsOf(one.text) === digitsOf(other.text);
  }
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, at) => sameValue(item, other[at]));
  }
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => Object.hasOwn(other, name) && sameValue(one[name], other[name]));
}

/** JSON pointers of the numbers that a server written in JavaScript would round. */
export function findInexact(value: ExactValue, pointer = ''): string[] {
  if (value instanceof ExactNumber) return [pointer];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => findInexact(member, `${pointer}/${escapePointer(name)}`));
}

/** A name as a part of a JSON pointer. */
export function escapePointer(name: string | number): string {
  return String(name).replaceAll('~', '~0').replaceAll('/', '~1');
}
