/** A diagnostic about a document: returned with the value, collected, never thrown. */

/** Only errors reject a document. */
export type Severity = 'error' | 'warning' | 'info';

/** A position in a text, counted from 1. */
export interface Position {
  line: number;
  column: number;
}

/** The location of a diagnostic. */
export interface Location {
  /** URL or file name of the document. */
  uri?: string;
  /** JSON pointer (RFC 6901) into the document; empty for the whole document. */
  pointer: string;
  start?: Position;
  end?: Position;
}

/** A safe edit that fixes the problem. */
export interface Fix {
  description: string;
  pointer: string;
  /** The new value; absent to remove it. */
  value?: unknown;
}

/** A diagnostic about a document. */
export interface Diagnostic {
  /** `area/rule-id`, stable. */
  code: string;
  severity: Severity;
  /** What is wrong, in one sentence. */
  message: string;
  /** How to fix it. */
  help: string;
  /** Reference page for the code. */
  docs?: string;
  location: Location;
  related?: Location[];
  fix?: Fix;
}

/** A value with its diagnostics; no value when an error rejected it. */
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

/** Creates the diagnostic of a table row with its placeholders filled in. */
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

/** True when a diagnostic rejects the document. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}
