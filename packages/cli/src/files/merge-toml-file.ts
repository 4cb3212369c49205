/** Changes one table of a TOML file: keeps the rest with its comments, writes a backup, and leaves other files alone. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { UsageError } from '../command/usage-error.js';
import type { Runtime } from '../terminal/runtime.js';
import type { MergedFile } from './merge-json-file.js';
import { byHand, readFileText, replaceFile } from './merge-json-file.js';

/** The change: of the value, and of the text. */
export interface TomlChange {
  change: (value: JsonObject) => JsonObject;
  /** Names of the table that is replaced. */
  place: readonly [string, string];
  /** The new table with its heading; empty to remove it. */
  text: string;
}

/** Changes the file. The new text is parsed and compared with the intended value before it is written. */
export async function mergeTomlFile(
  runtime: Runtime,
  path: string,
  { change, place, text }: TomlChange,
): Promise<MergedFile> {
  const before = await readFileText(runtime, path);
  const value = before === undefined ? {} : await parseToml(before);
  if (value === undefined) throw new UsageError(`${path} is not TOML, so it was not changed; ${byHand}`);
  const after = change(value);
  if (isDeepStrictEqual(after, value)) return { outcome: 'unchanged' };
  const written = withTable(before ?? '', place, text);
  const isIntended = isDeepStrictEqual(withoutEmpty(await parseToml(written), place), withoutEmpty(after, place));
  return replaceFile(runtime, path, { text: before, written: isIntended ? written : undefined });
}

/** Parses TOML; undefined when it is invalid, after reporting the line. Dates become texts, as nothing here needs them. */
export async function parseToml(
  text: string,
  onInvalid: (line: number | undefined) => void = () => undefined,
): Promise<JsonObject | undefined> {
  const { parse, TomlError } = await import('smol-toml');
  try {
    return JSON.parse(JSON.stringify(parse(text))) as JsonObject;
  } catch (error) {
    onInvalid(error instanceof TomlError ? error.line : undefined);
    return undefined;
  }
}

/** Replaces the table and the tables below it, or appends it. */
function withTable(text: string, [group, name]: readonly [string, string], table: string): string {
  const lines = text.split('\n');
  const escaped = [name, JSON.stringify(name), `'${name}'`].map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const own = new RegExp(`^\\s*\\[\\s*${group}\\s*\\.\\s*(?:${escaped.join('|')})\\s*[.\\]]`);
  const start = lines.findIndex((line) => own.test(line));
  const added = table === '' ? [] : [...table.split('\n'), ''];
  if (start < 0) return [...trimEnd(lines), ...(text.trim() === '' ? [] : ['']), ...added].join('\n');
  const isNext = (line: string, at: number) => at > start && /^\s*\[/.test(line) && !own.test(line);
  const end = lines.findIndex(isNext);
  const kept = end < 0 ? [] : lines.slice(end);
  return [...lines.slice(0, start), ...added, ...kept].join('\n');
}

function trimEnd(lines: readonly string[]): string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return lines.slice(0, last + 1);
}

/** A group whose last table was removed has no heading left. */
function withoutEmpty(value: JsonObject | undefined, [group]: readonly [string, string]): JsonObject | undefined {
  const tables = value?.[group];
  if (value === undefined || !isJsonObject(tables) || Object.keys(tables).length > 0) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== group));
}
