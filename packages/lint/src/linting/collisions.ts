/**
 * PROF-SEC-10: tools of several providers that an agent would confuse, or that let one provider impersonate another.
 */
import { plainText } from '@dragoman/core/descriptions';
import type { Location, Severity } from '@dragoman/model';
import { isNear } from '@dragoman/model';
import { contentWords } from '../api/words.js';
import type { LintFinding, Rule } from '../rule-model/rule.js';
import { compareVectors, createSynonyms, type Meaning } from '../settings/meaning.js';
import { defaultSettings, type LintSettings } from '../settings/settings.js';
import type { RuleLevels } from './lint-api.js';
import type { LintedOperation, LintReport } from './lint-document.js';

/** The rule, which compares several documents. */
export const collisionRule = Object.freeze({
  id: 'cross-provider-collision',
  requirement: 'PROF-SEC-10',
  severity: 'warning',
  message: '{operation} looks like {twin} of {document}.',
  why: 'An agent that has both tools may call the wrong one, and one provider can impersonate another.',
  help: 'Prefix tool names with the provider, and write a distinct summary for each tool.',
}) satisfies Omit<Rule, 'check' | 'cases'>;

/** Maximum number of operations compared across all documents. */
const mostCompared = 3_000;

/** Options of the comparison. */
export interface CollisionSearch {
  /** Optional: also compares summaries by meaning. */
  meaning?: Meaning;
  settings?: Pick<LintSettings, 'thresholds'>;
  /** Severity overrides by rule; `off` disables this rule. */
  levels?: RuleLevels;
  /** Returns the reason to suppress a finding. */
  findSuppression?: (finding: LintFinding) => string | undefined;
}

interface Placed extends Pick<LintReport, 'place'> {
  operation: LintedOperation;
  uri: string;
}

/**
 * A function that returns a report with a finding for each operation whose name or summary matches one in a report that
 * it was given before.
 */
export function createCollisionFinder(search: CollisionSearch = {}): (report: LintReport) => LintReport {
  const { levels = {}, findSuppression } = search;
  const level = levels[collisionRule.id] ?? collisionRule.severity;
  if (level === 'off') return (report) => report;
  const earlier: Placed[] = [];
  const meant = createMeant(search);
  return (report) => {
    const uri = report.uri ?? 'document';
    const found = report.operations.flatMap((operation) => {
      const alike = (test: (one: LintedOperation, other: LintedOperation) => boolean) =>
        earlier.find((each) => test(each.operation, operation));
      const twin = alike(looksLike) ?? (meant === undefined ? undefined : alike(meant));
      return twin === undefined
        ? []
        : [toFinding(operation, twin, { uri, severity: level, ...report.place?.(operation.pointer) })];
    });
    const passed = found.flatMap((finding) => {
      const reason = findSuppression?.(finding);
      return reason === undefined ? [] : [{ ...finding, reason }];
    });
    const open = found.filter((finding) => !passed.some(({ fingerprint }) => fingerprint === finding.fingerprint));
    const room = mostCompared - earlier.length;
    const { place } = report;
    const located = place === undefined ? { uri } : { uri, place };
    earlier.push(...report.operations.slice(0, Math.max(0, room)).map((operation) => ({ operation, ...located })));
    return {
      ...report,
      findings: [...report.findings, ...open],
      suppressed: [...report.suppressed, ...passed],
    };
  };
}

function looksLike(one: LintedOperation, other: LintedOperation): boolean {
  if (one.summary !== undefined && one.summary.trim().toLowerCase() === other.summary?.trim().toLowerCase())
    return true;
  const [a, b] = [one.label.toLowerCase(), other.label.toLowerCase()];
  return a === b || (Math.min(a.length, b.length) > 6 && isNear(a, b));
}

/** Shorter texts are too unspecific to compare. */
const fewestWords = 3;

/** Maximum number of summaries compared by meaning. */
const mostMeant = 1_500;

/** Summaries are rarely longer. */
const summaryCharacters = 500;

/**
 * Whether two summaries are paraphrases: similar as a whole, and every word of one has a counterpart in the other.
 * Sentence vectors alone barely distinguish an object from its part, or an action from its opposite.
 */
function createMeant({ meaning, settings = defaultSettings }: CollisionSearch) {
  if (meaning === undefined) return undefined;
  const { meaningSimilarity, synonymSimilarity } = settings.thresholds;
  const areSynonyms = createSynonyms(meaning, synonymSimilarity);
  const said = new Map<LintedOperation, Summary | undefined>();
  const read = (operation: LintedOperation) => {
    if (!said.has(operation) && said.size < mostMeant) said.set(operation, readSummary(operation, meaning));
    return said.get(operation);
  };
  const hasAll = (one: Summary, other: Summary) =>
    one.words.every((word) => other.words.some((each) => areSynonyms(word, each)));
  return (one: LintedOperation, other: LintedOperation): boolean => {
    const [former, latter] = [read(one), read(other)];
    if (former === undefined || latter === undefined) return false;
    if (compareVectors(former.vector, latter.vector) < meaningSimilarity) return false;
    return hasAll(former, latter) && hasAll(latter, former);
  };
}

interface Summary {
  words: readonly string[];
  vector: Float32Array;
}

function readSummary({ summary = '' }: LintedOperation, { embedNow }: Meaning): Summary | undefined {
  const text = plainText(summary.slice(0, summaryCharacters));
  const words = [...new Set(contentWords(text))];
  return words.length < fewestWords ? undefined : { words, vector: embedNow(text) };
}

/** Maximum length of a name in a message. */
const maxEchoed = 160;

const shortened = (name: string) => (name.length > maxEchoed ? `${name.slice(0, maxEchoed - 1)}…` : name);

function toFinding(
  operation: LintedOperation,
  twin: Placed,
  { severity, ...place }: { severity: Severity; uri: string } & Partial<Location>,
): LintFinding {
  const { id, requirement, help } = collisionRule;
  const label = shortened(operation.label);
  return {
    code: `lint/${id}`,
    severity,
    message: `${label} looks like ${shortened(twin.operation.label)} of ${twin.uri}.`,
    help,
    location: { ...place, pointer: operation.pointer },
    related: [{ uri: twin.uri, ...twin.place?.(twin.operation.pointer), pointer: twin.operation.pointer }],
    rule: id,
    requirement,
    section: 'security',
    operation: label,
    fingerprint: `${id} ${operation.pointer} ${twin.uri}`,
  };
}
