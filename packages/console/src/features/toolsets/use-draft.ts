/**
 * The draft of one toolset with undo and redo. It is kept in this tab until it is saved, also over a reload, together with
 * what it began with, so that a change by somebody else is noticed.
 */
import { useCallback, useEffect, useState } from 'react';
import type { Draft } from './draft.js';

/** What a draft began with. */
export interface DraftBase {
  draft: Draft;
  /** ETag of the stored toolset. */
  etag: string | undefined;
}

interface Edited {
  base: DraftBase;
  past: readonly Draft[];
  present: Draft;
  future: readonly Draft[];
}

/** A draft that is edited. */
export interface EditedDraft {
  base: DraftBase;
  draft: Draft;
  isChanged: boolean;
  change: (next: Draft) => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  /** Continues on another base, with its own draft unless one is given. */
  restart: (base: DraftBase, draft?: Draft) => void;
}

/** Steps that can be undone. */
const maxSteps = 200;

const storageKey = (id: string) => `dragoman.toolset-draft.${id}`;

/** The kept edit; undefined when there is none, or when it cannot be read. */
export function readKept(text: string | null): Pick<Edited, 'base' | 'present'> | undefined {
  try {
    const kept = JSON.parse(text ?? 'null') as { base?: DraftBase; present?: Draft } | null;
    const { base, present } = kept ?? {};
    return Array.isArray(base?.draft?.tools) && Array.isArray(present?.tools) ? { base, present } : undefined;
  } catch {
    return undefined;
  }
}

function readStorage(id: string): string | null {
  try {
    return sessionStorage.getItem(storageKey(id));
  } catch {
    return null;
  }
}

function writeStorage(id: string, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(storageKey(id));
    else sessionStorage.setItem(storageKey(id), text);
  } catch {
    // Without storage, or when it is full, the draft lives as long as the page.
  }
}

/** Edits the draft of a toolset, or continues an edit that was kept. */
export function useDraft(id: string, stored: DraftBase): EditedDraft {
  const [edited, setEdited] = useState<Edited>(() => {
    const { base, present } = readKept(readStorage(id)) ?? { base: stored, present: stored.draft };
    return { base, past: [], present, future: [] };
  });
  const { base, past, present, future } = edited;
  const isChanged = JSON.stringify(present) !== JSON.stringify(base.draft);
  useEffect(() => {
    writeStorage(id, isChanged ? JSON.stringify({ base, present }) : undefined);
  }, [id, base, present, isChanged]);
  const change = useCallback(
    (next: Draft) =>
      setEdited((now) => ({ ...now, past: [...now.past, now.present].slice(-maxSteps), present: next, future: [] })),
    [],
  );
  const restart = useCallback(
    (next: DraftBase, draft = next.draft) => setEdited({ base: next, past: [], present: draft, future: [] }),
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
