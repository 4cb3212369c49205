/** What a query means: embedded by the model that serves at present, in bounded time, or a sentence on why not. */
import { createBoundedCache } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import type { Condition, Meaning } from '../catalogue/index-port.js';
import { type Embedder, EmbedderUnavailable } from './embedder.js';
import { plainText } from './tool-text.js';

/** The meaning of a text, or why there is none. */
export interface MeaningReading {
  meaning?: Meaning;
  /** Why there is none, to follow a colon. */
  trouble?: string;
}

/** Among what a text is looked for, and for whom. */
export interface MeaningScope {
  conditions: readonly Condition[];
  caller: Caller;
}

/** Reads meanings. */
export interface MeaningReader {
  /**
   * The meaning of a text. Where the store compares vectors it serves one query alone: the one whose text it is, within
   * this scope; without a scope nothing is near it there.
   */
  read(text: string, signal?: AbortSignal, scope?: MeaningScope): Promise<MeaningReading>;
}

/** What a reader works with. */
export interface MeaningReaderPorts {
  /** The embedder of the vectors that serve at present. */
  embedder: () => Embedder | undefined;
  /** Milliseconds that a search waits for it. */
  waitMs: number;
  /** Told of each failure that is not the embedder's own word of trouble. */
  onError: (error: unknown) => void;
}

const longestText = 2_000;
/** Texts whose meaning is remembered; agents ask the same thing again and again. */
const remembered = 1_000;

const troubles = {
  slow: 'the embedder did not answer in time',
  unreachable: 'the embedder cannot be reached',
  refused: 'the embedder refused the request',
  malformed: 'the embedder answered with something that is no vector',
  paused: 'the embedder failed a moment ago and rests',
} as const;

/** Why a model has nothing to say about a text; undefined when it has. */
export function troubleWith(embedder: Embedder, text: string): string | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'the text has no words';
  return embedder.reads?.(text) === false ? 'the model does not know the script of the text' : undefined;
}

/** Makes a reader. */
export function createMeaningReader(ports: MeaningReaderPorts): MeaningReader {
  const known = createBoundedCache<string, Meaning>({ entries: remembered });

  function remember(key: string, meaning: Meaning): Meaning {
    known.set(key, meaning);
    return meaning;
  }

  async function embed(embedder: Embedder, text: string, signal?: AbortSignal): Promise<MeaningReading> {
    const deadline = AbortSignal.timeout(ports.waitMs);
    const either = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
    const late = new Promise<never>((_, reject) => {
      either.addEventListener('abort', () => reject(new EmbedderUnavailable('slow', 'late')), { once: true });
    });
    const [vector] = await Promise.race([embedder.embed([text], either), late]);
    if (vector?.length !== embedder.dimensions) return { trouble: troubles.malformed };
    return { meaning: { model: embedder.model, vector } };
  }

  return {
    async read(given, signal) {
      const embedder = ports.embedder();
      const text = plainText(given.slice(0, longestText));
      if (embedder === undefined) return { trouble: 'this registry has no embedder' };
      const unread = troubleWith(embedder, text);
      if (unread !== undefined) return { trouble: unread };
      const key = `${embedder.model}\n${text}`;
      const held = known.get(key);
      if (held !== undefined) return { meaning: held };
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
