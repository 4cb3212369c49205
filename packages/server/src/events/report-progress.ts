/** Progress of imports, and the number of operations that wait for vectors, as events. */
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import type { ImportEvent } from '@dragoman/model';
import type { PublishEvent } from './event-sender.js';

/** Dependencies of the report. */
export interface ProgressPorts {
  publish: PublishEvent;
  clock: Clock;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
  /** Operations that wait to be indexed. */
  backlog: () => number;
  /** Operations that wait for vectors, including those of the backlog. */
  waiting: () => number;
}

/** The progress of one import. */
export interface ImportProgress {
  /** An item was read. */
  read(): void;
  /** An item was stored, or failed. */
  stored(isFailed: boolean): void;
  /** All items are stored; indexing and embedding are followed from now on. */
  end(): void;
}

/** Starts to report the import of so many items. */
export type StartImport = (traceId: string, subject: string, total: number) => ImportProgress;

/** Milliseconds between two reports. */
const reportEveryMs = 250;
const pollEveryMs = 500;

/** Imports whose indexing and embedding are followed, and milliseconds for which they are. */
const maxFollowed = 64;
const followMs = 600_000;

/** Reports progress until it is stopped. */
export interface ProgressReport {
  start: StartImport;
  stop(): void;
}

interface Followed {
  report(stage: ImportEvent['stage'], waiting: number): void;
  isIndexed: boolean;
  until: number;
}

/** Starts the report. */
export function startProgressReport(ports: ProgressPorts): ProgressReport {
  const { publish, clock, elapsed, backlog, waiting } = ports;
  const followed = new Set<Followed>();
  let shown = 0;
  const poll = () => {
    const [behind, left] = [backlog(), waiting()];
    if (left !== shown) {
      shown = left;
      const event = { type: 'vectors.waiting', at: timestamp(clock), waiting: left } as const;
      publish({ event, audience: { kind: 'readers' }, gauge: true });
    }
    for (const each of followed) {
      if (!each.isIndexed) each.report('indexed', behind);
      each.isIndexed ||= behind === 0;
      if (each.isIndexed) each.report('embedded', left);
      if ((each.isIndexed && left === 0) || elapsed() > each.until) followed.delete(each);
    }
  };
  const timer = setInterval(poll, pollEveryMs).unref();
  const follow = (report: Followed['report']) => {
    const [oldest] = followed;
    if (followed.size >= maxFollowed && oldest !== undefined) followed.delete(oldest);
    followed.add({ report, isIndexed: false, until: elapsed() + followMs });
  };
  return {
    start: (traceId, subject, total) => startImport({ publish, clock, elapsed, follow }, { traceId, subject, total }),
    stop: () => clearInterval(timer),
  };
}

interface Importing {
  traceId: string;
  subject: string;
  total: number;
}

function startImport(
  {
    publish,
    clock,
    elapsed,
    follow,
  }: Pick<ProgressPorts, 'publish' | 'clock' | 'elapsed'> & {
    follow: (report: Followed['report']) => void;
  },
  { traceId, subject, total }: Importing,
): ImportProgress {
  const done = { read: 0, stored: 0 };
  let failed = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  const report = (stage: ImportEvent['stage'], part: Pick<ImportEvent, 'done'> & { waiting?: number }) => {
    const event: ImportEvent = {
      type: 'import.progress',
      at: timestamp(clock),
      trace_id: traceId,
      stage,
      ...part,
      total,
      failed,
    };
    publish({ event, audience: { kind: 'subject', subject } });
  };
  const count = (stage: 'read' | 'stored') => {
    done[stage] += 1;
    const isLast = done[stage] >= total;
    if (!isLast && elapsed() - reportedAt < reportEveryMs) return;
    reportedAt = elapsed();
    report(stage, { done: done[stage] });
  };
  return {
    read: () => count('read'),
    stored(isFailed) {
      if (isFailed) failed += 1;
      count('stored');
    },
    end() {
      let last = '';
      follow((stage, waiting) => {
        if (last === `${stage} ${waiting}`) return;
        last = `${stage} ${waiting}`;
        report(stage, { done: waiting === 0 ? total - failed : 0, waiting });
      });
    },
  };
}
