/**
 * A batch of writes planned in memory, between reading the current state and writing the new one. A write whose
 * decision throws leaves nothing in the batch, so it cannot break the other writes of its transaction.
 */

import type {
  AuditDraft,
  AuditRecord,
  ChangeContext,
  Changed,
  Decide,
  EntryVersion,
  Intent,
  StoredEntry,
} from '@dragoman/core/engine';
import { abandonedRecord, applyDecision, chainRecord } from '@dragoman/core/engine';
import type { AuditPoint, Entry } from '@dragoman/model';
import { writeEntry } from './parse-entry.js';

/** The new state of one entry to write. */
export interface EntryRow {
  stored: StoredEntry;
  /** `stored.entry` in JSON, written when it is first read. */
  readonly json: string;
}

/** One version to write. */
export interface VersionRow {
  id: string;
  version: EntryVersion;
  /** `version.entry` in JSON, written when it is first read. */
  readonly json: string;
}

/** Collects the writes of a batch. */
export interface PlannedBatch {
  change(id: string, decide: Decide, context: ChangeContext): Changed;
  append(draft: AuditDraft): AuditRecord;
  /** Notes a call before it leaves. */
  open(intent: Intent): void;
  /** Removes the intent of a call that has ended. */
  end(intentId: string): void;
  /** The last state of every changed entry, by id. */
  readonly entries: ReadonlyMap<string, EntryRow>;
  readonly versions: readonly VersionRow[];
  readonly records: readonly AuditRecord[];
  readonly opened: readonly Intent[];
  /** Ids of the intents to remove. */
  readonly ended: readonly string[];
  /** The head of the audit chain after this batch. */
  head(): AuditPoint;
}

/** One write of a batch; `plan` runs inside the transaction, may run twice, and throws to reject. */
export interface PlannedWrite<T> {
  /** Id of the entry whose current state `plan` needs. */
  id?: string;
  /** Its state before the transaction, which need not be read again unless it has changed. */
  known?: StoredEntry;
  /** True when it probably writes a large entry, whose text takes long to write. */
  isLarge?: boolean;
  plan(batch: PlannedBatch): T;
}

/** Outcome of one write of a batch. */
export type WriteOutcome = { value: unknown } | { refusal: unknown };

/** Starts a batch after a point of the chain, on the current states of its entries. */
export function createPlannedBatch(start: AuditPoint, present: ReadonlyMap<string, StoredEntry>): PlannedBatch {
  const entries = new Map<string, EntryRow>();
  const versions: VersionRow[] = [];
  const records: AuditRecord[] = [];
  const opened: Intent[] = [];
  const ended: string[] = [];
  let head = start;

  function chain(record: AuditRecord) {
    records.push(record);
    head = { seq: record.seq, hash: record.hash };
  }

  return {
    entries,
    versions,
    records,
    opened,
    ended,
    open: (intent) => void opened.push(intent),
    end: (intentId) => void ended.push(intentId),
    head: () => head,
    change(id, decide, context) {
      const current = entries.get(id)?.stored ?? present.get(id);
      const decision = decide(current);
      if (decision === undefined) return { stored: current, action: undefined };
      const { stored, version, record } = applyDecision(decision, { id, current, context, head });
      const text = lazyText(stored.entry);
      entries.set(id, {
        stored,
        get json() {
          return text();
        },
      });
      versions.push({
        id,
        version,
        get json() {
          return text();
        },
      });
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

function lazyText(entry: Entry): () => string {
  let text: string | undefined;
  return () => {
    text ??= writeEntry(entry);
    return text;
  };
}

/** Plans the records of calls without an end, and the removal of their intents. */
export function planAbandoned(head: AuditPoint, abandoned: readonly Intent[], now: string): PlannedBatch {
  const batch = createPlannedBatch(head, new Map());
  for (const intent of abandoned) {
    batch.append(abandonedRecord(intent, now));
    batch.end(intent.id);
  }
  return batch;
}

/** Plans every write in turn; a rejection affects only its own write. */
export function planWrites(writes: readonly PlannedWrite<unknown>[], batch: PlannedBatch): WriteOutcome[] {
  return writes.map(({ plan }) => {
    try {
      return { value: plan(batch) };
    } catch (refusal) {
      return { refusal };
    }
  });
}

/** The ids whose current states a batch needs, each once. */
export function idsOf(writes: readonly PlannedWrite<unknown>[]): string[] {
  return [...new Set(writes.flatMap(({ id }) => (id === undefined ? [] : [id])))];
}
