/** Calls that wait for a person, and the decisions on them. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import { walkPages } from './pages.js';
import { listOf } from './read-hits.js';
import type { CallOptions, Incoming, Transport } from './transport.js';

/** States of an approval. */
export type ApprovalState = 'pending' | 'approved' | 'declined' | 'expired' | 'used';

/** A call that waits or waited for a person. */
export interface Approval {
  id: string;
  state: ApprovalState;
  agent: string;
  operation: string;
  version: number;
  impact: 'informational' | 'reversible' | 'irreversible' | 'unknown';
  method: string;
  target: string;
  caller: string;
  /** Who acts for the caller, if its token says so. */
  actor?: string;
  /** The arguments, with masked secrets; text when they are cut. */
  input: JsonValue;
  input_cut?: boolean;
  /** SHA-256 of the exact arguments. */
  input_hash: string;
  created_at: string;
  /** Until when the state holds. */
  expires_at: string;
  decided_at?: string;
  decided_by?: string;
  note?: string;
  used_at?: string;
  /** True when you may decide on it now. */
  may_decide: boolean;
}

/** Which approvals to list. */
export interface ApprovalQuery extends CallOptions {
  state?: ApprovalState;
  agent?: string;
}

/** Calls for approvals. */
export interface ApprovalCalls {
  /** Your own calls, and those on which you may decide; newest first. */
  list(query?: ApprovalQuery): AsyncGenerator<Approval, void>;
  /** One approval; with `waitSeconds` (at most 30), a pending one is answered when it is decided. */
  read(id: string, options?: CallOptions & { waitSeconds?: number }): Promise<Approval>;
  /** Lets the call be made once with exactly these arguments. */
  approve(id: string, options?: CallOptions & { note?: string }): Promise<Approval>;
  /** Refuses the call for a while. */
  decline(id: string, options?: CallOptions & { note?: string }): Promise<Approval>;
}

/** Time for the answer of a read that waits, in milliseconds, after the wait itself. */
const answerMs = 15_000;

/** Creates the calls over a transport. */
export function createApprovalCalls(transport: Transport): ApprovalCalls {
  const decide = async (
    id: string,
    decision: 'approve' | 'decline',
    { note, ...options }: CallOptions & { note?: string },
  ) => {
    const body = { decision, ...(note === undefined ? {} : { note }) };
    const to = ['approvals', id, 'decision'];
    return readApproval(await transport.send({ ...options, method: 'POST', to, body, repeatable: false }));
  };
  return {
    list({ state, agent, ...options } = {}) {
      const query = new URLSearchParams({
        top: '200',
        ...(state === undefined ? {} : { state }),
        ...(agent === undefined ? {} : { agent }),
      });
      const request = { ...options, method: 'GET', to: ['approvals'], query, repeatable: true } as const;
      const read = ({ body, status }: Incoming) => ({
        items: listOf(body, status, ['items']) as unknown as Approval[],
      });
      return walkPages(transport, () => request, read);
    },
    async read(id, { waitSeconds = 0, ...options } = {}) {
      const waiting =
        waitSeconds === 0
          ? {}
          : {
              query: new URLSearchParams({ wait: String(waitSeconds) }),
              timeoutMs: waitSeconds * 1000 + answerMs,
            };
      const request = { ...options, ...waiting, method: 'GET', to: ['approvals', id], repeatable: true } as const;
      return readApproval(await transport.send(request));
    },
    approve: (id, options = {}) => decide(id, 'approve', options),
    decline: (id, options = {}) => decide(id, 'decline', options),
  };
}

function readApproval({ body, status }: Incoming): Approval {
  if (isJsonObject(body) && typeof body.id === 'string' && typeof body.state === 'string') {
    return body as unknown as Approval;
  }
  throw clientError('INVALID_RESPONSE', { message: 'The response is not an approval.', status });
}
