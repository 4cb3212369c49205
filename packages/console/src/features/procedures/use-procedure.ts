/**
 * The draft of one procedure. It is kept in this tab until it is saved, also over a reload, together with what it began
 * with; what the server says about it follows the text after a pause.
 */
import type { ProcedureView, Toolset } from '@dragoman/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useDelayed } from '../../components/use-delayed.js';
import { useClient } from '../../session/console-context.js';
import { type Draft, type DraftBase, readKept, toDraft } from './draft.js';

/** A draft that is edited. */
export interface EditedProcedure {
  base: DraftBase;
  draft: Draft;
  isChanged: boolean;
  /** The text that the editor began with, or that replaced its text; typing does not change it. */
  seed: string;
  change: (change: Partial<Draft>) => void;
  /** Replaces the text, also in the editor. */
  replaceText: (text: string) => void;
  /** Continues on another base, with its own draft unless one is given. */
  restart: (base: DraftBase, draft?: Draft) => void;
}

const storageKey = (id: string) => `dragoman.procedure-draft.${id}`;

function keep(id: string, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(storageKey(id));
    else sessionStorage.setItem(storageKey(id), text);
  } catch {
    // Without storage, or when it is full, the draft lives as long as the page.
  }
}

function readStorage(id: string): string | null {
  try {
    return sessionStorage.getItem(storageKey(id));
  } catch {
    return null;
  }
}

/** Edits a procedure, or continues an edit that was kept. */
export function useProcedureDraft(procedure: ProcedureView): EditedProcedure {
  const { id, version } = procedure;
  const [edited, setEdited] = useState(() => {
    const stored = toDraft(procedure);
    return readKept(readStorage(id)) ?? { base: { version, draft: stored }, draft: stored };
  });
  const { base, draft } = edited;
  const [seed, setSeed] = useState(draft.text);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(base.draft);
  useEffect(() => {
    keep(id, isChanged ? JSON.stringify({ base, draft }) : undefined);
  }, [id, base, draft, isChanged]);
  const change = useCallback(
    (next: Partial<Draft>) => setEdited((now) => ({ ...now, draft: { ...now.draft, ...next } })),
    [],
  );
  const replaceText = useCallback(
    (text: string) => {
      change({ text });
      setSeed(text);
    },
    [change],
  );
  const restart = useCallback((next: DraftBase, own = next.draft) => {
    setEdited({ base: next, draft: own });
    setSeed(own.text);
  }, []);
  return { base, draft, isChanged, seed, change, replaceText, restart };
}

/** Milliseconds without a key before the server checks the text. */
const pauseMs = 400;

/** What the server says about the text: findings, steps, and the lines that mention each tool. */
export function useAssessment(toolset: Toolset | undefined, text: string) {
  const client = useClient();
  const checked = useDelayed(text, pauseMs);
  const id = toolset?.id ?? '';
  return useQuery({
    queryKey: ['procedures', 'check', id, toolset?.version, checked],
    enabled: id !== '' && checked.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    queryFn: ({ signal }) => client.procedures.check(id, checked, { signal }),
  });
}
