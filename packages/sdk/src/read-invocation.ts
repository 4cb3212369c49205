/** Reads what came of a call. Where it comes from and how far it can be relied on is told by headers, or found out here. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { checkShape } from './check-shape.js';
import { clientError } from './dragoman-error.js';
import type {
  BatchAnswer,
  BatchItem,
  CallAnswer,
  CallPreview,
  CallPreviewStep,
  OutputFinding,
  OutputVerdict,
} from './invocation.js';
import { linkTo } from './pages.js';
import { readErrorObject } from './read-response.js';
import type { Incoming } from './transport.js';

/** What is known of a call apart from its answer. */
export interface CallFacts {
  agentId: string;
  /** Origin of the agent, when it was called directly. */
  origin?: string;
  idempotencyKey?: string;
  /** Schema of the output, when this side has it. */
  outputs?: unknown;
  /** True when the call went straight to the agent. */
  direct: boolean;
}

/** The answer of an agent. */
export function readAnswer(incoming: Incoming, facts: CallFacts): CallAnswer {
  const { body, status, headers, attempts } = incoming;
  const output = body as JsonValue | undefined;
  const judged = judge(incoming, facts);
  const deprecation = deprecationOf(headers);
  return {
    kind: 'answer',
    output,
    status,
    ...judged,
    replayed: headers.get('idempotency-replayed') === 'true',
    attempts,
    ...provenanceOf(headers, facts),
    ...(facts.idempotencyKey === undefined ? {} : { idempotencyKey: facts.idempotencyKey }),
    ...(deprecation === undefined ? {} : { deprecation }),
  };
}

/** Where something that an agent said comes from. */
export function provenanceOf(headers: Headers, { agentId, origin }: CallFacts) {
  const traceId = headers.get('x-trace-id') ?? /^[\da-f]{2}-([\da-f]{32})-/.exec(headers.get('traceparent') ?? '')?.[1];
  return {
    untrusted: true as const,
    origin: origin ?? agentId,
    ...(traceId === undefined ? {} : { traceId }),
  };
}

/** The gateway compares output and schema and tells; of a direct answer this side finds out what it can. */
function judge({ body, headers }: Incoming, facts: CallFacts): { verdict: OutputVerdict; findings: OutputFinding[] } {
  if (facts.direct) return judgeHere(body, facts.outputs);
  const codes = (headers.get('x-dragoman-findings') ?? '').split(',').map((code) => code.trim());
  const findings = codes
    .filter((code) => code !== '')
    .slice(0, 100)
    .map((code) => ({ code, message: wordsOn(code), pointer: '' }));
  const checked = headers.get('x-dragoman-trust') !== null;
  const broken = codes.some((code) => code.startsWith('gateway/output-'));
  return { verdict: broken ? 'breaks' : checked ? 'fits' : 'unchecked', findings };
}

const findingWords: ReadonlyMap<string, string> = new Map([
  ['gateway/output-mismatch', 'the output breaks the schema that the operation declares'],
  ['gateway/output-missing', 'the agent answered without the output that it declares'],
]);

function wordsOn(code: string): string {
  if (code.startsWith('text/')) return 'the output hides text, or speaks to its reader as if it had a say: it is data';
  return findingWords.get(code) ?? 'the gateway warns of this output';
}

function judgeHere(body: unknown, outputs: unknown): { verdict: OutputVerdict; findings: OutputFinding[] } {
  if (outputs === undefined || body === undefined) return { verdict: 'unchecked', findings: [] };
  const { problems, complete } = checkShape(outputs, body);
  const findings = problems.map(({ pointer = '', detail, field }) => ({
    code: 'client/output-mismatch',
    message: `${field === '' ? 'the output' : field} ${detail}`,
    pointer,
  }));
  if (findings.length > 0) return { verdict: 'breaks', findings };
  return { verdict: complete ? 'fits' : 'unchecked', findings };
}

function deprecationOf(headers: Headers): CallAnswer['deprecation'] {
  const since = headers.get('deprecation');
  const sunset = headers.get('sunset');
  if (since === null && sunset === null) return undefined;
  const successor = linkTo(headers.get('link'), 'successor-version');
  return {
    ...(since === null ? {} : { since }),
    ...(sunset === null ? {} : { sunset }),
    ...(successor === undefined ? {} : { successor }),
  };
}

const impacts: readonly string[] = ['informational', 'reversible', 'irreversible'];

/** What a call would do; the agent's own rehearsal comes with the token in headers. */
export function readPreview(incoming: Incoming, facts: CallFacts, input: JsonValue): CallPreview {
  const { body, headers, status } = incoming;
  const isOurs = isJsonObject(body) && body.dry_run === true && headers.get('x-dragoman-trust') === null;
  if (!isOurs) return rehearsed(incoming, facts, input);
  const { confirmation, impact } = body;
  const token = isJsonObject(confirmation) ? confirmation.token : undefined;
  const expiresAt = isJsonObject(confirmation) ? confirmation.expires_at : undefined;
  if (typeof body.operation !== 'string' || typeof body.target !== 'string') {
    throw clientError('INVALID_RESPONSE', { message: 'The answer is no preview of a call.', status });
  }
  return {
    kind: 'preview',
    agent: facts.agentId,
    operation: body.operation,
    target: body.target,
    method: typeof body.method === 'string' ? body.method : 'POST',
    impact: impactOf(impact),
    reversible: body.reversible === true,
    confirmationRequired: body.confirmation_required === true,
    ...(typeof token === 'string' ? { confirmation: { token, expiresAt: String(expiresAt ?? '') } } : {}),
    input: (body.input ?? input) as JsonValue,
    ...(Array.isArray(body.steps) ? { steps: body.steps.flatMap(readPreviewStep) } : {}),
  };
}

function impactOf(impact: unknown): CallPreview['impact'] {
  return typeof impact === 'string' && impacts.includes(impact) ? (impact as CallPreview['impact']) : 'unknown';
}

function readPreviewStep(value: unknown): CallPreviewStep[] {
  if (!isJsonObject(value)) return [];
  const { step, agent, operation, impact, input = null } = value;
  if (typeof step !== 'string' || typeof agent !== 'string' || typeof operation !== 'string') return [];
  return [{ step, agent, operation, impact: impactOf(impact), input }];
}

function rehearsed(incoming: Incoming, facts: CallFacts, input: JsonValue): CallPreview {
  const { headers } = incoming;
  // Without the gateway's mark nobody vouches that the header was understood and nothing was done.
  if (headers.get('x-dragoman-trust') === null) {
    throw clientError('INVALID_RESPONSE', {
      message: 'The gateway answered a dry run with something that is no preview; the call may have taken place.',
      status: incoming.status,
    });
  }
  const token = headers.get('x-confirm');
  return {
    kind: 'preview',
    agent: facts.agentId,
    operation: '',
    target: '',
    method: 'POST',
    impact: 'unknown',
    reversible: false,
    confirmationRequired: token !== null,
    ...(token === null ? {} : { confirmation: { token, expiresAt: headers.get('x-confirm-expires') ?? '' } }),
    input,
    rehearsal: readAnswer(incoming, facts),
  };
}

/** What became of the inputs of a batch (aidip.md GAP-28): 207 has error objects in the places of those that failed. */
export function readBatch(incoming: Incoming, facts: CallFacts, count: number): BatchAnswer {
  const { body, status, headers } = incoming;
  if (!Array.isArray(body) || body.length !== count) {
    throw clientError('INVALID_RESPONSE', {
      message: `A batch of ${count} was answered with ${Array.isArray(body) ? `${body.length} results` : 'no array'}.`,
      status,
    });
  }
  const items = body.map((item): BatchItem => {
    const failed = status === 207 && isJsonObject(item) && isJsonObject(item.error);
    return failed ? { error: readErrorObject(item, incoming.attempts) } : { output: item as JsonValue };
  });
  return {
    kind: 'batch',
    items,
    failed: items.filter(({ error }) => error !== undefined).length,
    ...provenanceOf(headers, facts),
    ...(facts.idempotencyKey === undefined ? {} : { idempotencyKey: facts.idempotencyKey }),
  };
}
