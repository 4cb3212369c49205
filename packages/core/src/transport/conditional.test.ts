import { describe, expect, it } from 'vitest';
import type { StoredEntry } from '../catalogue/store.js';
import { entryValidators, isUnchanged, notModified, validatorHeaders, writePrecondition } from './conditional.js';

const stored = {
  entry: { origin: { hash: 'sha256:0123456789abcdef' } },
  revision: 3,
  updatedAt: '2026-02-02T08:00:00.500Z',
} as unknown as StoredEntry;
const tag = '"r3-0123456789ab"';
const ownerTag = '"r3-0123456789ab-o"';

function request(headers: Record<string, string>): Request {
  return new Request('http://localhost/', { headers });
}

describe('validators', () => {
  it('differ between the views and carry the time of the change', () => {
    expect(validatorHeaders(entryValidators(stored, 'other'))).toEqual({
      ETag: tag,
      'Last-Modified': 'Mon, 02 Feb 2026 08:00:00 GMT',
    });
    expect(entryValidators(stored, 'owner').etag).toBe(ownerTag);
    expect(entryValidators({ ...stored, revision: 4 }, 'other').etag).not.toBe(tag);
  });
});

describe('isUnchanged', () => {
  const validators = entryValidators(stored, 'other');
  it.each([
    [{ 'If-None-Match': tag }, true],
    [{ 'If-None-Match': `W/${tag}` }, true],
    [{ 'If-None-Match': `"x", ${tag}` }, true],
    [{ 'If-None-Match': '"a,b" , "c"' }, false],
    [{ 'If-None-Match': '*' }, true],
    [{ 'If-None-Match': ownerTag }, false],
    [{ 'If-None-Match': 'not a tag' }, false],
    [{ 'If-Modified-Since': 'Mon, 02 Feb 2026 08:00:00 GMT' }, true],
    [{ 'If-Modified-Since': 'Mon, 02 Feb 2026 07:59:59 GMT' }, false],
    [{ 'If-Modified-Since': 'yesterday' }, false],
    [{ 'If-Modified-Since': '2027' }, false],
    [{ 'If-None-Match': '"other"', 'If-Modified-Since': 'Mon, 02 Feb 2026 08:00:00 GMT' }, false],
    [{}, false],
  ])('for %j says %s', (headers, unchanged) => {
    expect(isUnchanged(request(headers as Record<string, string>), validators)).toBe(unchanged);
  });

  it('is answered without a body', () => {
    expect(notModified({ ETag: tag })).toEqual({ status: 304, headers: { etag: tag }, body: null });
  });
});

describe('writePrecondition', () => {
  const holds = (headers: Record<string, string>, current: StoredEntry | undefined = stored) =>
    writePrecondition(request(headers))?.(current);

  it('accepts the tag of either view, but no weak one', () => {
    expect(holds({ 'If-Match': tag })).toBe(true);
    expect(holds({ 'If-Match': ownerTag })).toBe(true);
    expect(holds({ 'If-Match': `"r2-0123456789ab", ${tag}` })).toBe(true);
    expect(holds({ 'If-Match': `W/${tag}` })).toBe(false);
    expect(holds({ 'If-Match': '"r2-0123456789ab"' })).toBe(false);
  });

  it('distinguishes an existing entry from a missing one', () => {
    expect(holds({ 'If-Match': '*' })).toBe(true);
    expect(writePrecondition(request({ 'If-Match': '*' }))?.(undefined)).toBe(false);
    expect(holds({ 'If-None-Match': '*' })).toBe(false);
    expect(writePrecondition(request({ 'If-None-Match': '*' }))?.(undefined)).toBe(true);
    expect(holds({ 'If-None-Match': `W/${tag}` })).toBe(false);
  });

  it('honors the time of the last change', () => {
    expect(holds({ 'If-Unmodified-Since': 'Mon, 02 Feb 2026 08:00:00 GMT' })).toBe(true);
    expect(holds({ 'If-Unmodified-Since': 'Mon, 02 Feb 2026 07:00:00 GMT' })).toBe(false);
    expect(holds({ 'If-Unmodified-Since': 'gibberish' })).toBeUndefined();
  });

  it('is undefined without headers, and rejects headers that it cannot read', () => {
    expect(holds({})).toBeUndefined();
    for (const value of ['r3', '"a" b', '', `${'"a",'.repeat(200)}"b"`]) {
      expect(() => writePrecondition(request({ 'If-Match': value }))).toThrowError(
        expect.objectContaining({ code: 'INVALID_INPUT' }),
      );
    }
  });
});
