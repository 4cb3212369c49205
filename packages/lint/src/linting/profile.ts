/**
 * An API as callers see it through a gateway: each rule with its findings in the description, and what remains after
 * the active repairs. The linter itself ignores repairs (PROF-FACT-06).
 */
import type { JsonObject, RepairName, Severity } from '@dragoman/model';
import type { Api, ApiOperation } from '../api/api.js';
import type { LintFinding, Rule, Section } from '../rule-model/rule.js';
import { sectionOf } from '../rule-model/rule.js';
import { rules } from '../rules/index.js';
import { repairOf } from '../rules/repairs.js';
import { defaultSettings } from '../settings/settings.js';
import { evaluateLabel, type Verdict } from './label.js';
import { lintApi } from './lint-api.js';
import { openApi } from './lint-document.js';
import { type Score, scoreApi } from './score.js';

/** The result of one rule. */
export interface ProfileRule {
  rule: string;
  requirement: string;
  section: Section;
  /** The highest severity of the findings that remain, else of all findings, else of the rule. */
  severity: Severity;
  /** According to the description. */
  upstream: Verdict;
  /** Through the gateway. */
  here: Verdict;
  /** The repair that can supply the property, active or not. */
  repair?: RepairName;
  /** Findings in the description, and how many of them the gateway compensates. */
  findings: number;
  repaired: number;
  /** Some of the operations that still lack it behind the gateway. */
  operations: readonly string[];
}

/** One label condition, according to the description and through the gateway. */
export interface ProfileCondition {
  id: string;
  condition: string;
  upstream: Verdict;
  here: Verdict;
  /** The reason for the verdict. */
  reason: string;
}

/** The profile assessment of an API. */
export interface ApiProfile {
  upstream: Score;
  here: Score;
  rules: readonly ProfileRule[];
  /** Empty for lists of tools, which have no label. */
  label: readonly ProfileCondition[];
}

/** Facts about the gateway and the description. */
export interface ProfileSubject {
  /** Active repairs of an operation. */
  atWork: (operation: ApiOperation) => readonly RepairName[];
  /** Rules that this form of the description cannot answer; by default all rules run. */
  unseen?: readonly string[];
}

/** Maximum number of operations listed per rule. */
const mostNamed = 20;

/** Evaluates a description; undefined when rules cannot read it. */
export function assessProfile(document: JsonObject, subject: ProfileSubject): ApiProfile | undefined {
  const api = openApi(document, defaultSettings);
  return api === undefined ? undefined : evaluateApi(api, subject);
}

function evaluateApi(api: Api, { atWork, unseen = [] }: ProfileSubject): ApiProfile {
  const { findings: all, asked } = lintApi(api, rules);
  const findings = all.filter(({ rule }) => !unseen.includes(rule));
  const isRepaired = createIsRepaired(api, atWork);
  const isUnseen = (rule: string) => unseen.includes(rule);
  const isExcused = (rule: string, { label }: ApiOperation) => isRepaired({ rule, operation: label });
  const left = findings.filter((finding) => !isRepaired(finding));
  const everywhere = repairsEverywhere(api, atWork);
  return {
    upstream: scoreApi(api, findings, { unseen: isUnseen }),
    here: scoreApi(api, left, { unseen: (rule) => isUnseen(rule) && !isSupplied(rule, everywhere), isExcused }),
    rules: asked.map((rule) =>
      unseen.includes(rule.id) ? unseenRule(rule, everywhere) : seenRule(rule, findings, left),
    ),
    label: api.target === 'openapi' ? evaluateConditions(api, { findings, left, unseen, everywhere }) : [],
  };
}

type IsRepaired = (finding: Pick<LintFinding, 'rule' | 'operation'>) => boolean;

/** A finding about no single operation is compensated when every operation has the repair. */
function createIsRepaired(api: Api, atWork: ProfileSubject['atWork']): IsRepaired {
  const byLabel = new Map(api.operations.map((operation) => [operation.label, new Set(atWork(operation))]));
  const everywhere = repairsEverywhere(api, atWork);
  return ({ rule, operation }) => {
    const repair = repairOf(rule);
    if (repair === undefined) return false;
    return operation === undefined ? everywhere.has(repair) : byLabel.get(operation)?.has(repair) === true;
  };
}

/** The repairs that are active for every operation they apply to, and for at least one. */
function repairsEverywhere(api: Api, atWork: ProfileSubject['atWork']): ReadonlySet<RepairName> {
  const found = api.exposed.map((operation) => ({ kinds: operation.kinds, repairs: atWork(operation) }));
  const names = new Set(found.flatMap(({ repairs }) => repairs));
  return new Set(
    [...names].filter((name) => found.every(({ kinds, repairs }) => repairs.includes(name) || !concerns(name, kinds))),
  );
}

function concerns(name: RepairName, { read, write, list }: ApiOperation['kinds']): boolean {
  if (name === 'idempotency') return write;
  if (name === 'cursor-pages') return list;
  if (name === 'deprecation-headers') return false;
  return name === 'conditional-reads' || name === 'field-selection' ? read : true;
}

function seenRule(rule: Rule, findings: readonly LintFinding[], left: readonly LintFinding[]): ProfileRule {
  const own = findings.filter((finding) => finding.rule === rule.id);
  const open = left.filter((finding) => finding.rule === rule.id);
  return {
    ...rowOf(rule),
    severity: worstOf(open.length > 0 ? open : own) ?? rule.severity,
    upstream: own.length === 0 ? 'holds' : 'fails',
    here: open.length === 0 ? 'holds' : 'fails',
    findings: own.length,
    repaired: own.length - open.length,
    operations: [...new Set(open.flatMap(({ operation }) => operation ?? []))].slice(0, mostNamed),
  };
}

/** The highest severity among findings, which may be lower than that of their rule. */
function worstOf(findings: readonly LintFinding[]): Severity | undefined {
  const found = new Set(findings.map(({ severity }) => severity));
  return (['error', 'warning', 'info'] as const).find((severity) => found.has(severity));
}

function unseenRule(rule: Rule, everywhere: ReadonlySet<RepairName>): ProfileRule {
  const here: Verdict = isSupplied(rule.id, everywhere) ? 'holds' : 'not determined';
  return { ...rowOf(rule), upstream: 'not determined', here, findings: 0, repaired: 0, operations: [] };
}

function isSupplied(rule: string, everywhere: ReadonlySet<RepairName>): boolean {
  const repair = repairOf(rule);
  return repair !== undefined && everywhere.has(repair);
}

function rowOf(rule: Rule): Pick<ProfileRule, 'rule' | 'requirement' | 'section' | 'severity' | 'repair'> {
  const repair = repairOf(rule.id);
  const { id, requirement, severity } = rule;
  return { rule: id, requirement, section: sectionOf(rule), severity, ...(repair === undefined ? {} : { repair }) };
}

interface Conditions {
  findings: readonly LintFinding[];
  left: readonly LintFinding[];
  unseen: readonly string[];
  everywhere: ReadonlySet<RepairName>;
}

/** Conditions whose behavior a repair shows, because the gateway itself implements it. */
const shownBy: Readonly<Record<string, RepairName>> = {
  'PROF-SUM-03': 'closed-input',
  'PROF-SUM-05': 'cursor-pages',
  'PROF-SUM-06': 'conditional-reads',
  'PROF-SUM-09': 'idempotency',
  'PROF-SUM-13': 'trace-context',
};

function evaluateConditions(api: Api, { findings, left, unseen, everywhere }: Conditions): ProfileCondition[] {
  const attested = Object.fromEntries(
    Object.entries(shownBy)
      .filter(([, repair]) => everywhere.has(repair))
      .map(([id, repair]) => [id, `the gateway supplies it (${repair})`]),
  );
  const open = unseen.filter((rule) => !isSupplied(rule, everywhere));
  const upstream = evaluateLabel(api, [...findings, ...asRemarks(unseen)], { unseen });
  const here = evaluateLabel(api, [...left, ...asRemarks(open)], { attested, unseen: open });
  return here.map(({ id, condition, verdict, reason }, at) => ({
    id,
    condition,
    upstream: upstream[at]?.verdict ?? 'not determined',
    here: verdict,
    reason,
  }));
}

/** A rule that could not run leaves a condition undetermined, as an info does. */
function asRemarks(unseen: readonly string[]): LintFinding[] {
  return rules
    .filter(({ id }) => unseen.includes(id))
    .map((rule) => ({
      code: `lint/${rule.id}`,
      severity: 'info' as const,
      message: rule.message,
      help: rule.help,
      location: { pointer: '' },
      rule: rule.id,
      requirement: rule.requirement,
      section: sectionOf(rule),
      fingerprint: rule.id,
    }));
}
