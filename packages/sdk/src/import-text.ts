/** Recognizes what a person pastes to import something: a URL, a description, `mcpServers` JSON, or a command. */
import type { ClientServers, StdioCommand } from './client-servers.js';
import { plainName, readClientServers } from './client-servers.js';
import type { ImportItem } from './imports.js';

/** What a text means. */
export interface ImportText {
  kind: 'url' | 'description' | 'mcp-servers' | 'command' | 'empty';
  /** What can be imported at once. */
  items: ImportItem[];
  /** Commands of MCP servers that must be added first. */
  commands: StdioCommand[];
}

const launchers = ['npx', 'node', 'npm', 'exec', 'uvx', 'uv', 'run', 'python', 'python3', 'docker', 'bunx', 'deno'];

/** Recognizes a text; anything that is neither a URL, `mcpServers` JSON nor a command counts as a description. */
export function readImportText(text: string): ImportText {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'empty', items: [], commands: [] };
  const lines = trimmed.split(/\s*\n\s*/);
  if (lines.every((line) => /^(?:(?:mcp\+)?https?:\/\/|stdio:)\S+$/i.test(line))) {
    return { kind: 'url', items: lines.map((url) => ({ url })), commands: [] };
  }
  const servers = serversOf(trimmed);
  if (servers !== undefined) return { kind: 'mcp-servers', items: servers.items, commands: servers.commands };
  const words = (lines.length === 1 ? splitCommandLine(trimmed) : undefined) ?? [];
  const [command, ...args] = words;
  if (command !== undefined && isCommand(command, args)) {
    return { kind: 'command', items: [], commands: [{ name: nameOf(words), command, args, env: {} }] };
  }
  return { kind: 'description', items: [{ text }], commands: [] };
}

/** The servers of a client's configuration. */
function serversOf(text: string): ClientServers | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return readClientServers(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** A description never begins with the name of a launcher or a path, followed by plain words. */
function isCommand(command: string, args: readonly string[]): boolean {
  if (/[{}<>]|^-|:$/.test(command)) return false;
  return launchers.includes(command) ? args.length > 0 : /^[./~][^\s]*$/.test(command);
}

/**
 * Words of a command line; quotes group, and a backslash escapes outside single quotes. Undefined when a quote is not
 * closed.
 */
export function splitCommandLine(line: string): string[] | undefined {
  const form = /(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/g;
  if (line.replace(form, '').trim() !== '') return undefined;
  const words = line.match(form) ?? [];
  return words.map((word) =>
    word.replace(/\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'/g, (_, escaped, double, single) =>
      String(escaped ?? double?.replace(/\\(.)/g, '$1') ?? single ?? ''),
    ),
  );
}

/** The first word that identifies the program. */
function nameOf(words: readonly string[]): string {
  const telling = words.find((word) => !word.startsWith('-') && !launchers.includes(word)) ?? 'server';
  return plainName(
    telling
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '') ?? telling,
  );
}
