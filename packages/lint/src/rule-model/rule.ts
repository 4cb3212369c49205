/** Defines a rule: its texts, a check of the API, and cases with and without findings. */
import type { Diagnostic, Fix, JsonObject, Severity } from '@dragoman/model';
import type { Api, LintTarget } from '../api/api.js';
import type { Evidence } from './evidence.js';

/** Details that a rule adds to a finding. */
export interface ReportOptions {
  /** Overrides the severity of the rule. */
  severity?: Severity;
  /** Related locations, as pointers. */
  related?: readonly string[];
  fix?: Fix;
}

/** Receives one finding of a rule. */
export type Report = (
  pointer: string,
  parameters?: Readonly<Record<string, string | number>>,
  options?: ReportOptions,
) => void;

/** Small documents; operations are written as `'get /tasks': {…}`, everything else as a root member. */
export interface RuleCases {
  /** The rule reports nothing for each. */
  good: readonly JsonObject[];
  /** The rule reports each: once, or as often as the given number. */
  bad: readonly (JsonObject | readonly [document: JsonObject, findings: number])[];
}

/** Sections of the profile, in order. */
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
  /** The profile requirement that it checks. */
  requirement: string;
  severity: Severity;
  /** Conditions for the default severity if it varies, or the reason for it. */
  varies?: string;
  /** The message; placeholders look like `{name}`. */
  message: string;
  why: string;
  /** The recommendation. */
  help: string;
  /** Description kinds that it applies to; defaults to `openapi` only. */
  targets?: readonly LintTarget[];
  /** True when its locations are those of the document as it was given, also where that was converted. */
  inGiven?: true;
  /**
   * True when the wording of descriptions, summaries and titles does not matter to it, only whether they are there. Its
   * findings are then kept while somebody edits a text.
   */
  ignoresWording?: true;
  check(api: Api, report: Report): void;
  cases: RuleCases;
}

/** A finding of the linter. */
export interface LintFinding extends Diagnostic {
  rule: string;
  requirement: string;
  section: Section;
  /** The operation of the finding, if it has one. */
  operation?: string;
  /** Stable across edits elsewhere in the document. */
  fingerprint: string;
  /** The response of a running API, when it was probed. */
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

/** The section of a rule's requirement. */
export function sectionOf({ requirement }: Pick<Rule, 'requirement'>): Section {
  return sectionOfArea[requirement.split('-')[1] ?? ''] ?? 'frame';
}
