/** The documents that the arguments of the linter name: files, URLs, folders, and patterns with stars or alternatives. */

import { relative, resolve } from 'node:path';
import { UsageError } from '../command/usage-error.js';
import type { Runtime } from '../terminal/runtime.js';

/** Stars, question marks and alternatives in braces make an argument a pattern. */
const special = /[^/\\]*(?:[*?]|\{[^{}]*,)/;

/** Bytes at the start of a file in which a description names its kind. */
const headBytes = 4_096;

/** True for a file name that a folder may give, and for a name without an ending: that may be a new folder. */
export function mayBeInput(path: string): boolean {
  return /(?:\.(?:json|ya?ml)|[/\\][^./\\]+)$/i.test(path);
}

/** Lists the documents in order, each once. A folder gives the OpenAPI and Swagger documents in it. */
export async function findInputs(runtime: Runtime, given: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const source of given) found.push(...(await expand(runtime, source)));
  return [...new Set(found)];
}

async function expand(runtime: Runtime, source: string): Promise<string[]> {
  if (source === '-' || /^https?:\/\//i.test(source)) return [source];
  const isPattern = special.test(source);
  const folder = folderOf(source);
  const files = await runtime.listFiles(resolve(runtime.cwd, folder));
  if (files === undefined) {
    if (isPattern) throw new UsageError(`${source}: the folder "${folder}" does not exist`);
    return [source];
  }
  const pattern = toExpression(toSlashes(resolve(runtime.cwd, source)));
  const nameOf = (file: string) => toSlashes(relative(runtime.cwd, file));
  const matching = isPattern
    ? files.filter((file) => pattern.test(toSlashes(file))).map(nameOf)
    : await filterDescriptions(runtime, files.map(nameOf));
  if (matching.length === 0) {
    const what = isPattern
      ? 'no file matches'
      : 'the folder contains no OpenAPI or Swagger document (.json, .yaml, .yml)';
    throw new UsageError(`${source}: ${what}`);
  }
  return matching;
}

/** True when a pattern of paths in the current directory matches a file. */
export function matchesPattern({ cwd }: Runtime, pattern: string, source: string): boolean {
  return toExpression(toSlashes(resolve(cwd, pattern))).test(toSlashes(resolve(cwd, source)));
}

/** The folder that an argument names: itself, or what precedes the first special character. */
export function folderOf(source: string): string {
  const at = source.search(special);
  return at === -1 ? source : source.slice(0, at);
}

function toSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}

/** `*` and `?` stay within a folder, `**` does not; `{yaml,yml}` is either of both. */
function toExpression(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*\*|\*|\?|\{[^{}]*,[^{}]*\})/).map((part) => {
    if (part === '**/') return '(?:[^/]+/)*';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    const literal = part.replace(/[.+*?^${}()|[\]\\]/g, '\\$&');
    return /^\{.*,.*\}$/.test(part) ? `(?:${literal.slice(2, -2).replaceAll(',', '|')})` : literal;
  });
  return new RegExp(`^${parts.join('')}$`);
}

async function filterDescriptions(runtime: Runtime, names: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of names.filter((each) => /\.(?:json|ya?ml)$/i.test(each))) {
    if (/^\s*["']?(?:openapi|swagger)["']?\s*:/m.test(await readHead(runtime, name))) found.push(name);
  }
  return found;
}

/** The start of a file as text; JSON on one line is split at its braces, so that a member can start a line. */
async function readHead(runtime: Runtime, name: string): Promise<string> {
  let text = '';
  for await (const chunk of runtime.openFile(resolve(runtime.cwd, name))) {
    text += Buffer.from(chunk).toString('latin1');
    if (text.length >= headBytes) break;
  }
  return text.slice(0, headBytes).replace(/[{,]/g, '\n');
}
