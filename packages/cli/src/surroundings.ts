/**
 * Everything of the process that a command may touch. `main.ts` fills it from the real process, tests from
 * plain values, so commands run anywhere.
 */
import type { Fetch } from '@dragoman/sdk';

/** Takes text. */
export interface Writer {
  write(text: string): void;
  /** Resolves when what was written has been taken, so that a long output does not pile up. */
  settled(): Promise<void>;
}

/** Which ends are a terminal, and how wide it is. */
export interface Terminal {
  stdin: boolean;
  stdout: boolean;
  stderr: boolean;
  /** Columns of the terminal that standard output goes to. */
  columns: number;
}

/** Everything of the process that a command may touch. */
export interface Surroundings {
  /** For data, what a program would read. */
  stdout: Writer;
  /** For messages, what a person would read. */
  stderr: Writer;
  stdin: AsyncIterable<Uint8Array>;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  terminal: Terminal;
  /** Receives everything that is printed as it was before it was fitted to the terminal. */
  transcript?: (text: string) => void;
  fetch: Fetch;
  /** Bytes of a file at an absolute path, in pieces; with `below` only of one that lies there when links are followed. */
  openFile(path: string, how?: { below?: string }): AsyncIterable<Uint8Array>;
  /** Puts a text in the place of a file at an absolute path, or makes the file. */
  writeFile(path: string, text: string): Promise<void>;
  /** Makes a file at an absolute path, and the folders above it; one that is there is replaced only when that is said. `like`: the file whose readers may read it too. */
  createFile(path: string, text: string, how: { replace: boolean; like?: string }): Promise<void>;
  /** Words that run this program again, whoever starts them. */
  program(): Promise<readonly string[]>;
  /** What the JavaScript module at an absolute path exports; runs it. */
  loadModule(path: string): Promise<Readonly<Record<string, unknown>>>;
  /** Asks a person and gives the line that they typed; a line break when they closed the dialogue instead. What is hidden is not shown. */
  ask(question: string, how?: { hidden?: boolean }): Promise<string>;
  /** Aborts when the person wants to stop; its reason says how. */
  signal: AbortSignal;
  /** Milliseconds since the epoch. */
  now(): number;
  /** A text that nobody has used before. */
  newId(): string;
  /** Version of this program. */
  version: string;
}
