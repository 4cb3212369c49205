import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { BodyEnd } from './response-body.js';
import { createResponseBody } from './response-body.js';

function start() {
  const calls: string[] = [];
  const body = createResponseBody({
    pause: () => calls.push('pause'),
    resume: () => calls.push('resume'),
    abort: () => calls.push('abort'),
  });
  const ends: BodyEnd[] = [];
  body.whenEnded((end) => ends.push(end));
  return { body, calls, ends };
}

const piece = (bytes: number) => new Uint8Array(bytes);

describe('back-pressure', () => {
  it('pauses the connection without a reader, and resumes it for a reader', async () => {
    const { body, calls } = start();
    body.push(piece(40_000));
    expect(calls).toEqual([]);
    body.push(piece(40_000));
    expect(calls).toEqual(['pause']);
    const reader = body.stream().getReader();
    await reader.read();
    expect(calls).toEqual(['pause', 'resume']);
  });
});

describe('the end', () => {
  it('comes after all buffered data has been read', async () => {
    const { body, calls, ends } = start();
    body.push(piece(3));
    body.complete();
    expect((await new Response(body.stream()).arrayBuffer()).byteLength).toBe(3);
    expect([calls, ends]).toEqual([[], ['complete']]);
  });

  it('with an error fails the reader and releases the connection', async () => {
    const { body, calls, ends } = start();
    body.push(piece(3));
    const failure = new Failure('UPSTREAM_ERROR');
    body.fail(failure);
    await expect(new Response(body.stream()).arrayBuffer()).rejects.toBe(failure);
    expect([calls, ends]).toEqual([['abort'], [failure]]);
  });

  it('by the reader releases the connection', async () => {
    const { body, calls, ends } = start();
    await body.stream().cancel();
    expect([calls, ends]).toEqual([['abort'], ['cancelled']]);
  });

  it('comes once, whatever follows', async () => {
    const { body, calls, ends } = start();
    body.complete();
    body.fail(new Failure('UPSTREAM_ERROR'));
    body.push(piece(1));
    body.discard();
    await body.stream().cancel();
    expect([calls, ends]).toEqual([[], ['complete']]);
    const late: BodyEnd[] = [];
    body.whenEnded((end) => late.push(end));
    expect(late).toEqual(['complete']);
  });
});

describe('the whole', () => {
  it('contains the bytes from before and after the request for it', async () => {
    const { body } = start();
    body.push(new Uint8Array([1]));
    const whole = body.bytes();
    body.push(new Uint8Array([2, 3]));
    body.complete();
    expect([...(await whole)]).toEqual([1, 2, 3]);
  });

  it('is the same in however many pieces it arrives', async () => {
    const { body } = start();
    const whole = body.bytes();
    const bytes = Array.from({ length: 5000 }, (_, at) => at % 256);
    for (const byte of bytes) body.push(new Uint8Array([byte]));
    body.complete();
    expect([...(await whole)]).toEqual(bytes);
  });

  it('is available at once when the body has ended', async () => {
    const { body } = start();
    body.complete();
    expect((await body.bytes()).byteLength).toBe(0);
  });

  it('resumes a paused connection, and is not paused again', async () => {
    const { body, calls } = start();
    body.push(piece(70_000));
    const whole = body.bytes();
    body.push(piece(70_000));
    body.complete();
    expect([(await whole).byteLength, calls]).toEqual([140_000, ['pause', 'resume']]);
  });

  it('fails with the body', async () => {
    const { body } = start();
    const whole = body.bytes();
    const failure = new Failure('UPSTREAM_TIMEOUT');
    body.fail(failure);
    await expect(whole).rejects.toBe(failure);
    await expect(body.bytes()).rejects.toBe(failure);
  });
});
