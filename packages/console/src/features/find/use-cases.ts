/** The saved evaluation cases of the caller: requests with the operation that should come first. */
import type { SavedItem } from '@dragoman/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useToasts } from '../../components/toast.js';
import { useClient, useHasScope } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';

const key = ['saved', 'case'];

/** The cases, newest first. */
export function useCases() {
  const client = useClient();
  const enabled = useHasScope('registry:read');
  return useQuery({ queryKey: key, enabled, queryFn: ({ signal }) => readAll(client.saved.list('case', { signal })) });
}

async function readAll(items: AsyncIterable<SavedItem>): Promise<SavedItem[]> {
  const all: SavedItem[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The operation that a request should lead to; undefined when none should match. */
export interface RightOperation {
  request: string;
  operation: { agent: string; name: string } | undefined;
}

/** Saves a case; an earlier one of the same request is replaced. */
export function useSaveCase() {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  const { data: known = [] } = useCases();
  return useMutation({
    async mutationFn({ request, operation }: RightOperation) {
      const saved = await client.saved.create({
        kind: 'case',
        request,
        ...(operation === undefined ? {} : { agent: operation.agent, operation: operation.name }),
      });
      const earlier = known.filter((item) => item.request === request && item.id !== saved.id);
      for (const { id } of earlier) await client.saved.remove(id);
    },
    onSuccess: (_, { operation }) =>
      toasts.show(
        operation === undefined
          ? 'Saved: no operation should match this request.'
          : `Saved: ${operation.name} should come first for this request.`,
      ),
    onError: (error) => toasts.show(explainError(error).detail, 'bad'),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}

/** Removes a case. */
export function useRemoveCase() {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (id: string) => client.saved.remove(id),
    onError: (error) => toasts.show(explainError(error).detail, 'bad'),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}
