/**
 * Writes refusals to the audit log without holding up answers. The queue is bounded: what does not fit is counted
 * in `dragoman_audit_dropped_total`, since a flood of refusals must not take the memory of the server.
 */
import type { AuditDraft, AuditStore } from '@dragoman/core/engine';

/** What the log needs. */
export interface RefusalLogPorts {
  audit: Pick<AuditStore, 'append'>;
  onDropped: () => void;
  onError: (error: unknown) => void;
  /** Most records waiting; 1,000 by default. */
  capacity?: number;
}

/** Notes refusals. */
export interface RefusalLog {
  note(draft: AuditDraft): void;
  /** Resolves when everything noted so far is written or given up. */
  drain(): Promise<void>;
}

/** Records handed to the store at once; it commits them together. */
const together = 64;

/** Makes the log; records are written in the order noted. */
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
