/** How commands print: data to standard output, messages to standard error, both fitted to the terminal. */

import { cutLine, wrapLine } from './layout.js';
import type { Paintable, Painted, Palette } from './paint.js';
import { createPalette } from './paint.js';
import type { Runtime } from './runtime.js';
import { safeJson } from './sanitize.js';
import type { Column } from './table.js';
import { plainTable, terminalTable } from './table.js';

/** Prints painted text and JSON. */
export interface Printer {
  /** True with `--json`. */
  readonly json: boolean;
  /** Columns of the terminal; infinite in a pipe. */
  readonly width: number;
  /** Colors for standard output. */
  readonly color: Palette;
  /** Colors for standard error. */
  readonly noteColor: Palette;
  /** A line of data. */
  out(text: Painted): void;
  /** A value as JSON. */
  value(value: unknown): void;
  /** A table of data. */
  table(columns: readonly Column[], rows: readonly (readonly Paintable[])[]): void;
  /** Text that is printed unchanged, such as a completion script. */
  raw(text: string): void;
  /** Resolves when the output has been consumed. */
  settled(): Promise<void>;
  /** A message on standard error. */
  note(text: Painted): void;
  /** Replaces the progress line, in a terminal only; undefined removes it. */
  progress(text: Painted | undefined): void;
}

/** Creates the printer of one run. */
export function createPrinter(runtime: Runtime, wants: { json: boolean; noColor: boolean }): Printer {
  const { stdout, stderr, terminal, env, transcript } = runtime;
  const colorful = !wants.noColor && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';
  const color = createPalette(colorful && terminal.stdout);
  let progressing = false;
  const clear = () => {
    if (progressing) stderr.write('\r\u001b[2K');
    progressing = false;
  };
  const data = (text: string, shown = text) => {
    clear();
    transcript?.(`${text}\n`);
    stdout.write(`${shown}\n`);
  };
  return {
    json: wants.json,
    width: terminal.stdout ? terminal.columns : Number.POSITIVE_INFINITY,
    color,
    noteColor: createPalette(colorful && terminal.stderr),
    out: (text) => data(text.painted, terminal.stdout ? fitted(text, terminal.columns) : text.painted),
    value: (value) => data(safeJson(value)),
    table(columns, rows) {
      const plain = plainTable(columns, rows);
      data(plain, terminal.stdout ? terminalTable(columns, rows, { width: terminal.columns, color }) : plain);
    },
    raw: (text) => data(text.trimEnd()),
    settled: () => stdout.settled(),
    note(text) {
      clear();
      transcript?.(`${text.painted}\n`);
      stderr.write(`${terminal.stderr ? fitted(text, terminal.columns) : text.painted}\n`);
    },
    progress(text) {
      if (!terminal.stderr) return;
      clear();
      if (text === undefined) return;
      // A progress line that wraps could not be removed again.
      stderr.write(cutLine(text.painted, terminal.columns - 1));
      progressing = true;
    },
  };
}

function fitted({ painted, verbatim }: Painted, width: number): string {
  if (verbatim === true) return painted;
  return painted
    .split('\n')
    .map((each) => wrapLine(each, width))
    .join('\n');
}
