/**
 * Audits every refused write and every 401 and 403; of a caller that gets 429, only the first refusal in a minute,
 * since more carry no information. Gateway calls have audit records of their own.
 */
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import type { Exchange } from '../exchange.js';
import { routeName } from '../exchange.js';
import type { RefusalLog } from '../refusal-log.js';
import type { Watcher } from '../steps/watch.js';

/** Dependencies of the watcher. */
export interface AuditRefusalsPorts {
  refusals: RefusalLog;
  clock: Clock;
}

/** Maximum number of callers whose last 429 is remembered. */
const maxRemembered = 10_000;

/** Maximum length of a target in a record. */
const longestTarget = 512;

/** Creates the watcher. */
export function createAuditRefusals({ refusals, clock }: AuditRefusalsPorts): Watcher {
  const limitedAt = new Map<string, number>();
  const isFirstThisMinute = (name: string) => {
    const minute = Math.floor(clock.now() / 60_000);
    if (limitedAt.get(name) === minute) return false;
    if (limitedAt.size >= maxRemembered) limitedAt.clear();
    limitedAt.set(name, minute);
    return true;
  };
  return ({ exchange, status }) => {
    const { failure, match } = exchange;
    if (failure === undefined || !isRefusal(exchange, status)) return;
    if (status === 429 && !isFirstThisMinute(callerName(exchange))) return;
    refusals.note({
      at: timestamp(clock),
      actor: exchange.caller.subject,
      action: match?.route?.action ?? `${exchange.request.method.slice(0, 16)} ${routeName(exchange)}`,
      target: (Object.values(match?.params ?? {})[0] ?? '').slice(0, longestTarget),
      outcome: 'refused',
      code: failure.code,
      traceId: exchange.trace.traceId,
    });
  };
}

function isRefusal({ match, handled }: Exchange, status: number): boolean {
  // The gateway records its own refusals.
  if (match?.route?.budget === 'invoke' && handled) return false;
  if (status === 401 || status === 403 || status === 429) return true;
  return status >= 400 && status < 500 && match?.route?.action !== undefined;
}

function callerName({ caller, clientAddress }: Exchange): string {
  return caller.kind === 'anonymous' ? clientAddress : caller.subject;
}
