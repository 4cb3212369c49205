/** Progress of a call on its way to a response that may not have been opened yet. */
import type { JsonObject } from '@dragoman/model';

/** Maximum number of progress messages per call. */
const maxMessages = 10_000;

/** Messages in order; they wait until somebody reads them. */
export interface ProgressQueue {
  /** Resolves with the first message. */
  readonly first: Promise<void>;
  /** Adds a message; only messages that `matter` are added beyond the maximum. */
  tell(message: JsonObject, matters?: boolean): void;
  /** Passes on the waiting messages and every later one. */
  read(take: (message: JsonObject) => void): void;
}

/** Creates the queue; messages beyond the maximum are dropped. */
export function createProgressQueue(): ProgressQueue {
  const waiting: JsonObject[] = [];
  let reader: ((message: JsonObject) => void) | undefined;
  let count = 0;
  let resolveFirst: () => void = () => undefined;
  const first = new Promise<void>((resolve) => {
    resolveFirst = resolve;
  });
  return {
    first,
    tell(message, matters = false) {
      count += 1;
      if (count > maxMessages && !matters) return;
      resolveFirst();
      if (reader === undefined) waiting.push(message);
      else reader(message);
    },
    read(take) {
      for (const message of waiting.splice(0)) take(message);
      reader = take;
    },
  };
}

/** Maximum length of the text of a message. */
const maxTextLength = 1000;

/** The members of a progress message that are passed on. */
export function writeProgress({ progress, total, message }: JsonObject): JsonObject {
  return {
    progress: typeof progress === 'number' ? progress : 0,
    ...(typeof total === 'number' ? { total } : {}),
    ...(typeof message === 'string' ? { message: message.slice(0, maxTextLength) } : {}),
  };
}
