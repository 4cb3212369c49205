/**
 * Puts one member into a JSON text, or takes it out, and leaves every other character where it is: comments, indentation and
 * commas behind the last member stay. The text is read as editors read their settings: JSON with comments.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Where a member of an object stands. */
interface Member {
  name: string;
  start: number;
  value: number;
  /** Behind the value. */
  end: number;
  /** Behind the comma, where there is one. */
  comma?: number;
}

interface ObjectText {
  open: number;
  /** At the closing brace. */
  close: number;
  members: Member[];
}

/** The text is no object in JSON, with comments or without. */
class NoJson extends Error {}

const gap = /(?:[\s\uFEFF]|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const word = /"(?:[^"\\\n]|\\.)*"|[-+.\w]+/y;
const deepest = 200;

function skipGap(text: string, at: number): number {
  gap.lastIndex = at;
  gap.exec(text);
  return gap.lastIndex;
}

function readWord(text: string, at: number): number {
  word.lastIndex = at;
  if (!word.test(text)) throw new NoJson();
  return word.lastIndex;
}

/** Behind the value that begins here. */
function readValue(text: string, at: number, depth: number): number {
  if (depth > deepest) throw new NoJson();
  if (text[at] === '{') return readObject(text, at, depth).close + 1;
  return text[at] === '[' ? readList(text, at, depth) : readWord(text, at);
}

function readList(text: string, open: number, depth: number): number {
  let at = skipGap(text, open + 1);
  while (text[at] !== ']') {
    at = skipGap(text, readValue(text, at, depth + 1));
    if (text[at] === ',') at = skipGap(text, at + 1);
    else if (text[at] !== ']') throw new NoJson();
  }
  return at + 1;
}

function readObject(text: string, open: number, depth = 0): ObjectText {
  const members: Member[] = [];
  let at = skipGap(text, open + 1);
  while (text[at] !== '}') {
    if (text[at] !== '"') throw new NoJson();
    const start = at;
    const named = readWord(text, at);
    at = skipGap(text, named);
    if (text[at] !== ':') throw new NoJson();
    const value = skipGap(text, at + 1);
    const end = readValue(text, value, depth + 1);
    const member: Member = { name: String(JSON.parse(text.slice(start, named))), start, value, end };
    members.push(member);
    at = skipGap(text, end);
    if (text[at] === ',') {
      member.comma = at + 1;
      at = skipGap(text, at + 1);
    } else if (text[at] !== '}') throw new NoJson();
  }
  return { open, close: at, members };
}

function readRoot(text: string): ObjectText {
  const open = skipGap(text, 0);
  if (text[open] !== '{') throw new NoJson();
  const root = readObject(text, open);
  if (skipGap(text, root.close + 1) !== text.length) throw new NoJson();
  return root;
}

/** The object that a text stands for; undefined when it stands for none. */
export function readJsonText(text: string): JsonObject | undefined {
  try {
    readRoot(text);
    const value = JSON.parse(plain(text)) as JsonValue;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The text without comments, and without commas that nothing follows. */
function plain(text: string): string {
  const pieces = text.match(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[^"/]+|\//g) ?? [];
  const kept = pieces.filter((piece) => !/^\/[/*]/.test(piece)).map((piece) => piece.replace(/^\uFEFF/, ''));
  const joined: string[] = [];
  for (const piece of kept) {
    const last = joined.at(-1);
    if (last === undefined || piece.startsWith('"') || last.startsWith('"')) joined.push(piece);
    else joined[joined.length - 1] = last + piece;
  }
  return joined.map((piece) => (piece.startsWith('"') ? piece : piece.replace(/,(\s*[}\]])/g, '$1'))).join('');
}

/** The text with the member at this path of two names set; throws when it is no such text. */
export function putMember(text: string, [outer, inner]: readonly [string, string], value: JsonObject): string {
  const root = readRoot(text);
  const found = root.members.findLast(({ name }) => name === outer);
  if (found === undefined) return insert(text, root, outer, { [inner]: value });
  const object = readObject(text, found.value);
  const there = object.members.findLast(({ name }) => name === inner);
  if (there === undefined) return insert(text, object, inner, value);
  return text.slice(0, there.value) + write(text, value, indentAt(text, there.start)) + text.slice(there.end);
}

/** The text without the member at this path; throws when it is not there. */
export function takeMember(text: string, [outer, inner]: readonly [string, string]): string {
  const found = readRoot(text).members.findLast(({ name }) => name === outer);
  const members = found === undefined ? [] : readObject(text, found.value).members;
  const at = members.findLastIndex(({ name }) => name === inner);
  const [before, member] = [members[at - 1], members[at]];
  if (member === undefined) throw new NoJson();
  const from = text
    .slice(0, member.start)
    .replace(/[ \t]*$/, '')
    .replace(/\r?\n$/, '');
  const rest = text.slice(member.comma ?? member.end);
  // The comma before it leads nowhere now, unless one stood behind it too.
  if (member.comma !== undefined || before?.comma === undefined) return from + rest;
  return from.slice(0, before.comma - 1) + from.slice(before.comma) + rest;
}

function insert(text: string, object: ObjectText, name: string, value: JsonObject): string {
  const last = object.members.at(-1);
  const line = text.includes('\r\n') ? '\r\n' : '\n';
  if (last === undefined) {
    const outer = indentAt(text, object.close);
    const indent = outer + unitOf(text);
    const head = text.slice(0, object.close).trimEnd();
    return `${head}${line}${indent}${JSON.stringify(name)}: ${write(text, value, indent)}${line}${outer}${text.slice(object.close)}`;
  }
  const inOneLine = !text.slice(object.open, last.start).includes('\n');
  const indent = indentAt(text, last.start);
  const made = `${JSON.stringify(name)}: ${inOneLine ? JSON.stringify(value) : write(text, value, indent)}`;
  const comma = last.comma === undefined ? ',' : '';
  const end = last.comma ?? last.end;
  if (inOneLine) return `${text.slice(0, end)}${comma} ${made}${text.slice(end)}`;
  // What is said of the last member in its line stays with it.
  const beside = /^(?:[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/))*/.exec(text.slice(end))?.[0] ?? '';
  const after = text.slice(end + beside.length);
  return `${text.slice(0, end)}${comma}${beside}${line}${indent}${made}${last.comma === undefined ? '' : ','}${after}`;
}

function indentAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function unitOf(text: string): string {
  return /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
}

function write(text: string, value: JsonObject, indent: string): string {
  const line = text.includes('\r\n') ? '\r\n' : '\n';
  return JSON.stringify(value, undefined, unitOf(text)).replaceAll('\n', `${line}${indent}`);
}
