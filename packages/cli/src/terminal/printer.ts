/** How commands print: data to standard output, messages to standard error, both fitted to the terminal. */

import type { Paintable, Painted, Palette } from './paint.js';
import { createPalette } from './paint.js';
import { plainTable } from './plain-table.js';
import type { Runtime } from './runtime.js';
import { safeJson } from './sanitize.js';
import type { Column } from './table.js';

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

/** Fits text to a terminal; its libraries are slow to load, and a pipe does not need them. */
async function loadLayout() {
  const [layout, { terminalTable }] = await Promise.all([import('./layout.js'), import('./table.js')]);
  return { ...layout, terminalTable };
}

/** Creates the printer of one run. */
export async function createPrinter(runtime: Runtime, wants: { json: boolean; noColor: boolean }): Promise<Printer> {
  const { stdout, stderr, terminal, env, transcript } = runtime;
  const layout = terminal.stdout || terminal.stderr ? await loadLayout() : undefined;
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
  const fitted = ({ painted, verbatim }: Painted, inTerminal: boolean) =>
    verbatim === true || !inTerminal || layout === undefined
      ? painted
      : painted
          .split('\n')
          .map((each) => layout.wrapLine(each, terminal.columns))
          .join('\n');
  return {
    json: wants.json,
    width: terminal.stdout ? terminal.columns : Number.POSITIVE_INFINITY,
    color,
    noteColor: createPalette(colorful && terminal.stderr),
    out: (text) => data(text.painted, fitted(text, terminal.stdout)),
    value: (value) => data(safeJson(value)),
    table(columns, rows) {
      const plain = plainTable(columns, rows);
      const space = { width: terminal.columns, color };
      data(plain, terminal.stdout ? layout?.terminalTable(columns, rows, space) : plain);
    },
    raw: (text) => data(text.trimEnd()),
    settled: () => stdout.settled(),
    note(text) {
      clear();
      transcript?.(`${text.painted}\n`);
      stderr.write(`${fitted(text, terminal.stderr)}\n`);
    },
    progress(text) {
      if (!terminal.stderr || layout === undefined) return;
      clear();
      if (text === undefined) return;
      // A progress line that wraps could not be removed again.
      stderr.write(layout.cutLine(text.painted, terminal.columns - 1));
      progressing = true;
    },
  };
}
