/** Stores what a service reports while a background call runs, so that everybody who follows the call sees it. */
import type { JsonObject } from '@dragoman/model';
import { visibleText } from '@dragoman/model';

/** Milliseconds between two writes of one call. */
const everyMs = 1000;

/** Maximum characters of a message. */
const maxMessage = 1000;

/** Stores the latest progress of one call. */
export interface ProgressReport {
  tell(progress: JsonObject): void;
  /** What was not written yet is dropped: the call has ended. */
  end(): void;
}

/** Creates the report; the first progress is written at once, later ones at most once a second. */
export function createProgressReport(
  write: (progress: JsonObject) => Promise<unknown>,
  onError: (error: unknown) => void,
): ProgressReport {
  let next: JsonObject | undefined;
  let written = '';
  let timer: NodeJS.Timeout | undefined;
  const send = () => {
    timer = undefined;
    const text = JSON.stringify(next);
    if (next === undefined || text === written) return;
    written = text;
    write(next).catch(onError);
    timer = setTimeout(send, everyMs).unref();
  };
  return {
    tell(progress) {
      next = shownProgress(progress);
      if (timer === undefined) send();
    },
    end() {
      clearTimeout(timer);
      next = undefined;
    },
  };
}

/** A number without a total only counts polls or steps, and is not shown. */
function shownProgress({ progress, total, message }: JsonObject): JsonObject | undefined {
  const said = typeof message === 'string' ? visibleText(message).trim().slice(0, maxMessage) : '';
  const isMeasured = typeof progress === 'number' && typeof total === 'number';
  if (said === '' && !isMeasured) return undefined;
  return { ...(isMeasured ? { progress, total } : {}), ...(said === '' ? {} : { message: said }) };
}
