/**
 * Text that is safe to print. Only text that went through this module can be printed, so untrusted input never reaches the
 * terminal unfiltered; color codes are added last.
 */
import colors from 'picocolors';
import { sanitize, sanitizeLines } from './sanitize.js';

/** Text that is safe to print. */
export interface Painted {
  readonly painted: string;
  /** True for text that is never wrapped, such as a command to copy or a line of source code. */
  readonly verbatim?: true;
}

/** What can be inserted into a painted text. */
export type Paintable = string | number | Painted;

/** Styles by meaning, shown as colors if colors are enabled. */
export interface Palette {
  strong(text: Paintable): Painted;
  faint(text: Paintable): Painted;
  good(text: Paintable): Painted;
  bad(text: Paintable): Painted;
  warning(text: Paintable): Painted;
  name(text: Paintable): Painted;
}

/** Makes a text safe to print. */
export function paint(text: Paintable): Painted {
  return typeof text === 'object' ? text : { painted: sanitize(String(text)) };
}

/** Makes a text of several lines safe to print. */
export function paintLines(text: string): Painted {
  return { painted: sanitizeLines(text.replace(/\r?\n$/, '')) };
}

/** A template whose inserted values are made safe: `line\`Removed ${id}\``. */
export function line(parts: TemplateStringsArray, ...values: readonly Paintable[]): Painted {
  return { painted: String.raw({ raw: parts }, ...values.map((value) => paint(value).painted)) };
}

/** Joins several texts. */
export function join(texts: readonly Paintable[], separator: string): Painted {
  return { painted: texts.map((text) => paint(text).painted).join(separator) };
}

/** The text marked as never to be wrapped. */
export function verbatim({ painted }: Painted): Painted {
  return { painted, verbatim: true };
}

/** The styles, with or without colors. */
export function createPalette(enabled: boolean): Palette {
  const palette = colors.createColors(enabled);
  const style = (color: (text: string) => string) => (text: Paintable) => ({ painted: color(paint(text).painted) });
  return {
    strong: style(palette.bold),
    faint: style(palette.dim),
    good: style(palette.green),
    bad: style(palette.red),
    warning: style(palette.yellow),
    name: style(palette.cyan),
  };
}
