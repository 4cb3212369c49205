import { expect, it } from 'vitest';
import { takeMedia } from './result-media.js';

const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64');
const outputs = [
  { name: 'result', value: { content: [{ type: 'image', data: png }] } },
  { name: 'note', value: 'plain' },
];

it('describes media where the server says that they are, and keeps the outputs for the host', () => {
  const media = [
    { media_type: 'image/png', output: 'result', pointer: '/content/0/data', name: 'a.png' },
    { media_type: 'image/png', data: png },
  ];
  const taken = takeMedia(outputs, { media });
  expect(taken.shown[0]?.value).toEqual({ content: [{ type: 'image', data: '(a.png (image/png, 8 bytes))' }] });
  expect(taken.media).toEqual([
    { mediaType: 'image/png', data: png, bytes: 8, name: 'a.png' },
    { mediaType: 'image/png', data: png, bytes: 8 },
  ]);
  expect(outputs[0]?.value).toEqual({ content: [{ type: 'image', data: png }] });
});

it.each([
  7,
  { media_type: 'image/png' },
  { media_type: 7, data: png },
  { media_type: 'image/png', data: 'no base64!' },
  { media_type: 'image/png', output: 'other', pointer: '' },
  { media_type: 'image/png', output: 'result', pointer: '/content/9/data' },
  { media_type: 'image/png', output: 'result', pointer: '/__proto__/toString' },
  { media_type: 'image/png', output: 'note', pointer: '/length' },
])('ignores %j', (item) => {
  expect(takeMedia(outputs, { media: [item] })).toEqual({ shown: outputs, media: [] });
});

it('trusts no declared type, and takes a bounded number', () => {
  const page = Buffer.from('<html>').toString('base64');
  const [first] = takeMedia([], { media: [{ media_type: 'image/png', data: page }] }).media;
  expect(first?.mediaType).toBe('application/octet-stream');
  const many = Array.from({ length: 1000 }, () => ({ media_type: 'image/png', data: png }));
  expect(takeMedia([], { media: many }).media).toHaveLength(50);
});
