/** Designs in memory: states and versions, as in the persistent stores. */
import { chainRecord } from './audit.js';
import type { Design, DesignKind, DesignStore, DesignVersion } from './designs.js';
import { applyDesign } from './designs.js';
import type { MemoryAudit } from './memory-audit.js';

/** Keeps designs in memory; everything is copied in and out. */
export function createMemoryDesigns(audit: MemoryAudit): DesignStore {
  const histories = new Map<string, DesignVersion[]>();
  const historyOf = (kind: DesignKind, id: string) => histories.get(JSON.stringify([kind, id])) ?? [];
  const stateOf = (kind: DesignKind, id: string) => historyOf(kind, id).at(-1)?.design;

  return {
    async read(kind, id) {
      return structuredClone(stateOf(kind, id));
    },
    async list(kind, after, limit) {
      const live = [...histories.values()].flatMap((history) => {
        const design = history.at(-1)?.design;
        return design === undefined || design.kind !== kind || design.deletedAt !== undefined ? [] : [design];
      });
      const following = live.filter(({ id }) => after === undefined || compareIds(id, after) > 0);
      return structuredClone(following.sort(byId).slice(0, limit));
    },
    async change(kind, id, decide, context) {
      const current = structuredClone(stateOf(kind, id));
      const decision = decide(current);
      if (decision === undefined) return structuredClone(stateOf(kind, id));
      const target = { kind, id, current: stateOf(kind, id), context };
      const applied = structuredClone(applyDesign(structuredClone(decision), target));
      audit.push(chainRecord(applied.audit, audit.last()));
      histories.set(JSON.stringify([kind, id]), [...historyOf(kind, id), applied.kept]);
      return structuredClone(applied.design);
    },
    async versions(kind, id, limit, before = Number.POSITIVE_INFINITY) {
      const kept = historyOf(kind, id).filter(({ version }) => version < before);
      return structuredClone(kept.reverse().slice(0, limit));
    },
    async version(kind, id, version) {
      return structuredClone(historyOf(kind, id).find((kept) => kept.version === version));
    },
  };
}

function byId(a: Design, b: Design): number {
  return compareIds(a.id, b.id);
}

/** The order of the databases: by UTF-8 bytes. */
function compareIds(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
