/** One approval from the server, read again when it changes; and the decision on it. */
import type { Approval } from '@dragoman/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useToasts } from '../../components/toast.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { useLiveEvents } from '../../session/use-live-events.js';

/** A decision and its reason. */
export interface Decision {
  decision: 'approve' | 'decline';
  note: string;
}

/** The approval, kept current. */
export function useApproval(id: string) {
  const client = useClient();
  const queries = useQueryClient();
  useLiveEvents(['approvals'], (event) => {
    if (event.type === 'approval.changed' && event.approval !== id) return;
    void queries.invalidateQueries({ queryKey: ['approvals', id] });
  });
  return useQuery({ queryKey: ['approvals', id], queryFn: ({ signal }) => client.approvals.read(id, { signal }) });
}

/** Sends a decision. */
export function useDecision(id: string) {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: ({ decision, note }: Decision) =>
      client.approvals[decision](id, note.trim() === '' ? {} : { note: note.trim() }),
    onSuccess: (decided: Approval) => queries.setQueryData(['approvals', id], decided),
    onError: (error: unknown) => toasts.show(explainError(error).detail, 'bad'),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['approvals', id] });
      void queries.invalidateQueries({ queryKey: ['inbox'] });
    },
  });
}
