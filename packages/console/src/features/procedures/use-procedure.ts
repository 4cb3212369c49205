/**
 * The draft of one procedure. It is kept in this browser until it is saved, also over a reload, together with what it began
 * with; what the server says about it follows the text after a pause.
 */
import type { ProcedureView, Toolset } from '@dragoman/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { readKept, writeKept } from '../../components/kept-drafts.js';
import { useDelayed } from '../../components/use-delayed.js';
import { useClient } from '../../session/console-context.js';
import { type Draft, type DraftBase, isDraft, toDraft } from './draft.js';

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

/** The kind of the kept drafts. */
const kind = 'procedure';

function readDraft(id: string): Pick<EditedProcedure, 'base' | 'draft'> | undefined {
  const kept = readKept(kind, id, isDraft);
  if (kept === undefined) return undefined;
  const { base, present } = kept;
  return { base: { version: Number(base.etag), draft: base.draft }, draft: present };
}

/** Edits a procedure, or continues an edit that was kept. */
export function useProcedureDraft(procedure: ProcedureView): EditedProcedure {
  const { id, version } = procedure;
  const [edited, setEdited] = useState(() => {
    const stored = toDraft(procedure);
    return readDraft(id) ?? { base: { version, draft: stored }, draft: stored };
  });
  const { base, draft } = edited;
  const [seed, setSeed] = useState(draft.text);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(base.draft);
  useEffect(() => {
    const kept = { base: { draft: base.draft, etag: String(base.version) }, present: draft };
    writeKept(kind, id, isChanged ? kept : undefined);
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
