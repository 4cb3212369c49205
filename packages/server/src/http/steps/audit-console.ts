/**
 * Audits that the console acted for a caller: one record for each write of a login session, with the trace of the records
 * about the write itself. Calls of services name the console in their own records. The write is noted before it is made,
 * so that it has its record even if the server is killed in between; the outcome is `unknown` then.
 */
import { randomUUID } from 'node:crypto';
import type { AuditDraft, AuditStore, CallLog } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import { toFailure } from '@dragoman/model';
import { consoleActor } from '../../access/login-sessions.js';
import type { Exchange, Step } from '../exchange.js';
import { isDryRun } from './deduplicate-writes.js';

/** Dependencies of the step. */
export interface AuditConsolePorts {
  audit: Pick<AuditStore, 'append'>;
  /** Notes the write before it is made; absent where intents are not written. */
  intend?: CallLog['intend'];
  clock: Clock;
  /** Called when the record could not be written; the write was made, so its response is sent. */
  onError: (error: unknown) => void;
}

type End = Pick<AuditDraft, 'outcome' | 'code'>;

/** Creates the step. */
export function createAuditConsole({ audit, intend, clock, onError }: AuditConsolePorts): Step {
  const run = async (exchange: Exchange, target: string, next: (exchange: Exchange) => ReturnType<Step>) => {
    const call = randomUUID();
    const draft = (end: End): AuditDraft => ({
      at: timestamp(clock),
      actor: exchange.caller.subject,
      action: 'console.write',
      target,
      ...end,
      traceId: exchange.trace.traceId,
      detail: JSON.stringify({ call }),
    });
    await intend?.(call, draft({ outcome: 'unknown', code: '' }));
    const record = (end: End) =>
      audit.append(draft(end), intend === undefined ? undefined : call).then(() => undefined, onError);
    try {
      const reply = await next(exchange);
      await record({ outcome: 'done', code: '' });
      return reply;
    } catch (thrown) {
      await record(endOf(thrown));
      throw thrown;
    }
  };
  return (exchange, next) => {
    const { caller, match } = exchange;
    const route = match?.route;
    if (caller.actor !== consoleActor || route?.budget !== 'write' || isDryRun(exchange, route)) return next(exchange);
    return run(exchange, route.describe.operationId, next);
  };
}

function endOf(thrown: unknown): End {
  const { code, row, outcomeUnknown } = toFailure(thrown);
  if (outcomeUnknown) return { outcome: 'unknown', code };
  return { outcome: row.status < 500 ? 'refused' : 'failed', code };
}
