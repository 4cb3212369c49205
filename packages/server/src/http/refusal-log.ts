/**
 * Writes refusals to the audit log without delaying responses. The queue is bounded: records that exceed it are
 * counted in `dragoman_audit_dropped_total`, so that a flood of refusals cannot exhaust the server's memory.
 */
import type { AuditDraft, AuditStore } from '@dragoman/core/engine';

/** Dependencies of the log. */
export interface RefusalLogPorts {
  audit: Pick<AuditStore, 'append'>;
  onDropped: () => void;
  onError: (error: unknown) => void;
  /** Maximum number of waiting records; 1,000 by default. */
  capacity?: number;
}

/** Records refusals. */
export interface RefusalLog {
  note(draft: AuditDraft): void;
  /** Resolves when all records so far are written or dropped. */
  drain(): Promise<void>;
}

/** Batch size: the store commits a batch together. */
const together = 64;

/** Creates the log; records are written in order. */
export function createRefusalLog({ audit, onDropped, onError, capacity = 1000 }: RefusalLogPorts): RefusalLog {
  const waiting: AuditDraft[] = [];
  let writing: Promise<void> | undefined;
  const append = async (draft: AuditDraft) => {
    try {
      await audit.append(draft);
    } catch (error) {
      onDropped();
      onError(error);
    }
  };
  const write = async () => {
    while (waiting.length > 0) await Promise.all(waiting.splice(0, together).map(append));
    writing = undefined;
  };
  return {
    note(draft) {
      if (waiting.length >= capacity) {
        onDropped();
        return;
      }
      waiting.push(draft);
      writing ??= write();
    },
    async drain() {
      await writing;
    },
  };
}
