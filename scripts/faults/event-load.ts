/** A reader of `/events` that reconnects at any node, and a caller that uses up its rate limit. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './ask.js';

/** What the reader saw. */
export interface EventNotes {
  /** Ids of entries that appeared. */
  entries: Set<string>;
  /** Number of `reload` events, because events may be missing. */
  reloads: number;
  connections: number;
}

const pauseMs = 200;

/** Follows changes of the catalogue until `isOver`. */
export async function followEvents(origin: string, notes: EventNotes, isOver: () => boolean): Promise<void> {
  let lastId = '';
  while (!isOver()) {
    notes.connections += 1;
    const headers = lastId === '' ? {} : { 'last-event-id': lastId };
    const response = await fetch(`${origin}/events?topics=catalogue&seconds=5`, {
      headers,
      signal: AbortSignal.timeout(15_000),
    }).catch(() => undefined);
    let text = '';
    try {
      for await (const chunk of response?.body ?? []) {
        text += Buffer.from(chunk as Uint8Array).toString();
        const end = text.lastIndexOf('\n\n');
        if (end >= 0) lastId = note(text.slice(0, end), notes) ?? lastId;
        if (end >= 0) text = text.slice(end + 2);
      }
    } catch {
      // It connects again.
    }
    await sleep(pauseMs);
  }
}

function note(text: string, notes: EventNotes): string | undefined {
  for (const [, id = ''] of text.matchAll(/"(?:id|agent|service)":"((?:entry|import)-[0-9a-f-]+)"/g))
    notes.entries.add(id);
  notes.reloads += text.split('"type":"reload"').length - 1;
  return [...text.matchAll(/^id: (\S+)$/gm)].at(-1)?.[1];
}

/** Searches as often as it may; returns the number of searches that were admitted, and the seconds that it took. */
export async function useUpLimit(
  origin: string,
  isOver: () => boolean,
): Promise<{ admitted: number; seconds: number }> {
  const began = Date.now();
  let admitted = 0;
  const client = async () => {
    while (!isOver()) {
      const answer = await ask(origin, { path: '/agents/search', body: { query: 'x', top: 1 } });
      if (answer?.status === 200) admitted += 1;
      else await sleep(pauseMs / 4);
    }
  };
  await Promise.all([client(), client(), client()]);
  return { admitted, seconds: (Date.now() - began) / 1000 };
}
