/** The parts of a streamed response while they arrive; bounded, and passed on a few times a second. */
import { isJsonObject } from '@dragoman/model';
import type { StreamEvent } from '@dragoman/sdk';

/** Progress that the service reports. */
export interface Progress {
  value: number;
  total?: number;
  message?: string;
}

/** What has arrived so far. */
export interface LiveParts {
  /** The last parts, oldest first. */
  parts: readonly { id: number; event: string; text: string }[];
  /** All parts, including those that are no longer kept. */
  count: number;
  progress?: Progress;
}

/** Nothing yet. */
export const noParts: LiveParts = { parts: [], count: 0 };

/** Parts and characters of one part that are kept. */
const maxParts = 200;
const maxText = 4000;

/** Adds an event; the end of a stream and the whole output are shown as the result. */
export function addPart(before: LiveParts, { event, data, value }: StreamEvent): LiveParts {
  if (event === 'progress' && isJsonObject(value)) return { ...before, progress: readProgress(value) };
  if (event === 'done' || event === 'output') return before;
  const count = before.count + 1;
  const part = { id: count, event, text: data.slice(0, maxText) };
  return { ...before, parts: [...before.parts, part].slice(-maxParts), count };
}

function readProgress({ progress, total, message }: Readonly<Record<string, unknown>>): Progress {
  return {
    value: typeof progress === 'number' && Number.isFinite(progress) ? progress : 0,
    ...(typeof total === 'number' && total > 0 ? { total } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  };
}

/** Milliseconds between two updates of the page. */
const everyMs = 100;

/** Collects events, and shows what has arrived at most ten times a second. */
export function createCollector(show: (parts: LiveParts) => void) {
  let current = noParts;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    add(event: StreamEvent) {
      current = addPart(current, event);
      timer ??= setTimeout(() => {
        timer = undefined;
        show(current);
      }, everyMs);
    },
    /** Ends the updates and returns everything that is kept. */
    end(): LiveParts {
      clearTimeout(timer);
      return current;
    },
  };
}
