import { expect, it } from 'vitest';
import { findMedia } from './find-media.js';

const data = 'iVBORw0KGgo=';

it('finds images and sounds of MCP tools, and data URLs, anywhere in a result', () => {
  const result = {
    content: [
      { type: 'text', text: 'a picture' },
      { type: 'image', mimeType: 'image/png', data: 'iVBO\nRw0KGgo=' },
      { type: 'audio', mimeType: 'audio/wav', data },
    ],
    logo: `data:image/gif;base64,${data}`,
  };
  expect(findMedia(result)).toEqual([
    { id: '1', kind: 'image', type: 'image/gif', url: `data:image/gif;base64,${data}` },
    { id: '2', kind: 'image', type: 'image/png', url: `data:image/png;base64,${data}` },
    { id: '3', kind: 'audio', type: 'audio/wav', url: `data:audio/wav;base64,${data}` },
  ]);
});

it.each([
  `data:image/svg+xml;base64,${data}`,
  `data:text/html;base64,${data}`,
  'data:image/png;base64,<script>',
  'data:image/png,abc',
  { type: 'image', mimeType: 'text/html', data },
  { type: 'image', mimeType: 'image/png', data: 7 },
  null,
])('does not show %j', (value) => {
  expect(findMedia(value)).toEqual([]);
});

it('looks at a bounded number of values', () => {
  expect(findMedia(Array.from({ length: 100_000 }, () => `data:image/png;base64,${data}`))).toHaveLength(12);
});
