/** Sources from the server, read again when the server has checked one. */
import type { Source } from '@dragoman/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useToasts } from '../../components/toast.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { useRefreshOnEvents } from '../../session/use-live-events.js';
import { bySourceUrgency } from './source-state.js';

const key = ['sources'];

const removed = new Set<string>();

/** False for a removed source, whose page may be open a moment longer and must not read it again. */
export function isReadable(id: string): boolean {
  return !removed.has(id);
}

/** Reads the sources again after checks. */
export function useLiveSources(): void {
  useRefreshOnEvents(['sources'], [key]);
}

/** All sources that the caller may see, the most urgent first. */
export function useSources() {
  const client = useClient();
  return useQuery({
    queryKey: key,
    async queryFn({ signal }) {
      const all: Source[] = [];
      for await (const source of client.sources.list({ signal })) all.push(source);
      return all.sort(bySourceUrgency);
    },
  });
}

/** One source. */
export function useSource(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...key, id],
    queryFn: ({ signal }) => client.sources.read(id, { signal }),
    enabled: () => isReadable(id),
  });
}

/** What can be done with a source. */
export function useSourceActions(id: string) {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  const common = {
    onError: (error: unknown) => toasts.show(explainError(error).detail, 'bad' as const),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  };
  const check = useMutation({
    ...common,
    mutationFn: () => client.sources.refresh(id),
    onSuccess: ({ last_outcome: outcome = 'unchanged', last_error: error }: Source) =>
      error === undefined ? toasts.show(`Checked: ${outcome}.`) : toasts.show(`The check failed: ${error}`, 'bad'),
  });
  const decide = useMutation({
    ...common,
    mutationFn: (decision: { decision: 'accept' | 'refuse'; mark: string }) => client.sources.decide(id, decision),
    onSuccess: (_: Source, { decision }) =>
      toasts.show(decision === 'accept' ? 'The changes were applied.' : 'The changes were refused.'),
  });
  const remove = useMutation({
    ...common,
    mutationFn: () => client.sources.remove(id),
    onMutate: () => void removed.add(id),
    onError(error) {
      removed.delete(id);
      common.onError(error);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key, exact: true }),
  });
  return { check, decide, remove };
}
