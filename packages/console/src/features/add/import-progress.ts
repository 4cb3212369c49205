/** How far an import is: what events and the response of the server say about it. */
import type { ImportEvent, ImportReport } from '@dragoman/sdk';

/** State of an import. */
export interface ImportProgress {
  /** Names the import in events. */
  traceId: string;
  /** Number of items. */
  total: number;
  read: number;
  stored: number;
  failed: number;
  /** Operations of the server that wait to be indexed, and to be embedded; undefined before that begins. */
  indexing?: number;
  embedding?: number;
  /** True once the server has answered. */
  isAnswered: boolean;
  /** True when the server searches by words only, so that nothing is embedded. */
  isWordsOnly: boolean;
}

/** One stage as it is shown. */
export interface Stage {
  id: 'read' | 'stored' | 'indexed' | 'embedded';
  label: string;
  state: 'waiting' | 'running' | 'done';
  detail: string;
  /** From 0 to 1. */
  share: number;
}

/** An import that has not begun. */
export function newProgress(traceId: string, total: number): ImportProgress {
  return { traceId, total, read: 0, stored: 0, failed: 0, isAnswered: false, isWordsOnly: false };
}

/** The state after an event; events of other imports change nothing. */
export function advance(progress: ImportProgress, event: ImportEvent): ImportProgress {
  if (event.trace_id !== progress.traceId) return progress;
  const { stage, done, failed, total, waiting = 0 } = event;
  const counted = { ...progress, failed: Math.max(progress.failed, failed), total };
  if (stage === 'read') return { ...counted, read: Math.max(progress.read, done) };
  if (stage === 'stored') return { ...counted, read: Math.max(progress.read, done), stored: done };
  if (stage === 'indexed') return { ...counted, indexing: waiting };
  return { ...counted, indexing: 0, embedding: waiting };
}

/** The state after the response: every item was read, and stored or refused. */
export function answered(progress: ImportProgress, { results, vectorsWaiting }: ImportReport): ImportProgress {
  const failed = results.filter(({ error }) => error !== undefined).length;
  const { total } = progress;
  const isWordsOnly = vectorsWaiting === undefined;
  return { ...progress, read: total, stored: total, failed, isAnswered: true, isWordsOnly };
}

/** The state after events were missed: the number of waiting operations was read instead. */
export function caughtUp(progress: ImportProgress, waiting: number): ImportProgress {
  return progress.isAnswered ? { ...progress, indexing: 0, embedding: waiting } : progress;
}

/** True when nothing is left to be done. */
export function isFinished({ isAnswered, isWordsOnly, indexing, embedding }: ImportProgress): boolean {
  return isAnswered && indexing === 0 && (isWordsOnly || embedding === 0);
}

/** The stages, in their order. */
export function stagesOf(progress: ImportProgress): readonly Stage[] {
  const { total, read, stored, failed, indexing, embedding, isWordsOnly } = progress;
  const failures = failed === 0 ? '' : `, ${count(failed)} failed`;
  return [
    { id: 'read', label: 'Read', ...counted(read, total) },
    { id: 'stored', label: 'Stored', ...withDetail(counted(stored, total), failures) },
    { id: 'indexed', label: 'Indexed', ...awaited(indexing, 'found by words') },
    {
      id: 'embedded',
      label: 'Embedded',
      ...(isWordsOnly
        ? { state: 'done' as const, detail: 'not needed: this server searches by words', share: 1 }
        : awaited(indexing === 0 ? embedding : undefined, 'found by meaning')),
    },
  ];
}

type Counted = Pick<Stage, 'state' | 'detail' | 'share'>;

function counted(done: number, total: number): Counted {
  const state = done >= total ? 'done' : done === 0 ? 'waiting' : 'running';
  return { state, detail: `${count(done)} of ${count(total)}`, share: total === 0 ? 1 : done / total };
}

function withDetail(stage: Counted, more: string): Counted {
  return { ...stage, detail: `${stage.detail}${more}` };
}

/** A stage of which only the number of waiting operations is known. */
function awaited(waiting: number | undefined, end: string): Counted {
  if (waiting === undefined) return { state: 'waiting', detail: 'not yet', share: 0 };
  if (waiting === 0) return { state: 'done', detail: end, share: 1 };
  const what = waiting === 1 ? '1 operation waits' : `${count(waiting)} operations wait`;
  return { state: 'running', detail: what, share: 0.5 };
}

function count(value: number): string {
  return value.toLocaleString('en');
}
