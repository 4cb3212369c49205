/** Edits one member of a JSON file that people write by hand: comments, indentation and trailing commas stay as they are. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import jsonc, { type Node, type ParseError } from 'jsonc-parser';

/** The object that a text holds, comments and trailing commas allowed; undefined when it holds anything else. */
export function readJsonText(text: string): JsonObject | undefined {
  try {
    const errors: ParseError[] = [];
    const root = jsonc.parseTree(withoutMark(text), errors, { allowTrailingComma: true });
    const value = root === undefined || errors.length > 0 ? undefined : toValue(root);
    return isJsonObject(value) ? value : undefined;
  } catch {
    // The parser is recursive, so a text that is nested too deeply overflows the stack.
    return undefined;
  }
}

/** Why a text is not JSON with comments: the first fault with its line; undefined when it is. */
export function faultInJsonText(text: string): string | undefined {
  const errors: ParseError[] = [];
  jsonc.parse(withoutMark(text), errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined) return undefined;
  const line = withoutMark(text).slice(0, first.offset).split('\n').length;
  const what = jsonc.printParseErrorCode(first.error).replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `line ${line}: ${what.toLowerCase()}`;
}

/** The text with the member at this path set; throws when the text holds no object. */
export function setMember(text: string, path: readonly [string, string], value: JsonObject): string {
  return modify(text, path, value);
}

/** The text without the member at this path; throws when the text holds no object. */
export function removeMember(text: string, path: readonly [string, string]): string {
  return modify(text, path, undefined);
}

function modify(text: string, path: readonly string[], value: JsonObject | undefined): string {
  if (readJsonText(text) === undefined) throw new Error('the text holds no JSON object');
  const bare = withoutMark(text);
  const formattingOptions = { ...indentationOf(bare), eol: bare.includes('\r\n') ? '\r\n' : '\n' };
  // Among lines, a new member comes first, so that a comment after the last member stays with that member.
  const layout = isOneLine(bare, path) ? {} : { formattingOptions, getInsertionIndex: () => 0 };
  const edits = jsonc.modify(bare, [...path], value, layout);
  return text.slice(0, text.length - bare.length) + jsonc.applyEdits(bare, edits);
}

/** True when the object that holds the member has members and all of them are on one line. */
function isOneLine(text: string, path: readonly string[]): boolean {
  const root = jsonc.parseTree(text);
  const holder = root === undefined ? undefined : jsonc.findNodeAtLocation(root, path.slice(0, -1));
  if (holder?.children === undefined || holder.children.length === 0) return false;
  return !text.slice(holder.offset, holder.offset + holder.length).includes('\n');
}

/** Built from the syntax tree, because the library's own values lose a member called `__proto__`. */
function toValue({ type, value, children = [] }: Node): JsonValue {
  if (type === 'array') return children.map(toValue);
  if (type !== 'object') return value as JsonValue;
  return Object.fromEntries(
    children.flatMap(({ children: [name, member] = [] }) =>
      name === undefined || member === undefined ? [] : [[String(name.value), toValue(member)]],
    ),
  );
}

function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

function indentationOf(text: string): { insertSpaces: boolean; tabSize: number } {
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length };
}
