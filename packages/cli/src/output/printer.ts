/** The only way from a command to the outside: data to standard output, messages to standard error. */
import type { Surroundings } from '../surroundings.js';
import type { Paintable, Painted, Palette } from './paint.js';
import { createPalette, paint } from './paint.js';
import { safeJson } from './sanitise.js';
import type { Column } from './table.js';
import { plainTable, ruledTable } from './table.js';

/** Prints what went through `paint`, and JSON. */
export interface Printer {
  /** True when the caller wants JSON. */
  readonly json: boolean;
  /** Colours for standard output. */
  readonly colour: Palette;
  /** Colours for standard error. */
  readonly noteColour: Palette;
  /** A line of data. */
  out(text: Painted): void;
  /** A value as JSON. */
  value(value: unknown): void;
  /** A table of data. */
  table(columns: readonly Column[], rows: readonly (readonly Paintable[])[]): void;
  /** Text of a program's own, such as a completion script, untouched. */
  raw(text: string): void;
  /** Resolves when what was printed has been taken. */
  settled(): Promise<void>;
  /** A line for people. */
  note(text: Painted): void;
  /** Replaces the last progress line, where there is a terminal to do it on; undefined removes it. */
  progress(text: Painted | undefined): void;
}

/** Makes the printer of one call. */
export function createPrinter(surroundings: Surroundings, wants: { json: boolean; noColour: boolean }): Printer {
  const { stdout, stderr, terminal, env } = surroundings;
  const colourful = !wants.noColour && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';
  let progressing = false;
  const clear = () => {
    if (progressing) stderr.write('\r\u001b[2K');
    progressing = false;
  };
  const data = (text: string) => {
    clear();
    stdout.write(`${text}\n`);
  };
  return {
    json: wants.json,
    colour: createPalette(colourful && terminal.stdout),
    noteColour: createPalette(colourful && terminal.stderr),
    out: (text) => data(paint(text).painted),
    value: (value) => data(safeJson(value)),
    table: (columns, rows) =>
      data(terminal.stdout ? ruledTable(columns, rows, terminal.columns) : plainTable(columns, rows)),
    raw: (text) => data(text.trimEnd()),
    settled: () => stdout.settled(),
    note(text) {
      clear();
      stderr.write(`${text.painted}\n`);
    },
    progress(text) {
      if (!terminal.stderr) return;
      clear();
      if (text === undefined) return;
      stderr.write(text.painted);
      progressing = true;
    },
  };
}
