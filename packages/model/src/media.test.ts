import { expect, it } from 'vitest';
import { base64Bytes, checkMediaType, describeMedia, findMedia, isKnownMedia, isModelImage } from './media.js';

const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');
const png = base64('\x89PNG\r\n\x1a\n0000');

it.each<[string, string, string, string | undefined]>([
  ['image/png', '\x89PNG\r\n\x1a\nrest', 'image/png', undefined],
  ['IMAGE/JPG; q=1', '\xff\xd8\xff\xe0', 'image/jpeg', undefined],
  ['image/png', '\xff\xd8\xff\xe0', 'image/jpeg', undefined],
  ['image/webp', 'RIFF1234WEBPVP8 ', 'image/webp', undefined],
  ['audio/x-wav', 'RIFF1234WAVEfmt ', 'audio/wav', undefined],
  ['audio/mpeg', 'ID3\x04', 'audio/mpeg', undefined],
  ['application/pdf', '%PDF-1.7', 'application/pdf', undefined],
  ['application/zip', 'anything', 'application/zip', undefined],
  ['image/x-own', '\x01\x02\x03', 'image/x-own', undefined],
  ['not a type', 'anything', 'application/octet-stream', undefined],
  ['image/png', '<!DOCTYPE html><p>Log in', 'application/octet-stream', 'HTML'],
  ['image/png', '\xef\xbb\xbf \n<svg onload="alert(1)">', 'application/octet-stream', 'SVG'],
  ['image/gif', '<?xml version="1.0"?>\n<svg>', 'application/octet-stream', 'SVG'],
  ['image/x-own', '<html>', 'application/octet-stream', 'HTML'],
  ['audio/mpeg', '{"error":"none"}', 'application/octet-stream', 'text'],
  ['image/png', '%PDF-1.7', 'application/octet-stream', 'application/pdf'],
  ['application/pdf', '', 'application/octet-stream', 'not application/pdf'],
])('verifies %s that begins with %j: %s, %s', (declared, start, mediaType, found) => {
  expect(checkMediaType(declared, base64(start))).toEqual({ mediaType, ...(found === undefined ? {} : { found }) });
});

it('knows sizes of Base64, with line breaks and without padding, and what is no Base64', () => {
  expect(['', 'AA==', 'AAA=', 'AAAA', 'AA', 'AA\nAA'].map(base64Bytes)).toEqual([0, 1, 2, 3, 1, 3]);
  expect(['A', 'A===', '<svg>', 'AA=A'].map(base64Bytes)).toEqual([undefined, undefined, undefined, undefined]);
});

it('finds an output that is bytes, parts of MCP results, and files of A2A responses, with verified types', () => {
  expect(findMedia(png, 'image/png')).toEqual([{ mediaType: 'image/png', data: png, pointer: '', bytes: 12 }]);
  expect(findMedia(png)).toEqual([]);
  const content = [
    { type: 'text', text: 'a' },
    { type: 'image', mimeType: 'image/png', data: png },
    { type: 'image', mimeType: 'image/png', data: base64('<html>') },
    { type: 'image', mimeType: 'image/png', data: 'no base64!' },
    { type: 'resource', resource: { uri: 'file:///a/plan.pdf', mimeType: 'application/pdf', blob: base64('%PDF-1') } },
    null,
  ];
  expect(findMedia({ content }).map(({ pointer, mediaType, name }) => [pointer, mediaType, name])).toEqual([
    ['/content/1/data', 'image/png', undefined],
    ['/content/2/data', 'application/octet-stream', undefined],
    ['/content/4/resource/blob', 'application/pdf', 'plan.pdf'],
  ]);
  const files = [{ url: 'https://a.example/b' }, { bytes: png, name: 'b.png', media_type: 'image/png' }, 7];
  expect(findMedia({ files })).toMatchObject([{ pointer: '/files/1/bytes', name: 'b.png', bytes: 12 }]);
  expect([null, 7, [], {}, { content: 7 }].map((value) => findMedia(value))).toEqual([[], [], [], [], []]);
});

it('says type and size, and which types models see and hear', () => {
  expect(describeMedia({ mediaType: 'image/png', bytes: 12_345 })).toBe('image/png, 12,345 bytes');
  expect(describeMedia({ mediaType: 'image/png', bytes: 1, name: 'a.png' })).toBe('a.png (image/png, 1 bytes)');
  expect(['image/png', 'image/tiff', 'image/svg+xml'].map(isModelImage)).toEqual([true, false, false]);
  expect([isKnownMedia('audio/wav', 'audio'), isKnownMedia('image/png', 'audio')]).toEqual([true, false]);
});
