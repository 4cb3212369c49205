/**
 * Background work of a node whose database searches: it indexes changes that no node has indexed, and computes vectors.
 * All nodes share the work; a transaction or a lease of half a minute belongs to one of them, and ends with it.
 */
import { setTimeout } from 'node:timers/promises';
import type { Embedder } from '@dragoman/core/embedder';
import type { SetAsideEntry, StoredSearch, StoredSearchCounts, VectorStore } from '@dragoman/core/engine';
import { embedWaitingTexts } from '@dragoman/core/engine';

/** Dependencies of the work. */
export interface StoredWorkPorts {
  search: StoredSearch;
  vectors: VectorStore;
  /** Absent where search uses words only. */
  embedder?: Embedder;
  onError: (error: unknown) => void;
  /** Called when an entry could not be indexed and was set aside. */
  onSetAside: (entry: SetAsideEntry) => void;
}

/** Running work. */
export interface StoredWork {
  /** What is indexed and what waits, as last read. */
  counts(): StoredSearchCounts;
  /** Reads it now. */
  refresh(): Promise<StoredSearchCounts>;
  /** Looks for work at once. */
  wake(): void;
  /** Resolves when every change was indexed once. */
  indexed(): Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds between two checks for work, and after an error. */
const pauseMs = { work: 1_000, error: 5_000 };
/** Texts that are embedded at once. */
const textsAtOnce = 32;

/** Starts the work. */
export async function startStoredWork(ports: StoredWorkPorts): Promise<StoredWork> {
  const { search, vectors, embedder, onError, onSetAside } = ports;
  const leaving = new AbortController();
  let counts = await search.counts();
  const refresh = async () => {
    counts = await search.counts();
    return counts;
  };
  let markIndexed = () => {};
  const indexed = new Promise<void>((resolve) => {
    markIndexed = resolve;
  });

  const index = async () => {
    const { hasIndexed, setAside } = await search.advance(embedder?.model ?? '');
    if (setAside !== undefined) onSetAside(setAside);
    if (hasIndexed) return true;
    markIndexed();
    return false;
  };
  let isTended = false;
  const embed = async (model: Embedder) => {
    const texts = await search.claimTexts(textsAtOnce);
    if (texts.length === 0) {
      if (!isTended) await vectors.comparer?.tend(model.model, model.dimensions);
      isTended = true;
      return false;
    }
    isTended = false;
    await embedWaitingTexts({ embedder: model, store: vectors }, texts, leaving.signal);
    await search.finishTexts(texts.map(({ hash }) => hash));
    return true;
  };
  const loops = [
    runWhileWork(index, { signal: leaving.signal, onError, onRest: refresh }),
    ...(embedder === undefined
      ? []
      : [runWhileWork(() => embed(embedder), { signal: leaving.signal, onError, onRest: refresh })]),
  ];
  return {
    counts: () => counts,
    refresh,
    wake: () => {
      for (const loop of loops) loop.wake();
    },
    indexed: () => indexed,
    async stop() {
      leaving.abort();
      markIndexed();
      for (const loop of loops) loop.wake();
      await Promise.all(loops.map(({ done }) => done));
    },
  };
}

interface LoopPorts {
  signal: AbortSignal;
  onError: (error: unknown) => void;
  /** Called when there is no more work. */
  onRest: () => Promise<unknown>;
}

/** Runs the step again and again while it returns true, otherwise after a pause or when it is woken. */
function runWhileWork(step: () => Promise<boolean>, { signal, onError, onRest }: LoopPorts) {
  let wake = () => {};
  let isWoken = false;
  const rest = async (ms: number) => {
    if (isWoken || signal.aborted) return;
    const timer = new AbortController();
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const paused = setTimeout(ms, undefined, { ref: false, signal: timer.signal }).catch(() => undefined);
    await Promise.race([paused, woken]);
    timer.abort();
  };
  const run = async () => {
    while (!signal.aborted) {
      isWoken = false;
      try {
        if (await step()) continue;
        await onRest();
        await rest(pauseMs.work);
      } catch (error) {
        if (signal.aborted) return;
        onError(error);
        await rest(pauseMs.error);
      }
    }
  };
  return {
    done: run(),
    wake() {
      isWoken = true;
      wake();
    },
  };
}
