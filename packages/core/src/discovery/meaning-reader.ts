/** The meaning of a query: embedded by the current model, in bounded time, or a sentence that explains why not. */
import { createBoundedCache } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import type { AcceptedOperations, Condition, Meaning } from '../catalogue/index-port.js';
import { afterFreeTime } from '../documents/after-free-time.js';
import { type Embedder, EmbedderUnavailable } from './embedder.js';
import { plainText } from './tool-text.js';

/** The meaning of a text, or why it is unavailable. */
export interface MeaningReading {
  meaning?: Meaning;
  /** Why it is unavailable, as text after a colon. */
  trouble?: string;
}

/** The scope of a search and its caller. */
export interface MeaningScope {
  conditions: readonly Condition[];
  caller: Caller;
  accepts?: AcceptedOperations;
}

/** Reads meanings. */
export interface MeaningReader {
  /**
   * The meaning of a text. If the store compares vectors, it is valid only for the query with this text in this scope;
   * without a scope, nothing is similar to it.
   */
  read(text: string, signal?: AbortSignal, scope?: MeaningScope): Promise<MeaningReading>;
}

/** Dependencies of a reader. */
export interface MeaningReaderPorts {
  /** The embedder of the current vectors. */
  embedder: () => Embedder | undefined;
  /** Milliseconds that a search waits for it. */
  waitMs: number;
  /** Called with each failure other than `EmbedderUnavailable`. */
  onError: (error: unknown) => void;
}

const maxTextLength = 2_000;
/** Number of cached meanings; agents repeat the same queries. */
const remembered = 1_000;

const troubles = {
  slow: 'the embedder did not answer in time',
  unreachable: 'the embedder cannot be reached',
  refused: 'the embedder refused the request',
  malformed: 'the embedder returned something that is not a vector',
  paused: 'the embedder failed a moment ago and is paused',
} as const;

/** Why a model cannot embed a text; undefined when it can. */
export function troubleWith(embedder: Embedder, text: string): string | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'the text has no words';
  return embedder.reads?.(text) === false ? 'the model does not know the script of the text' : undefined;
}

/** Creates a reader. */
export function createMeaningReader(ports: MeaningReaderPorts): MeaningReader {
  const known = createBoundedCache<string, Meaning>({ entries: remembered });

  function remember(key: string, meaning: Meaning): Meaning {
    known.set(key, meaning);
    return meaning;
  }

  async function embed(embedder: Embedder, text: string, signal?: AbortSignal): Promise<MeaningReading> {
    const deadline = new AbortController();
    const cancel = afterFreeTime(ports.waitMs, () => deadline.abort());
    const either = signal === undefined ? deadline.signal : AbortSignal.any([deadline.signal, signal]);
    const late = new Promise<never>((_, reject) => {
      const leave = () => reject(new EmbedderUnavailable('slow', 'late'));
      if (either.aborted) leave();
      else either.addEventListener('abort', leave, { once: true });
    });
    const [vector] = await Promise.race([embedder.embed([text], either), late]).finally(cancel);
    if (vector?.length !== embedder.dimensions) return { trouble: troubles.malformed };
    const background = embedder.background?.bind(embedder, vector);
    return { meaning: { model: embedder.model, vector, ...(background === undefined ? {} : { background }) } };
  }

  return {
    async read(given, signal) {
      const embedder = ports.embedder();
      const text = plainText(given.slice(0, maxTextLength));
      if (embedder === undefined) return { trouble: 'this registry has no embedder' };
      const unread = troubleWith(embedder, text);
      if (unread !== undefined) return { trouble: unread };
      const key = `${embedder.model}\n${text}`;
      const cached = known.get(key);
      if (cached !== undefined) return { meaning: cached };
      try {
        const reading = await embed(embedder, text, signal);
        return reading.meaning === undefined ? reading : { meaning: remember(key, reading.meaning) };
      } catch (error) {
        if (error instanceof EmbedderUnavailable) return { trouble: troubles[error.trouble] };
        ports.onError(error);
        return { trouble: 'the embedder failed' };
      }
    },
  };
}
