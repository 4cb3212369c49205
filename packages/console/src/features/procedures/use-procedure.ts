/** The draft of one procedure, and what the server says about it after a pause. */
import type { ProcedureView, Toolset } from '@dragoman/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDelayed } from '../../components/use-delayed.js';
import { type EditedDraft, useDraft } from '../../components/use-draft.js';
import { useClient } from '../../session/console-context.js';
import { type Draft, isDraft, toDraft } from './draft.js';

/** A draft that is edited. */
export type EditedProcedure = EditedDraft<Draft>;

/** Edits a procedure, or continues an edit that was kept. */
export function useProcedureDraft(procedure: ProcedureView): EditedProcedure {
  const stored = { draft: toDraft(procedure), etag: String(procedure.version) };
  return useDraft({ kind: 'procedure', id: procedure.id, isDraft }, stored);
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
