/** Runs rules on an API and returns their findings, without text positions. */

import type { Diagnostic, DiagnosticTable, Fix, Severity } from '@dragoman/model';
import { diagnose } from '@dragoman/model';
import type { Api } from '../api/api.js';
import { fingerprintOf } from '../rule-model/fingerprint.js';
import type { LintFinding, Report, Rule } from '../rule-model/rule.js';
import { sectionOf } from '../rule-model/rule.js';

/** Severity overrides by rule; `off` disables a rule. */
export type RuleLevels = Readonly<Record<string, Severity | 'off'>>;

/** Maximum number of findings kept per rule and document. */
export const mostFindings = 1_000;

/** The findings, and the number of findings beyond the limit per rule. */
export interface RawFindings {
  findings: LintFinding[];
  /** Rule → findings beyond the limit. */
  beyond: Readonly<Record<string, number>>;
  /** Number of rules that ran. */
  asked: readonly Rule[];
}

/** Results of an earlier run on a document that differs in the wording of texts only. */
export interface RuleMemory {
  /** The findings of rules that ignore wording; undefined for a rule that must run. */
  recall(rule: Rule): RuleFindings | undefined;
  keep(rule: Rule, found: RuleFindings): void;
  /** As `fingerprintOf`. */
  fingerprint(rule: string, pointer: string, message: string): string;
}

/** What one rule has found. */
export interface RuleFindings {
  findings: readonly LintFinding[];
  /** Findings beyond the limit. */
  more: number;
}

/** Runs every applicable rule that is not turned off and not recalled. */
export function lintApi(
  api: Api,
  rules: readonly Rule[],
  levels: RuleLevels = {},
  memory: RuleMemory = noMemory,
): RawFindings {
  const operations = new Map(api.operations.map((each) => [each.pointer, each.label]));
  const asked = rules.filter(
    ({ id, targets }) => levels[id] !== 'off' && (targets ?? ['openapi']).includes(api.target),
  );
  const beyond: Record<string, number> = {};
  const findings = asked.flatMap((rule) => {
    const recalled = memory.recall(rule);
    const found = recalled ?? runRule(rule, { api, operations, level: levels[rule.id], memory });
    if (recalled === undefined) memory.keep(rule, found);
    if (found.more > 0) beyond[rule.id] = found.more;
    return found.findings;
  });
  return { findings, beyond, asked };
}

const noMemory: RuleMemory = { recall: () => undefined, keep: () => undefined, fingerprint: fingerprintOf };

interface Asking {
  memory: RuleMemory;
  api: Api;
  operations: ReadonlyMap<string, string>;
  level: Severity | 'off' | undefined;
}

/** Beyond the limit, findings are counted but not created. */
function runRule(rule: Rule, { api, operations, level, memory }: Asking): RuleFindings {
  const code = `lint/${rule.id}`;
  const section = sectionOf(rule);
  const table: DiagnosticTable = { [code]: rule };
  const found: LintFinding[] = [];
  const seen = new Set<string>();
  const report: Report = (pointer, parameters = {}, { severity, related, fix } = {}) => {
    // The parameters determine the message.
    const key = `${pointer}\n${Object.values(parameters).join('\n')}`;
    if (seen.has(key) || seen.size > mostFindings * 100) return;
    seen.add(key);
    if (found.length >= mostFindings) return;
    const made = diagnose(table, code, { pointer }, shortened(parameters));
    made.severity = level === undefined || level === 'off' ? (severity ?? rule.severity) : level;
    const fingerprint = memory.fingerprint(rule.id, pointer, made.message);
    const about = { rule: rule.id, requirement: rule.requirement, section, fingerprint };
    found.push(toFinding(made, about, { operation: operationOf(pointer, operations), related, fix }));
  };
  rule.check(api, report);
  return { findings: found, more: seen.size - found.length };
}

type About = Pick<LintFinding, 'rule' | 'requirement' | 'section' | 'fingerprint'>;

interface Extras {
  operation: string | undefined;
  related: readonly string[] | undefined;
  fix: Fix | undefined;
}

/**
 * Written out member by member: findings are created by the ten thousand, and object spread costs ten times as much.
 */
function toFinding(made: Diagnostic, about: About, { operation, related = [], fix }: Extras): LintFinding {
  const { code, severity, message, help, location } = made;
  const { rule, requirement, section, fingerprint } = about;
  if (related.length > 0 || fix !== undefined) {
    return {
      ...{ code, severity, message, help, location, rule, requirement, section },
      ...(operation === undefined ? {} : { operation }),
      ...(related.length === 0 ? {} : { related: related.map((at) => ({ pointer: at })) }),
      ...(fix === undefined ? {} : { fix }),
      fingerprint,
    };
  }
  return operation === undefined
    ? { code, severity, message, help, location, rule, requirement, section, fingerprint }
    : { code, severity, message, help, location, rule, requirement, section, operation, fingerprint };
}

/** Maximum length of a parameter in a message. */
const maxEchoed = 160;

/** Truncates long third-party names in messages. */
function shortened(parameters: Readonly<Record<string, string | number>>): Readonly<Record<string, string | number>> {
  if (Object.values(parameters).every((value) => typeof value !== 'string' || value.length <= maxEchoed))
    return parameters;
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > maxEchoed ? `${value.slice(0, maxEchoed - 1)}…` : value,
    ]),
  );
}

/** Operations are the third segment of a pointer into `paths`, tools the second segment of their list. */
function operationOf(pointer: string, operations: ReadonlyMap<string, string>): string | undefined {
  const third = endOfStep(pointer, 3);
  return operations.get(pointer.slice(0, third)) ?? operations.get(pointer.slice(0, endOfStep(pointer, 2)));
}

/** The end of the first N segments of a pointer. */
function endOfStep(pointer: string, steps: number): number {
  let at = 0;
  for (let step = 0; step < steps && at !== -1; step += 1) at = pointer.indexOf('/', at + 1);
  return at === -1 ? pointer.length : at;
}
