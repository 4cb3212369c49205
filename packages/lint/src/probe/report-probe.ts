/**
 * Turns the observations of a live API into a report like the linter's: findings with locations, score by section,
 * label.
 */

import type { Api } from '../api/api.js';
import { type Attestations, evaluateLabel, type Verdict } from '../linting/label.js';
import type { CheckLine, LintReport } from '../linting/lint-document.js';
import type { LocationFinder } from '../linting/location-finder.js';
import { fingerprintOf } from '../rule-model/fingerprint.js';
import type { LintFinding } from '../rule-model/rule.js';
import { sectionOf } from '../rule-model/rule.js';
import type { Check, Outcome } from './check.js';
import { toEvidence } from './evidence.js';
import type { CheckResult, Probed } from './probe-api.js';
import { scoreShares } from './score-checks.js';

/** A report of a probe. */
export interface ProbeReport extends LintReport {
  /** The base URL that was probed. */
  base: string;
  checks: readonly CheckLine[];
  requests: number;
  /** Why the probe ended early. */
  stopped?: string;
  /** True when every read of the first round was answered with 401 or 403. */
  unauthorized: boolean;
  /** Reads of the first round, each called once before the checks. */
  reads: readonly string[];
  /** Operations that could not be called, with the reason. */
  skipped: readonly { operation: string; reason: string; needsConsent?: true }[];
  /** Resources that the probe created and that still exist. */
  leftBehind: readonly string[];
  /** Number of resources created and deleted. */
  removed: number;
  /** True when nothing was sent. */
  dryRun: boolean;
}

/** Input of the report. */
export interface ProbeReporting {
  api: Api;
  probed: Probed;
  /** The linter's report on the same document. */
  linted: LintReport;
  places: LocationFinder;
  base: URL;
  secrets: readonly string[];
  attested?: Attestations;
}

/** Creates the report. */
export function reportProbe(reporting: ProbeReporting): ProbeReport {
  const { api, probed, linted, base, attested } = reporting;
  const { results, requests, stopped, unauthorized, planned, skipped, leftBehind, removed, dryRun } = probed;
  const findings = results.flatMap((result) => toFindings(result, reporting));
  const checks = results.map(toLine);
  const tried = results.filter(({ outcomes }) => outcomes.some(({ verdict }) => verdict !== 'not determined'));
  const shown = new Set(checks.filter(({ verdict }) => verdict === 'holds').map(({ id }) => id));
  // Findings of severity info do not affect the label, because they go beyond its conditions.
  const weighty = [...linted.findings, ...findings.filter(({ severity }) => severity !== 'info')];
  const shares = new Map(results.map(({ check, outcomes }) => [check.id, shareOf(outcomes)]));
  return {
    ...linted,
    base: base.href,
    findings,
    suppressed: [],
    beyond: {},
    score: scoreShares(
      findings,
      tried.map(({ check }) => check),
      ({ id }) => shares.get(id) ?? 0,
    ),
    label: evaluateLabel(api, weighty, { shown, ...(attested === undefined ? {} : { attested }) }),
    checks,
    requests,
    ...(stopped === undefined ? {} : { stopped }),
    unauthorized,
    reads: planned.map(({ label }) => label),
    skipped: skipped.map(({ operation, reason, needsConsent }) => ({
      operation: operation.label,
      reason,
      ...(needsConsent === true ? { needsConsent } : {}),
    })),
    leftBehind,
    removed,
    dryRun,
  };
}

function shareOf(outcomes: readonly Outcome[]): number {
  const seen = outcomes.filter(({ verdict }) => verdict !== 'not determined');
  return seen.filter(({ verdict }) => verdict === 'fails').length / Math.max(1, seen.length);
}

/** One failed attempt fails a check; an attempt that could not be made does not affect the others. */
function verdictOf(outcomes: readonly Outcome[]): Verdict {
  if (outcomes.some(({ verdict }) => verdict === 'fails')) return 'fails';
  return outcomes.some(({ verdict }) => verdict === 'holds') ? 'holds' : 'not determined';
}

function toLine({ check, outcomes }: CheckResult): CheckLine {
  const { id, requirement, title } = check;
  const verdict = verdictOf(outcomes);
  const deciding = outcomes.filter((each) => each.verdict === verdict);
  const more = deciding.length > 1 ? ` (and ${deciding.length - 1} more)` : '';
  return { id, requirement, title, verdict, reason: `${deciding[0]?.said ?? ''}${more}` };
}

function toFindings({ check, outcomes }: CheckResult, reporting: ProbeReporting): LintFinding[] {
  const found = new Map<string, LintFinding>();
  for (const outcome of outcomes.filter(({ verdict }) => verdict === 'fails')) {
    const finding = toFinding(check, outcome, reporting);
    if (!found.has(finding.fingerprint)) found.set(finding.fingerprint, finding);
  }
  return [...found.values()];
}

function toFinding(
  check: Check,
  outcome: Outcome,
  { api, base, places, secrets, linted }: ProbeReporting,
): LintFinding {
  const { operation, said, exchanges, severity = check.severity } = outcome;
  const message = `${operation === undefined ? 'The API' : operation.label}: ${said}.`;
  const pointer = operation === undefined ? '' : (api.sourceOf?.(operation.pointer) ?? operation.pointer);
  return {
    code: `probe/${check.id}`,
    severity,
    message,
    help: check.help,
    location: { ...(linted.uri === undefined ? {} : { uri: linted.uri }), ...places(pointer) },
    rule: check.id,
    requirement: check.requirement,
    section: sectionOf(check),
    ...(operation === undefined ? {} : { operation: operation.label }),
    fingerprint: fingerprintOf(check.id, operation?.pointer ?? '', said),
    evidence: toEvidence(exchanges, base, secrets),
  };
}
