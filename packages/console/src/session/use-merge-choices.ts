/** The choices of a person who merges two changes of one draft. */
import { useState } from 'react';
import type { MergeConflict, MergeConflictsProps, MergeSide } from '../components/merge-conflicts.js';
import { useToasts } from '../components/toast.js';

/** A place that both changed, with a way to take either side. */
export interface DraftConflict<Draft> extends MergeConflict {
  /** The draft with one side at this place. */
  take: (draft: Draft, side: MergeSide) => Draft;
}

/** Both changes as one draft. */
export interface MergedDraft<Draft> {
  /** Ours where both changed the same place. */
  draft: Draft;
  conflicts: DraftConflict<Draft>[];
}

/** Choices between both sides; `begin` after a merge. */
export function useMergeChoices<Draft>(
  draft: Draft,
  onChange: (draft: Draft) => void,
): { merged: MergeConflictsProps; begin: (conflicts: readonly DraftConflict<Draft>[]) => void } {
  const toasts = useToasts();
  const [conflicts, setConflicts] = useState<readonly DraftConflict<Draft>[]>([]);
  const [sides, setSides] = useState<Readonly<Record<string, MergeSide>>>({});
  return {
    begin(found) {
      setConflicts(found);
      setSides({});
      toasts.show(
        found.length === 0 ? 'Both changes were merged.' : 'Merged. Choose what is kept where both of you changed it.',
      );
    },
    merged: {
      conflicts,
      sides,
      onChoose({ place }, side) {
        const conflict = conflicts.find((each) => each.place === place);
        if (conflict === undefined) return;
        setSides({ ...sides, [place]: side });
        onChange(conflict.take(draft, side));
      },
    },
  };
}
