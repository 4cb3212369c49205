/** Findings about an AGIS document: a diagnostic with its rule, and the bounded list in which a pass collects them. */

import { shorten } from '@dragoman/documents';
import type { Diagnostic, DiagnosticRow, Fix, Location, Severity } from '@dragoman/model';
import { diagnose } from '@dragoman/model';
import type { PassNumber } from './pass-number.js';

/** A finding of one of the eight passes. */
export interface Finding extends Diagnostic {
  pass: PassNumber;
  /** The violated requirement: `AGIS-METH-02`. */
  rule: string;
  /** The text or member concerned, shortened. */
  element: string;
  why: string;
}

/** A row of a pass's table: a diagnostic with its rule and, for `agis explain`, a wrong and a right example. */
export interface RuleRow extends DiagnosticRow {
  rule: string;
  wrong?: string;
  right?: string;
}

/** A pass's table: code → row. Several rows may belong to one rule. */
export type RuleTable<Code extends string = string> = Readonly<Record<Code, RuleRow>>;

/** The details of one finding. */
export interface Report {
  pointer: string;
  element: string;
  parameters?: Readonly<Record<string, string | number>>;
  /** Overrides the severity of the table, for strict mode or a level. */
  severity?: Severity;
  /** A safe edit. */
  fix?: Fix;
  related?: Location[];
}

/** The list of findings of one pass. */
export interface Findings<Code extends string> {
  report(code: Code, report: Report): void;
  /** All findings in order; the last one counts those that were left out. */
  list(): Finding[];
}

/** Maximum number of findings per severity that one pass keeps. */
export const maxFindings = 500;

/** Maximum length of an element; third-party text in a message may be twice as long. */
const maxElementLength = 80;

const omitted: RuleTable<'agis/more-findings'> = {
  'agis/more-findings': {
    rule: 'AGIS-VAL-17',
    severity: 'info',
    message: '{count} further findings of this pass are not listed',
    why: 'The list is limited so that it stays readable; the verdict counts all findings.',
    help: 'Correct the listed findings, then validate again.',
  },
};

/** The rows that every pass uses. */
export const everyPassRules: RuleTable = omitted;

/** Creates an empty list for one pass; `locate` gives each finding its line and column. */
export function createFindings<Code extends string>(
  pass: PassNumber,
  table: RuleTable<Code>,
  { locate }: { locate(pointer: string): Location },
): Findings<Code> {
  const found: Finding[] = [];
  const counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  return {
    report(code, report) {
      const severity = report.severity ?? table[code].severity;
      counts[severity] += 1;
      if (counts[severity] <= maxFindings) found.push(makeFinding(pass, table, code, { ...report, severity, locate }));
    },
    list() {
      const count = Object.values(counts).reduce((sum, each) => sum + Math.max(0, each - maxFindings), 0);
      if (count === 0) return [...found];
      const more = { pointer: '', element: 'document', severity: 'info' as const, parameters: { count }, locate };
      return [...found, makeFinding(pass, omitted, 'agis/more-findings', more)];
    },
  };
}

interface Made extends Report {
  severity: Severity;
  locate(pointer: string): Location;
}

function makeFinding<Code extends string>(pass: PassNumber, table: RuleTable<Code>, code: Code, made: Made): Finding {
  const { rule, why } = table[code];
  const { pointer, locate, fix, related, severity } = made;
  const parameters = Object.fromEntries(
    Object.entries(made.parameters ?? {}).map(([name, value]) => [name, shortened(value)]),
  );
  return {
    pass,
    rule,
    ...diagnose(table, code, locate(pointer), parameters),
    severity,
    element: shorten(made.element, maxElementLength),
    why,
    ...(fix === undefined ? {} : { fix }),
    ...(related === undefined ? {} : { related }),
  };
}

function shortened(value: string | number): string | number {
  return typeof value === 'string' ? shorten(value, maxElementLength * 2) : value;
}
