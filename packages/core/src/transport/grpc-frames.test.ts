import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  GrpcFrameError,
  GrpcFrameReader,
  isGrpcType,
  readTrailers,
  writeMessageFrame,
  writeTrailerFrame,
} from './grpc-frames.js';
import { grpcCode, grpcStatusName, httpStatusOf, readGrpcMessage, writeGrpcMessage } from './grpc-status.js';

describe('frames', () => {
  it('are read as they were written, however their bytes are split', () => {
    const messages = fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 8 });
    fc.assert(
      fc.property(messages, fc.array(fc.integer({ min: 1, max: 30 })), (given, sizes) => {
        const trailers = writeTrailerFrame({ 'grpc-status': '0', 'grpc-message': 'a: b' });
        const bytes = Buffer.concat([...given.map(writeMessageFrame), trailers]);
        const reader = new GrpcFrameReader(100);
        const frames = [];
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const size = sizes[turn % Math.max(1, sizes.length)] ?? bytes.length;
          frames.push(...reader.feed(bytes.subarray(at, at + size)));
          at += size;
        }
        expect(reader.isPartial).toBe(false);
        expect(frames.map(({ kind }) => kind)).toEqual([...given.map(() => 'message'), 'trailers']);
        expect(frames.slice(0, -1).map(({ bytes: each }) => Buffer.from(each))).toEqual(
          given.map((each) => Buffer.from(each)),
        );
        expect({ ...readTrailers(frames.at(-1)?.bytes ?? Buffer.alloc(0)) }).toEqual({
          'grpc-status': '0',
          'grpc-message': 'a: b',
        });
      }),
    );
  });

  it('that announce too much, are compressed or have unknown flags are rejected with their prefix', () => {
    for (const prefix of ['00ffffffff', '0100000001', '0400000001', '8100000001']) {
      expect(() => new GrpcFrameReader(1000).feed(Buffer.from(prefix, 'hex'))).toThrow(GrpcFrameError);
    }
  });

  it('have one of the media types of gRPC', () => {
    const types = ['application/grpc', 'application/grpc+proto', 'application/grpc;x=1', 'application/grpc+json'];
    expect(types.map(isGrpcType)).toEqual([true, true, true, false]);
  });
});

describe('a status', () => {
  it('corresponds to a status of HTTP in both directions', () => {
    for (const status of [400, 401, 403, 404, 409, 429, 501, 503, 504]) {
      expect(httpStatusOf(String(grpcCode(grpcStatusName(status))))).toBe(status);
    }
    expect(['0', '99', '-1', 'x', '', undefined].map(httpStatusOf)).toEqual([200, 500, 500, 500, 500, 500]);
  });

  it('keeps its message through percent-encoding', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const written = writeGrpcMessage(text);
        expect(written).toMatch(/^[\x20-\x7e]*$/);
        expect(readGrpcMessage(written)).toBe(text);
      }),
    );
    expect(readGrpcMessage('100%')).toBe('100%');
  });
});
