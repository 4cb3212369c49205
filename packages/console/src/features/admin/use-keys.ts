/** Keys from the server, and what can be done with them. */
import type { IssuedApiKey } from '@dragoman/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyDraft, keyRequestOf } from '../../components/key-fields.js';
import { useToasts } from '../../components/toast.js';
import { useClient, useConsole, useSession } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { byKeyState } from './key-state.js';

const resource = ['keys'];

/** All keys, those that work first. */
export function useKeys() {
  const client = useClient();
  return useQuery({
    queryKey: resource,
    queryFn: async ({ signal }) => (await client.keys.list({ signal })).sort(byKeyState),
  });
}

/** Creates a key. The first one ends the open mode, so the console logs in with it when it may administer. */
export function useCreateKey(onCreated: (key: IssuedApiKey) => void) {
  const { client, session } = useConsole();
  const { access } = useSession();
  const queries = useQueryClient();
  return useMutation({
    async mutationFn(draft: KeyDraft) {
      const created = await client.keys.create(keyRequestOf(draft));
      // Shown before anything else can fail: it cannot be read again.
      onCreated(created);
      if (access === 'open' && created.scopes.includes('admin')) await session.login(created.key);
      await queries.invalidateQueries({ queryKey: resource });
    },
  });
}

/** Replaces a key. */
export function useRotateKey(id: string, onCreated: (key: IssuedApiKey) => void) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (overlapSeconds: number) => client.keys.rotate(id, { overlapSeconds }),
    onSuccess: onCreated,
    onSettled: () => queries.invalidateQueries({ queryKey: resource }),
  });
}

/** Revokes a key. */
export function useRevokeKey(id: string) {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: () => client.keys.revoke(id),
    onSuccess: () => toasts.show('The key was revoked.'),
    onError: (error) => toasts.show(explainError(error).detail, 'bad'),
    onSettled: () => queries.invalidateQueries({ queryKey: resource }),
  });
}
