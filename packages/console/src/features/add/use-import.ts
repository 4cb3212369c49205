/** The state of an import: what is previewed, what was changed, how far it is, and what was stored. */
import type { FollowedEvent, ImportItem, ImportText } from '@dragoman/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient, useConsole } from '../../session/console-context.js';
import { newTrace } from '../../session/new-trace.js';
import { useLiveEvents } from '../../session/use-live-events.js';
import type { Draft, Edit } from './draft.js';
import { onlyPreview, toDrafts, toItem } from './draft.js';
import type { ImportProgress } from './import-progress.js';
import { advance, answered, caughtUp, isFinished, newProgress } from './import-progress.js';
import type { Imported } from './import-result.js';

/** An item with its URL or file name. */
export interface Pasted {
  item: ImportItem;
  label: string;
}

/** The state, and the steps of an import. */
export function useImport() {
  const client = useClient();
  const [commands, setCommands] = useState<ImportText['commands']>([]);
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  const preview = useMutation({
    mutationFn: async (items: readonly Pasted[]) => {
      const plain = items.map(({ item }) => item);
      const { results } = await client.imports.create(plain, { dryRun: true, report: true });
      return toDrafts(items, results);
    },
    onSuccess: setDrafts,
  });
  const storing = useStoring(drafts.length > 0);
  return {
    commands,
    drafts,
    preview,
    ...storing,
    wanted: drafts.filter(({ edit }) => edit.wanted),
    /** Previews these items instead of the former ones. */
    start(items: readonly Pasted[], found: ImportText['commands'] = []) {
      preview.reset();
      storing.reset();
      setDrafts([]);
      setCommands(found);
      if (items.length > 0) preview.mutate(items);
    },
    /** Changes one draft. */
    edit: (at: number, change: Partial<Edit>) =>
      setDrafts((all) => all.map((draft, place) => (place === at ? edited(draft, change) : draft))),
  };
}

/** The import itself, followed through the events of the server while there is something to import. */
function useStoring(isFollowed: boolean) {
  const { client, live } = useConsole();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<ImportProgress>();
  const change = (next: (progress: ImportProgress) => ImportProgress) =>
    setProgress((now) => (now === undefined ? now : next(now)));
  const catchUp = async () => {
    const { details } = await client.ready();
    change((now) => caughtUp(now, waitingIn(details)));
  };
  useLiveEvents(isFollowed ? ['imports'] : [], (event: FollowedEvent) => {
    if (event.type === 'import.progress') change((now) => advance(now, event));
    // Events were missed, so what is left is read once.
    if (event.type === 'reload' && progress !== undefined && !isFinished(progress)) void catchUp();
  });
  const store = useMutation({
    mutationFn: async (wanted: readonly Draft[]): Promise<Imported> => {
      await live.settled();
      const { traceId, traceparent } = newTrace();
      setProgress(newProgress(traceId, wanted.length));
      const report = await client.imports.create(wanted.map(toItem), { traceparent });
      change((now) => answered(now, report));
      if (live.state() !== 'live') void catchUp();
      return { report, items: wanted.map(summaryOf) };
    },
    onError: () => setProgress(undefined),
    onSuccess: () => void queries.invalidateQueries(),
  });
  const reset = () => {
    store.reset();
    setProgress(undefined);
  };
  return { store, imported: store.data, progress, reset };
}

/** Operations that wait for vectors, as the server reports its readiness. */
function waitingIn({ search }: Readonly<Record<string, unknown>>): number {
  const waiting = (search as { vectors_waiting?: unknown } | undefined)?.vectors_waiting;
  return typeof waiting === 'number' ? waiting : 0;
}

function summaryOf(draft: Draft): Imported['items'][number] {
  return { label: draft.label, requiresCredential: (onlyPreview(draft)?.credential.type ?? 'none') !== 'none' };
}

function edited(draft: Draft, change: Partial<Edit>): Draft {
  return { ...draft, edit: { ...draft.edit, ...change } };
}
