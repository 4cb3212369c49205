import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { sendSlices } from './send-stream.js';

/** A sink that accepts a write on request. */
function createSlowSink() {
  const lengths: number[] = [];
  const parts: Buffer[] = [];
  let accept: () => void = () => undefined;
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      lengths.push(chunk.byteLength);
      parts.push(chunk);
      accept = () => done();
    },
  });
  return { sink, lengths, parts, accept: () => accept() };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a long body', () => {
  it('is sent in small slices to a client that does not keep up, one at a time', async () => {
    const { sink, lengths, parts, accept } = createSlowSink();
    const body = Buffer.alloc(100_000, 'abc');
    const sent = sendSlices(sink, body);
    await turn();
    expect(lengths).toEqual([65_536]);
    for (let i = 0; i < 4; i += 1) {
      accept();
      await turn();
    }
    await sent;
    expect(lengths).toEqual([65_536, 16_384, 16_384, 1696]);
    expect(Buffer.concat(parts).equals(body)).toBe(true);
  });

  it('is sent in large slices to a client that keeps up', async () => {
    const lengths: number[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _, done) {
        lengths.push(chunk.byteLength);
        done();
      },
    });
    await sendSlices(sink, Buffer.alloc(200_000));
    expect(lengths).toEqual([65_536, 65_536, 65_536, 3392]);
  });

  it('ends when the client disconnects', async () => {
    const { sink, lengths } = createSlowSink();
    const sent = sendSlices(sink, Buffer.alloc(1_000_000));
    await turn();
    sink.destroy();
    await sent;
    expect(lengths).toEqual([65_536]);
  });
});
