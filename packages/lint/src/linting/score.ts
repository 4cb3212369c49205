/**
 * A score from 0 to 100: the mean over all operations of how well an agent can find each one, understand it, call it
 * safely and recover from its errors. An operation that fails in one of the four is of little use, however good the
 * others are, so the four are combined by their geometric mean.
 */
import type { Severity } from '@dragoman/model';
import type { Api, ApiOperation } from '../api/api.js';
import type { LintFinding, Section } from '../rule-model/rule.js';
import { sections } from '../rule-model/rule.js';
import { type Ability, abilities, type Fact, facts } from './facts.js';

/** How well agents can do one of the four. */
export interface AbilityScore {
  ability: Ability;
  /** 0 to 100; absent when there is nothing to judge. */
  score?: number;
}

/** What raises the score. */
export interface ScoreFix {
  /** The fact that is missing. */
  fact: string;
  ability: Ability;
  advice: string;
  /** Points by which the total would rise. */
  gain: number;
  /** Number of operations that lack it. */
  operations: number;
  /** The rules that report it. */
  rules: readonly string[];
}

/** One section of the profile. */
export interface SectionScore {
  section: Section;
  /** 0 to 100: the share of the live checks that hold; absent when the API was not probed. */
  score?: number;
  findings: Readonly<Record<Severity, number>>;
}

/** The whole score. */
export interface Score {
  /** 0 to 100; absent when there is no operation to judge. */
  total?: number;
  abilities: readonly AbilityScore[];
  /** What raises the total most, first. */
  fixes: readonly ScoreFix[];
  /** The sections with findings. */
  sections: readonly SectionScore[];
}

/** What counts as present although the description does not show it, and what does not count. */
export interface ScoreOptions {
  /** True when a rule need not hold for an operation: it is suppressed, or a gateway compensates it. */
  isExcused?: (rule: string, operation: ApiOperation) => boolean;
  /** Rules that are turned off, or that this form of the description cannot answer; their facts do not count. */
  unseen?: (rule: string) => boolean;
}

/** An ability counts at least this much, so that one missing part does not hide all others. */
const least = 0.05;

/** What remains of an operation for each error that no fact expresses, such as an example that breaks its schema. */
const perError = 0.9;

/** One operation: its facts, in the order of the counted ones, and the share that other errors leave. */
interface Row {
  values: readonly (number | undefined)[];
  share: number;
}

/** Scores an API by its facts; `findings` are all that the rules have found. */
export function scoreApi(api: Api, findings: readonly LintFinding[], options: ScoreOptions = {}): Score {
  const { isExcused = () => false, unseen = () => false } = options;
  const counted = facts.filter(({ ability, rules }) => {
    if (api.target === 'tools' && (ability === 'call' || ability === 'recover')) return false;
    return !rules.every(unseen);
  });
  const reportedOf = groupReported(findings);
  const rows = api.exposed.map((operation): Row => {
    const reported = reportedOf(operation);
    const values = counted.map((fact) => {
      const value = fact.measure(api, operation, reported.rules);
      if (value === undefined || value === 1 || fact.rules.some((rule) => reported.rules.has(rule))) return value;
      return fact.rules.some((rule) => isExcused(rule, operation)) ? 1 : value;
    });
    const errors = [...reported.errors].filter((rule) => !ownRules.has(rule) && !isExcused(rule, operation));
    return { values, share: perError ** errors.length };
  });
  const sectionFindings = countBySection(findings);
  if (rows.length === 0)
    return { abilities: abilities.map((ability) => ({ ability })), fixes: [], sections: sectionFindings };
  const total = totalOf(counted, rows);
  return {
    total: Math.round(100 * total),
    abilities: abilities.map((ability) => scoreAbility(ability, counted, rows)),
    fixes: findFixes(counted, rows),
    sections: sectionFindings,
  };
}

/** Rules whose findings a fact expresses. */
const ownRules: ReadonlySet<string> = new Set(facts.flatMap(({ rules }) => rules));

interface Reported {
  rules: ReadonlySet<string>;
  errors: ReadonlySet<string>;
}

/** The rules that report an operation; a finding about no single operation counts for each of them. */
function groupReported(findings: readonly LintFinding[]): (operation: ApiOperation) => Reported {
  const everywhere = new Set<string>();
  const groups = new Map<string, { rules: Set<string>; errors: Set<string> }>();
  for (const { rule, severity, operation } of findings) {
    if (operation === undefined) {
      everywhere.add(rule);
      continue;
    }
    const group = groups.get(operation) ?? { rules: new Set(), errors: new Set() };
    group.rules.add(rule);
    if (severity === 'error') group.errors.add(rule);
    groups.set(operation, group);
  }
  return ({ label }) => {
    const own = groups.get(label);
    return { rules: new Set([...everywhere, ...(own?.rules ?? [])]), errors: own?.errors ?? new Set() };
  };
}

/** The weighted mean of an ability's facts; undefined when there is nothing to judge. */
function abilityOf(ability: Ability, counted: readonly Fact[], values: Row['values']): number | undefined {
  let [sum, weight] = [0, 0];
  for (let at = 0; at < counted.length; at += 1) {
    const [fact, value] = [counted[at], values[at]];
    if (fact?.ability !== ability || value === undefined) continue;
    sum += fact.weight * value;
    weight += fact.weight;
  }
  return weight === 0 ? undefined : sum / weight;
}

function totalOf(counted: readonly Fact[], rows: readonly Row[]): number {
  return rows.reduce((sum, row) => sum + scoreRow(counted, row), 0) / rows.length;
}

function scoreRow(counted: readonly Fact[], { values, share }: Row): number {
  let [product, count] = [1, 0];
  for (const ability of abilities) {
    const value = abilityOf(ability, counted, values);
    if (value === undefined) continue;
    product *= Math.max(least, value);
    count += 1;
  }
  return count === 0 ? 0 : share * product ** (1 / count);
}

function scoreAbility(ability: Ability, counted: readonly Fact[], rows: readonly Row[]): AbilityScore {
  const found = rows.flatMap(({ values }) => abilityOf(ability, counted, values) ?? []);
  if (found.length === 0) return { ability };
  return { ability, score: Math.round((100 * found.reduce((sum, value) => sum + value, 0)) / found.length) };
}

/** The total with each fact supplied in turn. */
function findFixes(counted: readonly Fact[], rows: readonly Row[]): ScoreFix[] {
  const scores = rows.map((row) => scoreRow(counted, row));
  const fixes = counted.map(({ id: fact, ability, advice, rules }, at): ScoreFix => {
    const lacking = rows.flatMap(({ values }, index) => ((values[at] ?? 1) < 1 ? index : []));
    const gains = lacking.map((index) => {
      const { values, share } = rows[index] as Row;
      return scoreRow(counted, { values: values.with(at, 1), share }) - (scores[index] ?? 0);
    });
    const gain = (100 * gains.reduce((sum, each) => sum + each, 0)) / rows.length;
    return { fact, ability, advice, gain: Math.round(10 * gain) / 10, operations: lacking.length, rules };
  });
  return fixes.filter(({ gain }) => gain > 0).sort((one, other) => other.gain - one.gain);
}

function countBySection(findings: readonly LintFinding[]): SectionScore[] {
  return sections.flatMap((section) => {
    const own = findings.filter((each) => each.section === section);
    return own.length === 0 ? [] : [{ section, findings: countBySeverity(own) }];
  });
}

/** Findings by severity. */
export function countBySeverity(findings: readonly LintFinding[]): Record<Severity, number> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}

/** Findings by rule, the most frequent first, and the share of the first three in per cent. */
export function countByRule(findings: readonly LintFinding[]): {
  rules: readonly (readonly [string, number])[];
  share: number;
} {
  const counts = new Map<string, number>();
  for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  const rules = [...counts].sort(([, one], [, other]) => other - one);
  const first = rules.slice(0, 3).reduce((sum, [, count]) => sum + count, 0);
  return { rules, share: Math.round((100 * first) / Math.max(1, findings.length)) };
}
