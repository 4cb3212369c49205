/** PROF-SEC-10: tools of several providers that an agent would mix up, or that one could put in another's place. */
import { plainText } from '@dragoman/core/light';
import type { Location, Severity } from '@dragoman/model';
import { contentWords } from './api/words.js';
import type { RuleLevels } from './lint-api.js';
import type { LintedOperation, LintReport } from './lint-document.js';
import { compareVectors, createSynonyms, type Meaning } from './meaning.js';
import type { LintFinding, Rule } from './rule.js';
import { defaultSettings, type LintSettings } from './settings.js';

/** The rule, which looks at several documents together. */
export const collisionRule = Object.freeze({
  id: 'cross-provider-collision',
  requirement: 'PROF-SEC-10',
  severity: 'warning',
  message: '{operation} looks like {twin} of {document}.',
  why: 'An agent that holds both tools calls the wrong one, and one provider can put itself in the place of another.',
  help: 'Give tools names that begin with their provider, and summaries of their own.',
}) satisfies Omit<Rule, 'check' | 'cases'>;

/** Most operations of all documents that are compared. */
const mostCompared = 3_000;

/** What operations are compared with. */
export interface CollisionSearch {
  /** Where it is lent, summaries are compared by what they mean, too. */
  meaning?: Meaning;
  settings?: Pick<LintSettings, 'thresholds'>;
  /** Severities that replace the rules' own; `off` silences this one. */
  levels?: RuleLevels;
  /** The reason to pass a finding over. */
  passOver?: (finding: LintFinding) => string | undefined;
}

interface Placed extends Pick<LintReport, 'place'> {
  operation: LintedOperation;
  uri: string;
}

/** Reports with a finding for each operation that is named or summarised like one of an earlier document. */
export function findCollisions(reports: readonly LintReport[], search: CollisionSearch = {}): LintReport[] {
  const { levels = {}, passOver } = search;
  const level = levels[collisionRule.id] ?? collisionRule.severity;
  if (level === 'off') return [...reports];
  const earlier: Placed[] = [];
  const meant = createMeant(search);
  return reports.map((report) => {
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
      const reason = passOver?.(finding);
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
  });
}

function looksLike(one: LintedOperation, other: LintedOperation): boolean {
  if (one.summary !== undefined && one.summary.trim().toLowerCase() === other.summary?.trim().toLowerCase())
    return true;
  const [a, b] = [one.label.toLowerCase(), other.label.toLowerCase()];
  return a === b || (Math.min(a.length, b.length) > 6 && Math.abs(a.length - b.length) <= 2 && distance(a, b) <= 2);
}

/** Texts with fewer words are about nothing in particular. */
const fewestWords = 3;

/** Most summaries that are compared by meaning. */
const mostMeant = 1_500;

/** Summaries are hardly longer. */
const summaryCharacters = 500;

/**
 * Whether two summaries say the same in other words: near as a whole, and with no word in one for which the other has none, since
 * vectors of whole sentences hardly tell an object from a part of it, or a deed from its opposite.
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

/** How many single edits lead from one name to the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const swap = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Most characters of a name that a message repeats. */
const mostEchoed = 160;

const shortened = (name: string) => (name.length > mostEchoed ? `${name.slice(0, mostEchoed - 1)}…` : name);

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
