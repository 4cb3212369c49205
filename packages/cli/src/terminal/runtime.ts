/**
 * Everything of the process that a command can use. `main.ts` fills it from the real process and tests from
 * plain values, so that commands run anywhere.
 */
import type { Fetch } from '@dragoman/sdk';

/** A text stream to write to. */
export interface Writer {
  write(text: string): void;
  /** Resolves when the written text has been consumed, so that long output is not buffered without limit. */
  settled(): Promise<void>;
}

/** Which standard streams are a terminal, and its width. */
export interface Terminal {
  stdin: boolean;
  stdout: boolean;
  stderr: boolean;
  /** Columns of the terminal that standard output goes to. */
  columns: number;
}

/** What to watch: folders, asked for again after each change, and which of the paths in them matter. */
export interface Watched {
  folders(): Iterable<string>;
  matters(path: string): boolean;
}

/** Everything of the process that a command can use. */
export interface Runtime {
  /** For data. */
  stdout: Writer;
  /** For messages. */
  stderr: Writer;
  stdin: AsyncIterable<Uint8Array>;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  terminal: Terminal;
  /** Receives everything that is printed as it was before it was fitted to the terminal. */
  transcript?: (text: string) => void;
  fetch: Fetch;
  /** Reads a file at an absolute path in chunks; with `below`, only if the file is inside that folder after links are resolved. */
  openFile(path: string, how?: { below?: string }): AsyncIterable<Uint8Array>;
  /** The absolute paths of all files below a folder, hidden ones and node_modules left out; undefined when the path is no folder. */
  listFiles(path: string): Promise<readonly string[] | undefined>;
  /** Yields after each change that matters, until the signal aborts. */
  watchFiles(watched: Watched, signal: AbortSignal): AsyncIterable<void>;
  /** Writes a text file at an absolute path, replacing an existing one. */
  writeFile(path: string, content: string | Uint8Array): Promise<void>;
  /** Creates a text file at an absolute path and its parent folders; replaces an existing file only with `replace`. `like`: copy the permissions of that file. */
  createFile(path: string, text: string, how: { replace: boolean; like?: string }): Promise<void>;
  /** The command line that starts this program again, from any process. */
  program(): Promise<readonly string[]>;
  /** Imports the JavaScript module at an absolute path. */
  loadModule(path: string): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Prompts for a line of text; returns a line break when the prompt was closed: by the user, by a signal, or at the
   * time `until` (milliseconds since the epoch). A hidden answer is not echoed.
   */
  ask(question: string, how?: { hidden?: boolean; until?: number }): Promise<string>;
  /** Aborts when the user asks to stop; its reason is the signal. */
  signal: AbortSignal;
  /** Milliseconds since the epoch. */
  now(): number;
  /** A new unique id. */
  newId(): string;
  /** Version of this program. */
  version: string;
}
