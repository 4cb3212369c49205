/** Yields the JSON values of server-sent events; undefined for an event that is not JSON. */
import type { JsonValue } from '@dragoman/model';

/** Reads events until the stream ends. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<JsonValue | undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  for await (const piece of body) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      if (line !== '' || data.length === 0) continue;
      yield jsonOf(data.join('\n'));
      data = [];
    }
  }
}

function jsonOf(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
