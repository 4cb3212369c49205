/** Events of a stream are the same for every split of its bytes. */
import { describe, expect, it } from 'vitest';
import { readEvents } from './event-stream.js';

async function read(chunks: Iterable<string>, bytes = 1e9): Promise<string[]> {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
  const events: string[] = [];
  for await (const event of readEvents(body, { bytes })) events.push(event);
  return events;
}

describe('events of a stream', () => {
  it.each(['\n', '\r\n', '\r'])('are the same wherever the bytes are split: %j', async (line) => {
    const text = ['data: one', 'data: two', '', ': aside', 'event: x', 'data:three', '', ''].join(line);
    const whole = line === '\r' ? [`${text}x`] : [text];
    for (let size = 1; size <= text.length; size += 1) {
      const chunks = whole.flatMap((each) => each.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []);
      expect(await read(chunks)).toEqual(['one\ntwo', 'three']);
    }
  });

  it('of one long line are scanned once', async () => {
    const chunk = 'x'.repeat(16_384);
    const count = 2500;
    const [event] = await read(['data: ', ...Array.from({ length: count }, () => chunk), '\n\n']);
    expect(event?.length).toBe(count * chunk.length);
  });

  it('beyond the byte limit are rejected', async () => {
    await expect(read(['data: ', 'x'.repeat(200), '\n\n'], 100)).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE' });
  });
});
