/**
 * A batch of writes worked out in memory, between reading the present state and writing the new one. A write
 * whose decision throws leaves nothing in the batch, so it cannot spoil the others that share its transaction.
 */
import type { AuditPoint } from '@dragoman/model';
import type { AuditDraft, AuditRecord, ChangeContext, Changed, Decide, EntryVersion, StoredEntry } from '@dragoman/core/engine';
import { applyDecision, chainRecord } from '@dragoman/core/engine';

/** The new state of one entry, ready to be written. */
export interface EntryRow {
  stored: StoredEntry;
  /** `stored.entry` in JSON. */
  json: string;
}

/** One version to keep, ready to be written. */
export interface VersionRow {
  id: string;
  version: EntryVersion;
  /** `version.entry` in JSON. */
  json: string;
}

/** Collects what a batch leaves to be written. */
export interface PlannedBatch {
  change(id: string, decide: Decide, context: ChangeContext): Changed;
  append(draft: AuditDraft): AuditRecord;
  /** The last state of every entry changed, by id. */
  readonly entries: ReadonlyMap<string, EntryRow>;
  readonly versions: readonly VersionRow[];
  readonly records: readonly AuditRecord[];
  /** The chain's last point behind this batch. */
  head(): AuditPoint;
}

/** One write of a batch; `plan` runs inside the transaction, may run twice, and throws to refuse. */
export interface PlannedWrite<T> {
  /** Id of the entry whose present state `plan` needs. */
  id?: string;
  plan(batch: PlannedBatch): T;
}

/** How one write of a batch ended. */
export type WriteOutcome = { value: unknown } | { refusal: unknown };

/** Starts a batch behind a point of the chain, on the present states of the entries concerned. */
export function createPlannedBatch(start: AuditPoint, present: ReadonlyMap<string, StoredEntry>): PlannedBatch {
  const entries = new Map<string, EntryRow>();
  const versions: VersionRow[] = [];
  const records: AuditRecord[] = [];
  let head = start;

  function chain(record: AuditRecord) {
    records.push(record);
    head = { seq: record.seq, hash: record.hash };
  }

  return {
    entries,
    versions,
    records,
    head: () => head,
    change(id, decide, context) {
      const current = entries.get(id)?.stored ?? present.get(id);
      const decision = decide(current);
      if (decision === undefined) return { stored: current, action: undefined };
      const { stored, version, record } = applyDecision(decision, { id, current, context, head });
      const json = JSON.stringify(stored.entry);
      entries.set(id, { stored, json });
      versions.push({ id, version, json });
      chain(record);
      return { stored, action: version.action };
    },
    append(draft) {
      const record = chainRecord(draft, head);
      chain(record);
      return record;
    },
  };
}

/** Plans every write in turn; a refusal is that write's alone. */
export function planWrites(writes: readonly PlannedWrite<unknown>[], batch: PlannedBatch): WriteOutcome[] {
  return writes.map(({ plan }) => {
    try {
      return { value: plan(batch) };
    } catch (refusal) {
      return { refusal };
    }
  });
}

/** The ids whose present states a batch needs, each once. */
export function idsOf(writes: readonly PlannedWrite<unknown>[]): string[] {
  return [...new Set(writes.flatMap(({ id }) => (id === undefined ? [] : [id])))];
}
