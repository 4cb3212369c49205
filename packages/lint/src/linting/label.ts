/** The fourteen conditions for the "agent-friendly" label (profile §18), each with its verdict. */
import type { Api, ApiOperation } from '../api/api.js';
import { findKey, findVerbosity, pagingScheme } from '../api/operation-facts.js';
import { listFailures } from '../api/read-api.js';
import { isTyped } from '../api/schema-facts.js';
import { listUserTexts } from '../api/user-texts.js';
import type { LintFinding } from '../rule-model/rule.js';
import { limitsItems } from '../rules/responses/page-size-unbounded.js';

/** The verdict on a condition. */
export type Verdict = 'holds' | 'fails' | 'not determined' | 'not applicable';

/** One condition. */
export interface LabelLine {
  id: string;
  condition: string;
  verdict: Verdict;
  /** The reason for the verdict. */
  reason: string;
}

interface Condition {
  id: string;
  condition: string;
  /** Profile requirements whose findings decide this condition, and no other. */
  requirements: readonly string[];
  /** What only a running API or a person can show; absent when the document decides it. */
  behaviour?: string;
  /** The live check that shows the behavior. */
  shownBy?: string;
  /** The operations that the condition is about, with a name for them; all operations by default. */
  about?: { what: string; includes(operation: ApiOperation, api: Api): boolean };
  /** True when the description of an operation shows that the condition holds; the absence of findings shows nothing. */
  shows?(operation: ApiOperation, api: Api): boolean;
  /** True for operations of which an info decides too: what is missing would be in the description. */
  decides?(operation: ApiOperation, api: Api): boolean;
  /** Rules whose infos decide too: the finding is certain, only its weight for the author varies. */
  decidedBy?: readonly string[];
}

const reads = { what: 'reads', includes: ({ kinds }: ApiOperation) => kinds.read };
const lists = { what: 'lists', includes: ({ kinds }: ApiOperation) => kinds.list };
const writes = { what: 'writes', includes: ({ kinds }: ApiOperation) => kinds.write };

const conditions: readonly Condition[] = [
  {
    id: 'PROF-SUM-01',
    condition: 'Operation identifiers are stable and reveal intent',
    requirements: ['PROF-DESC-02', 'PROF-DESC-03', 'PROF-DESC-04'],
    shows: ({ id = '' }) => id !== '' && !/\s/.test(id),
  },
  {
    id: 'PROF-SUM-02',
    condition: 'Descriptions say when to use and not to use an operation, and state side effects',
    requirements: ['PROF-DESC-10', 'PROF-DESC-11', 'PROF-DESC-13'],
    decidedBy: ['use-when-missing', 'description-missing'],
    shows: ({ description = '' }) => description.trim() !== '',
  },
  {
    id: 'PROF-SUM-03',
    condition: 'Inputs are strictly typed, use enums and reject unknown properties',
    requirements: ['PROF-DESC-14', 'PROF-DESC-17', 'PROF-DESC-18'],
    decidedBy: ['input-object-open'],
    behaviour: 'that unknown properties are rejected',
    shownBy: 'unknown-property-refused',
    about: {
      what: 'operations with inputs',
      includes: ({ parameters, body }) => parameters.length > 0 || body !== undefined,
    },
    shows: ({ parameters, body, input }) =>
      parameters.every(({ schema }) => schema !== undefined && isTyped(schema.schema)) &&
      (body === undefined || input !== undefined),
  },
  {
    id: 'PROF-SUM-04',
    condition: 'Responses are small by default, with a field or verbosity control',
    requirements: ['PROF-RESP-01', 'PROF-RESP-02'],
    decidedBy: ['verbosity-control-missing', 'response-too-wide'],
    about: reads,
    shows: (operation, api) =>
      (findVerbosity(api, operation) !== undefined || hasFields(api, operation)) &&
      (!operation.kinds.list || limitsItems(api, operation)),
  },
  {
    id: 'PROF-SUM-05',
    condition: 'Pagination uses cursors with a ready-to-use continuation',
    requirements: ['PROF-RESP-08', 'PROF-RESP-09'],
    decidedBy: ['offset-pagination'],
    behaviour: 'that the continuation walks the whole collection',
    shownBy: 'cursor-walk',
    about: lists,
    shows: (operation, api) => pagingScheme(api, operation)?.scheme === 'cursor',
  },
  {
    id: 'PROF-SUM-06',
    condition: 'Reads support conditional requests',
    requirements: ['PROF-RESP-05'],
    decidedBy: ['conditional-read-missing'],
    behaviour: 'that the API returns 304',
    shownBy: 'conditional-read',
    about: reads,
    shows: ({ responses }) => responses.some(({ status, headers }) => status === '304' || headers.includes('etag')),
  },
  {
    id: 'PROF-SUM-07',
    condition: 'Collections have a stable, documented order',
    requirements: ['PROF-RESP-10'],
    behaviour: 'that the order is stable',
    shownBy: 'order-stable',
    about: lists,
    // A list that is cut into pages has an order, also when the caller chooses it.
    decides: (operation, api) => pagingScheme(api, operation) !== undefined,
  },
  {
    id: 'PROF-SUM-08',
    condition: 'Errors are structured, with a stable code and a retry flag',
    requirements: ['PROF-ERR-01', 'PROF-ERR-02', 'PROF-ERR-03'],
    decidedBy: ['error-code-missing', 'error-retryable-missing'],
    shows: ({ responses }) => listFailures(responses).some(({ schema }) => schema !== undefined),
  },
  {
    id: 'PROF-SUM-09',
    condition: 'State-changing operations are idempotent by key, with documented window and scope',
    requirements: ['PROF-WRITE-02', 'PROF-WRITE-04', 'PROF-WRITE-05', 'PROF-WRITE-06'],
    behaviour: 'that a repeated key returns the first result',
    shownBy: 'idempotent-replay',
    about: writes,
    shows: (operation, api) => ['put', 'delete'].includes(operation.method) || findKey(api, operation) !== undefined,
    decides: ({ method }) => method === 'post',
  },
  {
    id: 'PROF-SUM-10',
    condition: 'High-risk writes are marked and have a safeguard',
    requirements: ['PROF-WRITE-11', 'PROF-OPS-04'],
    decidedBy: ['dangerous-operation-uncontrolled', 'risk-metadata-missing'],
    about: { what: 'high-risk writes', includes: ({ kinds }) => kinds.risky },
  },
  {
    id: 'PROF-SUM-11',
    condition: 'Rate limits, delays and poll intervals are machine-readable',
    requirements: ['PROF-RATE-01', 'PROF-RATE-04', 'PROF-LRO-05'],
    decidedBy: ['rate-limit-undocumented'],
    behaviour: 'that rate-limited responses carry Retry-After',
    shownBy: 'retry-after',
  },
  {
    id: 'PROF-SUM-12',
    condition: 'Deprecation and replacement are machine-readable and in the description',
    requirements: ['PROF-VER-04', 'PROF-VER-05', 'PROF-DESC-23'],
    decidedBy: ['deprecation-headers-missing'],
    about: { what: 'deprecated operations', includes: ({ deprecated }) => deprecated },
  },
  {
    id: 'PROF-SUM-13',
    condition: 'Correlation identifiers are accepted, propagated and logged',
    requirements: ['PROF-OBS-01'],
    behaviour: 'propagation and logging; an attestation is required',
  },
  {
    id: 'PROF-SUM-14',
    condition: 'Untrusted content is separate from control fields and marked as data',
    requirements: ['PROF-SEC-01', 'PROF-SEC-02'],
    about: {
      what: 'responses with text by users',
      includes: (operation, api) => operation.agent.untrusted.length > 0 || listUserTexts(api, operation).length > 0,
    },
    shows: (operation, api) => listUserTexts(api, operation).every(({ isMarked }) => isMarked),
  },
];

function hasFields(api: Api, { output }: ApiOperation): boolean {
  return output !== undefined && api.leaves(output) > 0;
}

/** Attestations: condition id → statement. */
export type Attestations = Readonly<Record<string, string>>;

/** Live checks that show a condition. */
export const showingChecks: readonly string[] = conditions.flatMap(({ shownBy }) =>
  shownBy === undefined ? [] : [shownBy],
);

/** Evidence for the label besides the description. */
export interface LabelEvidence {
  attested?: Attestations;
  /** Checks that a live API passed without a failed attempt. */
  shown?: ReadonlySet<string>;
  /** Rules that could not run; their infos say nothing about the API. */
  unseen?: readonly string[];
}

/**
 * The verdict on each condition. Most infos leave a condition undetermined, because the missing fact may be documented
 * elsewhere (`decidedBy` and `decides` name the others); so does an operation whose description shows nothing either way.
 */
export function evaluateLabel(api: Api, findings: readonly LintFinding[], evidence: LabelEvidence = {}): LabelLine[] {
  const { attested = {}, shown = new Set(), unseen = [] } = evidence;
  const lists = new Map(conditions.map((each): [Condition, LintFinding[]] => [each, []]));
  const listOf = new Map(conditions.flatMap((each) => each.requirements.map((line) => [line, lists.get(each)])));
  for (const finding of findings) listOf.get(finding.requirement)?.push(finding);
  return conditions.map((each) => ({
    id: each.id,
    condition: each.condition,
    ...judge(each, { api, own: lists.get(each) ?? [], attested, shown, unseen }),
  }));
}

interface Evidence {
  api: Api;
  /** Findings that decide the condition. */
  own: readonly LintFinding[];
  attested: Attestations;
  shown: ReadonlySet<string>;
  unseen: readonly string[];
}

type Judged = Pick<LabelLine, 'verdict' | 'reason'>;

function judge(condition: Condition, { api, own, attested, shown, unseen }: Evidence): Judged {
  const { id, behaviour, shownBy, about, shows, decides = () => false, decidedBy = [] } = condition;
  // Deprecated operations are no tools, but their deprecation is part of the description.
  const all = id === 'PROF-SUM-12' ? api.operations : api.exposed;
  const operations = about === undefined ? all : all.filter((operation) => about.includes(operation, api));
  const decided = new Set(operations.filter((operation) => decides(operation, api)).map(({ label }) => label));
  const severe = own.filter(
    ({ severity, operation, rule }) =>
      severity !== 'info' || (decidedBy.includes(rule) && !unseen.includes(rule)) || decided.has(operation ?? ''),
  );
  if (severe.length > 0) return { verdict: 'fails', reason: describeFindings(severe, operations.length) };
  if (operations.length === 0)
    return { verdict: 'not applicable', reason: `the API has no ${about?.what ?? 'operations'}` };
  if (shownBy !== undefined && shown.has(shownBy))
    return { verdict: 'holds', reason: `shown by the running API: ${shownBy}` };
  if (own.length > 0)
    return { verdict: 'not determined', reason: [...new Set(own.map(({ rule }) => rule))].join(', ') };
  const silent = shows === undefined ? 0 : operations.filter((operation) => !shows(operation, api)).length;
  const statement = attested[id];
  if (statement !== undefined) return { verdict: 'holds', reason: `attested: ${statement}` };
  const what = about?.what ?? 'operations';
  if (silent > 0) {
    return {
      verdict: 'not determined',
      reason: `the document shows it for ${operations.length - silent} of ${operations.length} ${what}`,
    };
  }
  if (behaviour !== undefined) return { verdict: 'not determined', reason: `the document cannot show ${behaviour}` };
  return { verdict: 'holds', reason: `for all ${operations.length} ${what}` };
}

/** How many operations the findings are about, and the rules. */
function describeFindings(findings: readonly LintFinding[], operations: number): string {
  const rules = [...new Set(findings.map(({ rule }) => rule))].join(', ');
  const noun = findings.every(({ severity }) => severity === 'info') ? 'info' : 'finding';
  const count = `${findings.length} ${noun}${findings.length === 1 ? '' : 's'}`;
  const named = new Set(findings.flatMap(({ operation }) => operation ?? [])).size;
  return named === 0
    ? `${count}: ${rules}`
    : `${named} of ${Math.max(named, operations)} operations, ${count}: ${rules}`;
}
