/**
 * Calls as events: each one as long as there are few, else a sample, and the number of the others by caller and service.
 * No call goes unmentioned.
 */
import type { AuditDraft, CallListener } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import type { OmittedCalls } from '@dragoman/model';
import type { PublishEvent } from './event-sender.js';

/** Dependencies of the report. */
export interface CallReportPorts {
  publish: PublishEvent;
  clock: Clock;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
}

/** Calls per second that are reported one by one, and how many more after a quiet time. */
const perSecond = 50;
const burst = 100;

/** Milliseconds after which omitted calls are reported. */
const reportEveryMs = 1000;

/** Maximum number of pairs of caller and service that are counted separately. */
const maxGroups = 200;

/** Creates the listener of calls. */
export function createCallReport({ publish, clock, elapsed }: CallReportPorts): CallListener {
  let tokens = burst;
  let filledAt = elapsed();
  const mayReport = () => {
    const now = elapsed();
    tokens = Math.min(burst, tokens + ((now - filledAt) * perSecond) / 1000);
    filledAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
  const omit = createOmission({ publish, clock });
  return (draft, { operation, status, durationMs, attempts = 0 }) => {
    if (!mayReport()) {
      omit(draft);
      return;
    }
    const { at, actor, target, outcome, code, traceId } = draft;
    publish({
      event: {
        type: 'call.finished',
        at,
        service: target,
        ...(operation === undefined ? {} : { operation }),
        caller: actor,
        outcome,
        code,
        status,
        ms: durationMs,
        tries: attempts,
        trace_id: traceId,
      },
      audience: { kind: 'subject', subject: actor },
    });
  };
}

/** Counts calls, and reports the counts a moment later. */
function createOmission({ publish, clock }: Pick<CallReportPorts, 'publish' | 'clock'>) {
  let callers = new Map<string, Map<string, OmittedCalls>>();
  let groups: OmittedCalls[] = [];
  let incomplete = false;
  let isDue = false;
  const report = () => {
    isDue = false;
    publish({
      event: { type: 'calls.omitted', at: timestamp(clock), groups, incomplete },
      audience: { kind: 'callers' },
    });
    callers = new Map();
    groups = [];
    incomplete = false;
  };
  const add = (services: Map<string, OmittedCalls>, caller: string, service: string) => {
    if (groups.length >= maxGroups) return undefined;
    const group = { service, caller, count: 0, failed: 0 };
    groups.push(group);
    services.set(service, group);
    callers.set(caller, services);
    return group;
  };
  return ({ actor, target, outcome }: AuditDraft) => {
    if (!isDue) setTimeout(report, reportEveryMs).unref();
    isDue = true;
    const services = callers.get(actor) ?? new Map<string, OmittedCalls>();
    const group = services.get(target) ?? add(services, actor, target);
    if (group === undefined) {
      incomplete = true;
      return;
    }
    group.count += 1;
    if (outcome !== 'done') group.failed += 1;
  };
}
