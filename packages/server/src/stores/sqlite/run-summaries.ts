/**
 * Summaries of runs of audit records, collected while the records are written: reading them again takes longer than
 * writing them. A run of which this process has not written every record has none here.
 */
import type { AuditRecord } from '@dragoman/core/engine';
import { isAlike } from '@dragoman/core/engine';
import { addTraceId, addValues, createFilter } from '../audit-tokens.js';

/** Records of one run. */
export const runSize = 2048;

/** First sequence number of the run that a record belongs to. */
export function firstOf(seq: number): number {
  return seq - ((seq - 1) % runSize);
}

/** When the records of a run were written, and which values occur in them. */
export interface RunSummary {
  since: string;
  until: string;
  filter: Buffer;
}

/** Complete runs whose summaries are kept until they are stored; more than one batch can complete. */
const maxComplete = 8;

/** Follows the records that this process writes. */
export class RunSummaries {
  #current: RunSummary | undefined;
  /** The sequence number that follows the last record. */
  #next = 0;
  /** The last record of this run, and the beginning of its detail if it is that of a call: most records are alike. */
  #last: AuditRecord | undefined;
  #operation = '';
  readonly #complete = new Map<number, RunSummary>();

  /** Called with the records of each transaction, in order, once it is committed. Never throws. */
  note(records: readonly AuditRecord[]): void {
    try {
      for (const record of records) this.#add(record);
    } catch {
      // A detail that is not JSON; the run is read when it is searched.
      this.#current = undefined;
    }
  }

  /** The summary of a complete run; it is returned once. */
  take(first: number): RunSummary | undefined {
    const found = this.#complete.get(first);
    this.#complete.delete(first);
    return found;
  }

  #add(record: AuditRecord): void {
    const { seq, at, traceId } = record;
    const first = firstOf(seq);
    if (seq === first) {
      this.#current = { since: at, until: at, filter: createFilter() };
      this.#last = undefined;
      this.#operation = '';
    } else if (seq !== this.#next) this.#current = undefined;
    this.#next = seq + 1;
    const summary = this.#current;
    if (summary === undefined) return;
    if (at < summary.since) summary.since = at;
    if (at > summary.until) summary.until = at;
    addTraceId(summary.filter, traceId);
    this.#addDeed(summary, record);
    if (seq === first + runSize - 1) this.#end(first, summary);
  }

  #addDeed({ filter }: RunSummary, record: AuditRecord): void {
    if (this.#last === undefined || !isAlike(this.#last, record)) {
      const { actor, action, target, outcome, code } = record;
      addValues(filter, { actor, action, target, outcome, code });
      this.#last = record;
    }
    if (record.action !== 'call' || record.detail === undefined) return;
    if (this.#operation !== '' && record.detail.startsWith(this.#operation)) return;
    this.#operation = beginningOf(record.detail);
    addValues(filter, { operation: operationOf(this.#operation) });
  }

  #end(first: number, summary: RunSummary): void {
    this.#current = undefined;
    this.#complete.set(first, summary);
    for (const oldest of this.#complete.keys()) {
      if (this.#complete.size <= maxComplete) return;
      this.#complete.delete(oldest);
    }
  }
}

/** The detail of a call begins with its operation, and the version follows. */
const version = ',"version":';

function beginningOf(detail: string): string {
  const end = detail.indexOf(version);
  return end < 0 ? detail : detail.slice(0, end + version.length);
}

/** The name of the operation at the beginning of the detail of a call, without parsing the rest. */
export function operationOf(detail: string): string | undefined {
  const [, quoted] = /"operation":("(?:[^"\\]|\\.)*")/.exec(detail) ?? [];
  return quoted === undefined ? undefined : (JSON.parse(quoted) as string);
}
