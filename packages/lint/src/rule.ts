/** What a rule is: a row of texts, a check over the API, and the cases that show when it speaks and when it is silent. */
import type { Diagnostic, Fix, JsonObject, Severity } from '@dragoman/model';
import type { Api, LintTarget } from './api/api.js';
import type { Evidence } from './probe/evidence.js';

/** What a rule adds to a finding. */
export interface ReportOptions {
  /** Instead of the rule's own. */
  severity?: Severity;
  /** Other places that belong to the finding, as pointers. */
  related?: readonly string[];
  fix?: Fix;
}

/** Takes one finding of a rule. */
export type Report = (
  pointer: string,
  parameters?: Readonly<Record<string, string | number>>,
  options?: ReportOptions,
) => void;

/** Small documents; operations are written as `'get /tasks': {…}`, everything else as a member of the root. */
export interface RuleCases {
  /** The rule is silent on each. */
  good: readonly JsonObject[];
  /** The rule speaks on each: once, or as often as the number beside it says. */
  bad: readonly (JsonObject | readonly [document: JsonObject, findings: number])[];
}

/** Sections of the profile, in its order. */
export const sections = [
  'frame',
  'description',
  'consistency',
  'operations',
  'responses',
  'errors',
  'writes',
  'rate',
  'long-running',
  'change',
  'discovery',
  'observability',
  'identity',
  'security',
  'tools',
] as const;

/** A section of the profile. */
export type Section = (typeof sections)[number];

/** A rule. */
export interface Rule {
  /** Stable; subject then condition. */
  id: string;
  /** The line of the profile that it checks. */
  requirement: string;
  severity: Severity;
  /** What the default severity depends on, where it does. */
  varies?: string;
  /** What was found; placeholders look like `{name}`. */
  message: string;
  why: string;
  /** What is recommended. */
  help: string;
  /** Descriptions that it applies to; `openapi` alone unless said. */
  targets?: readonly LintTarget[];
  check(api: Api, report: Report): void;
  cases: RuleCases;
}

/** A finding of the linter. */
export interface LintFinding extends Diagnostic {
  rule: string;
  requirement: string;
  section: Section;
  /** The operation that it is about, where it is about one. */
  operation?: string;
  /** Says the same over edits elsewhere in the document. */
  fingerprint: string;
  /** What a running API answered, where it was probed. */
  evidence?: readonly Evidence[];
}

const sectionOfArea: Readonly<Record<string, Section>> = {
  TERM: 'frame',
  FACT: 'frame',
  SIG: 'frame',
  DESC: 'description',
  CONS: 'consistency',
  OPS: 'operations',
  RESP: 'responses',
  ERR: 'errors',
  WRITE: 'writes',
  RATE: 'rate',
  LRO: 'long-running',
  VER: 'change',
  DISC: 'discovery',
  OBS: 'observability',
  AUTH: 'identity',
  SEC: 'security',
  TOOL: 'tools',
};

/** The section that a rule's requirement stands in. */
export function sectionOf({ requirement }: Pick<Rule, 'requirement'>): Section {
  return sectionOfArea[requirement.split('-')[1] ?? ''] ?? 'frame';
}
