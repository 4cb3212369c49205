/** `/approvals`: calls that wait for a person, and the decisions on them. */
import type { ApprovalRecord, ApprovalState, ApprovalStore, Approvals, Caller } from '@dragoman/core/engine';
import {
  approvalStates,
  hasScope,
  mayDecide,
  maySeeApproval,
  requireDecidable,
  stateAt,
  unknownApproval,
} from '@dragoman/core/engine';
import type { Clock, HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  invalidParameters,
  jsonReply,
  negotiate,
  pickFields,
  readFields,
  readJsonBody,
  timestamp,
  wholeNumber,
  writeCursor,
} from '@dragoman/core/http';
import type { FieldError, JsonObject } from '@dragoman/model';
import { pause } from '../../runtime/pause.js';
import { pageReply, pageStart, pageTop } from '../cursor-page.js';
import { dryRunReply, wantsDryRun } from '../dry-run.js';
import { personal } from '../toolset-ports.js';
import {
  approvalMembers,
  decisionDryRun,
  describeDecide,
  describeList,
  describeRead,
  maxWaitSeconds,
} from './approval-description.js';
import { readDecision } from './approval-request.js';

/** Dependencies of the routes. */
export interface ApprovalRoutePorts {
  store: ApprovalStore;
  approvals: Pick<Approvals, 'decide'>;
  clock: Clock;
  cursorKey: string;
}

const path = '/approvals';

/** Maximum body in bytes. */
const bodyBytes = 16_384;

/** Milliseconds between two looks at an approval that a caller waits for. */
const pollMs = 500;

/** Creates the routes. Who may see and decide is checked for each approval. */
export function createApprovalRoutes(ports: ApprovalRoutePorts): Route[] {
  const common = { budget: 'read', access: 'public' } as const;
  return [
    { ...common, method: 'GET', path, describe: describeList, handle: (context) => list(ports, context) },
    {
      ...common,
      method: 'GET',
      path: `${path}/{id}`,
      describe: describeRead,
      handle: (context) => read(ports, context),
    },
    {
      method: 'POST',
      path: `${path}/{id}/decision`,
      budget: 'write',
      access: 'registry:read',
      action: 'approval.decide',
      bodyBytes,
      describe: describeDecide,
      handle: (context) => decide(ports, context),
    },
  ];
}

async function list(ports: ApprovalRoutePorts, { request, url, caller }: RouteContext): Promise<HttpReply> {
  negotiate(request, ['application/json']);
  const fields = readFields(url, approvalMembers);
  const problems: FieldError[] = [];
  const [state, top] = [readState(url, problems), pageTop(url, problems)];
  if (problems.length > 0) throw invalidParameters(problems);
  const agentId = url.searchParams.get('agent');
  const scope = { key: ports.cursorKey, query: [path, state ?? null, agentId], subject: caller.subject };
  const after = pageStart(url, scope);
  const now = timestamp(ports.clock);
  const seen =
    caller.kind === 'anonymous' ? undefined : hasScope(caller, 'approvals:decide') ? {} : { of: caller.subject };
  const found =
    seen === undefined
      ? []
      : await ports.store.list({
          now,
          limit: top + 1,
          ...seen,
          ...(state === undefined ? {} : { state }),
          ...(agentId === null ? {} : { agentId }),
          ...(after?.id === undefined ? {} : { before: after.id }),
        });
  const items = found.slice(0, top);
  const last = items.at(-1);
  const next = found.length <= top || last === undefined ? undefined : writeCursor({ skip: 0, id: last.id }, scope);
  const shown = items.map((item) => pickFields(writeApproval(item, { caller, now }), fields));
  return pageReply({ items: shown, top }, { path, url, next, headers: personal });
}

async function read(ports: ApprovalRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { request, url, caller } = context;
  negotiate(request, ['application/json']);
  const fields = readFields(url, approvalMembers);
  const until = ports.clock.now() + readWait(url) * 1000;
  for (;;) {
    const record = await require(ports, context);
    const now = timestamp(ports.clock);
    if (stateAt(record, now) !== 'pending' || ports.clock.now() >= until || context.hasLeft?.() === true) {
      return jsonReply(pickFields(writeApproval(record, { caller, now }), fields), { headers: personal });
    }
    await pause(pollMs, context.signal);
  }
}

async function decide(ports: ApprovalRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { request, caller, params, traceId } = context;
  negotiate(request, ['application/json']);
  const decision = readDecision(await readJsonBody(request, { bytes: bodyBytes }));
  if (wantsDryRun(context)) {
    const record = await require(ports, context);
    requireDecidable(caller, record, timestamp(ports.clock));
    return dryRunReply(decisionDryRun(decision.decision, `${record.operation} of ${record.agentId}`));
  }
  const decided = await ports.approvals.decide(params.id ?? '', decision, { caller, traceId });
  return jsonReply(writeApproval(decided, { caller, now: timestamp(ports.clock) }), { headers: personal });
}

async function require({ store }: ApprovalRoutePorts, { params, caller }: RouteContext): Promise<ApprovalRecord> {
  const id = params.id ?? '';
  const record = await store.find(id);
  if (record !== undefined && maySeeApproval(caller, record)) return record;
  throw unknownApproval(id);
}

function readState(url: URL, problems: FieldError[]): ApprovalState | undefined {
  const given = url.searchParams.get('state');
  const state = approvalStates.find((each) => each === given);
  if (given !== null && state === undefined) {
    problems.push({ field: 'state', code: 'request/value', detail: `must be one of ${approvalStates.join(', ')}` });
  }
  return state;
}

function readWait(url: URL): number {
  const given = url.searchParams.get('wait');
  const seconds = given === null ? 0 : wholeNumber(given);
  if (seconds !== undefined && seconds <= maxWaitSeconds) return seconds;
  const detail = `must be an integer from 0 to ${maxWaitSeconds}`;
  throw invalidParameters([{ field: 'wait', code: 'request/range', detail }]);
}

/** An approval as it is answered. */
function writeApproval(record: ApprovalRecord, { caller, now }: { caller: Caller; now: string }): JsonObject {
  const { id, agentId, operation, version, impact, method, target, subject, actor, input, inputCut } = record;
  const { inputHash, createdAt, expiresAt, decidedAt, decidedBy, note, usedAt } = record;
  const state = stateAt(record, now);
  return {
    id,
    state,
    agent: agentId,
    operation,
    version,
    impact,
    method,
    target,
    caller: subject,
    ...(actor === undefined ? {} : { actor }),
    input,
    ...(inputCut === true ? { input_cut: true } : {}),
    input_hash: inputHash,
    created_at: createdAt,
    expires_at: expiresAt,
    ...(decidedAt === undefined ? {} : { decided_at: decidedAt }),
    ...(decidedBy === undefined ? {} : { decided_by: decidedBy }),
    ...(note === undefined ? {} : { note }),
    ...(usedAt === undefined ? {} : { used_at: usedAt }),
    may_decide: state === 'pending' && mayDecide(caller, record),
  };
}
