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
  /** 0 to 100; absent when the document has no operations. */
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

/** One operation: its facts, in the order of the counted ones, its abilities, and the share that other errors leave. */
interface Row {
  values: readonly (number | undefined)[];
  /** In the order of `abilities`. */
  able: readonly (number | undefined)[];
  share: number;
}

/** The facts of one ability by their index among the counted ones. */
type Group = readonly { at: number; weight: number }[];

/** Scores an API by its facts; `findings` are all that the rules have found. */
export function scoreApi(api: Api, findings: readonly LintFinding[], options: ScoreOptions = {}): Score {
  const { isExcused = () => false, unseen = () => false } = options;
  const counted = facts.filter(({ ability, rules }) => {
    if (api.target === 'tools' && (ability === 'call' || ability === 'recover')) return false;
    return !rules.every(unseen);
  });
  const groups = groupFacts(counted);
  const reportedOf = groupReported(findings);
  const rows = api.exposed.map((operation): Row => {
    const reported = reportedOf(operation);
    const values = counted.map((fact) => {
      const value = fact.measure(api, operation, reported.rules);
      if (value === undefined || value === 1 || fact.rules.some((rule) => reported.rules.has(rule))) return value;
      return fact.rules.some((rule) => isExcused(rule, operation)) ? 1 : value;
    });
    const errors = [...reported.errors].filter((rule) => !ownRules.has(rule) && !isExcused(rule, operation));
    return { values, able: groups.map((group) => abilityOf(group, values)), share: perError ** errors.length };
  });
  const sectionFindings = countBySection(findings);
  if (rows.length === 0)
    return { abilities: abilities.map((ability) => ({ ability })), fixes: [], sections: sectionFindings };
  const scores = rows.map(({ able, share }) => scoreOf(able, share));
  return {
    total: Math.round((100 * scores.reduce((sum, score) => sum + score, 0)) / scores.length),
    abilities: abilities.map((ability, index) => scoreAbility(ability, index, rows)),
    fixes: findFixes(counted, { rows, groups, scores }),
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

function groupFacts(counted: readonly Fact[]): Group[] {
  return abilities.map((ability) =>
    counted.flatMap((fact, at) => (fact.ability === ability ? { at, weight: fact.weight } : [])),
  );
}

/** The weighted mean of an ability's facts; undefined when there is nothing to judge. */
function abilityOf(group: Group, values: Row['values']): number | undefined {
  let total = 0;
  let sum = 0;
  for (const { at, weight } of group) {
    const value = values[at];
    if (value === undefined) continue;
    sum += weight * value;
    total += weight;
  }
  return total === 0 ? undefined : sum / total;
}

function scoreOf(able: Row['able'], share: number): number {
  let product = 1;
  let count = 0;
  for (const value of able) {
    if (value === undefined) continue;
    product *= Math.max(least, value);
    count += 1;
  }
  return count === 0 ? 0 : share * product ** (1 / count);
}

function scoreAbility(ability: Ability, index: number, rows: readonly Row[]): AbilityScore {
  const found = rows.flatMap(({ able }) => able[index] ?? []);
  if (found.length === 0) return { ability };
  return { ability, score: Math.round((100 * found.reduce((sum, value) => sum + value, 0)) / found.length) };
}

/** The total with each fact supplied in turn. */
function findFixes(
  counted: readonly Fact[],
  { rows, groups, scores }: { rows: readonly Row[]; groups: readonly Group[]; scores: readonly number[] },
): ScoreFix[] {
  const fixes = counted.map(({ id: fact, ability, advice, rules }, at): ScoreFix => {
    const index = abilities.indexOf(ability);
    const lacking = rows.flatMap(({ values }, row) => ((values[at] ?? 1) < 1 ? row : []));
    const gains = lacking.map((row) => {
      const { values, able, share } = rows[row] as Row;
      const better = abilityOf(groups[index] ?? [], values.with(at, 1));
      return scoreOf(able.with(index, better), share) - (scores[row] ?? 0);
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

/** From the most severe on. */
export const severities: readonly Severity[] = ['error', 'warning', 'info'];

/** Findings by severity. */
export function countBySeverity(findings: readonly LintFinding[]): Record<Severity, number> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}

/** A count with its noun. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
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
