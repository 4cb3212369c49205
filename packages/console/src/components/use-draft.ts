/**
 * A draft with undo and redo. It is kept in this browser until it is saved, also over a reload, together with what it began
 * with, so that a change by somebody else is noticed.
 */
import { replaceEqualDeep } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type DraftBase, forgottenEvent, type KeptDraft, readKept, writeKept } from './kept-drafts.js';

interface Edited<Draft> {
  base: DraftBase<Draft>;
  past: readonly Draft[];
  present: Draft;
  future: readonly Draft[];
  /** When and where the last change was made; changes of one place within a second are undone together. */
  last?: { place: string; at: number };
}

/** A draft that is edited. */
export interface EditedDraft<Draft> {
  base: DraftBase<Draft>;
  draft: Draft;
  isChanged: boolean;
  /** Changes the draft; with a `place`, such as a text field, typing there is one step to undo. */
  change: (next: Draft, place?: string) => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  /** Continues on another base, with its own draft unless one is given. */
  restart: (base: DraftBase<Draft>, draft?: Draft) => void;
}

/** Steps that can be undone. */
const maxSteps = 200;
/** Milliseconds within which changes of one place belong together. */
const togetherMs = 1000;

/** Where a draft is kept. */
export interface DraftPlace<Draft> {
  /** Kind and id, such as `toolset` and its id. */
  kind: string;
  id: string;
  /** True when a kept value is a draft. */
  isDraft: (value: unknown) => value is Draft;
}

/** Edits a draft, or continues an edit that was kept. */
export function useDraft<Draft>(
  { kind, id, isDraft }: DraftPlace<Draft>,
  stored: DraftBase<Draft>,
): EditedDraft<Draft> {
  const [edited, setEdited] = useState<Edited<Draft>>(() => {
    const { base, present } = readKept(kind, id, isDraft) ?? { base: stored, present: stored.draft };
    return { base, past: [], present, future: [] };
  });
  const { base, past, present, future } = edited;
  // Parts that were not changed are the same objects, so that this visits little of a large draft.
  const isChanged = useMemo(() => replaceEqualDeep(base.draft, present) !== base.draft, [base, present]);
  const kept = useMemo(() => (isChanged ? { base, present } : undefined), [base, present, isChanged]);
  useKeeping(kind, id, kept);
  const change = useCallback(
    (next: Draft, place?: string) =>
      setEdited((now) => {
        const last = place === undefined ? undefined : { place, at: Date.now() };
        const isTogether =
          last !== undefined && now.last?.place === last.place && last.at - (now.last?.at ?? 0) < togetherMs;
        const past = isTogether ? now.past : [...now.past, now.present].slice(-maxSteps);
        return { base: now.base, past, present: next, future: [], ...(last === undefined ? {} : { last }) };
      }),
    [],
  );
  const restart = useCallback(
    (next: DraftBase<Draft>, draft = next.draft) => setEdited({ base: next, past: [], present: draft, future: [] }),
    [],
  );
  const [before, after] = [past.at(-1), future[0]];
  return {
    base,
    draft: present,
    isChanged,
    change,
    restart,
    undo:
      before === undefined
        ? undefined
        : () => setEdited({ base, past: past.slice(0, -1), present: before, future: [present, ...future] }),
    redo:
      after === undefined
        ? undefined
        : () => setEdited({ base, past: [...past, present], present: after, future: future.slice(1) }),
  };
}

/** Milliseconds without a change after which a draft is kept: writing a large one takes longer than a key press may. */
const keepMs = 300;

/** Keeps the draft after a pause, and before the page or the editor is left. */
function useKeeping<Draft>(kind: string, id: string, kept: KeptDraft<Draft> | undefined): void {
  const waiting = useRef<() => void>(undefined);
  useEffect(() => {
    const write = () => {
      waiting.current = undefined;
      writeKept(kind, id, kept);
    };
    if (kept === undefined) return write();
    waiting.current = write;
    const timer = setTimeout(() => waiting.current?.(), keepMs);
    return () => clearTimeout(timer);
  }, [kind, id, kept]);
  useEffect(() => {
    const flush = () => waiting.current?.();
    const forget = () => {
      waiting.current = undefined;
    };
    addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    addEventListener(forgottenEvent, forget);
    return () => {
      removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      removeEventListener(forgottenEvent, forget);
      flush();
    };
  }, []);
}
