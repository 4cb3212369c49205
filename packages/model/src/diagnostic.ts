/** A finding about somebody's document: returned with the value, collected, never thrown. */

/** Only errors keep a document out. */
export type Severity = 'error' | 'warning' | 'info';

/** A place in a text, counted from 1. */
export interface Position {
  line: number;
  column: number;
}

/** Where a finding belongs. */
export interface Location {
  /** Address or file name of the document. */
  uri?: string;
  /** JSON pointer (RFC 6901) into the document; empty for the whole. */
  pointer: string;
  start?: Position;
  end?: Position;
}

/** A safe edit that would cure the finding. */
export interface Fix {
  description: string;
  pointer: string;
  /** The value to put there; absent means: remove it. */
  value?: unknown;
}

/** A finding about somebody's document. */
export interface Diagnostic {
  /** `area/rule-id`, stable. */
  code: string;
  severity: Severity;
  /** What is wrong, in one sentence. */
  message: string;
  /** What to do about it. */
  help: string;
  /** Reference page on the code. */
  docs?: string;
  location: Location;
  related?: Location[];
  fix?: Fix;
}

/** A value with what was found on the way to it; no value when an error kept it out. */
export interface Checked<T> {
  value?: T;
  diagnostics: Diagnostic[];
}

/** One row of a diagnostics table. Placeholders in the texts look like `{name}`. */
export interface DiagnosticRow {
  severity: Severity;
  message: string;
  why: string;
  help: string;
}

/** A diagnostics table: code → row. */
export type DiagnosticTable<Code extends string = string> = Readonly<Record<Code, DiagnosticRow>>;

/** Makes the diagnostic of a table's row with its placeholders filled in. */
export function diagnose<Code extends string>(
  table: DiagnosticTable<Code>,
  code: Code,
  at: Location,
  parameters: Readonly<Record<string, string | number>> = {},
): Diagnostic {
  const row = table[code];
  const fill = (text: string) =>
    text.includes('{')
      ? text.replace(/\{(\w+)\}/g, (whole, name: string) =>
          Object.hasOwn(parameters, name) ? String(parameters[name]) : whole,
        )
      : text;
  return { code, severity: row.severity, message: fill(row.message), help: fill(row.help), location: at };
}

/** True when a finding keeps the document out. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}
