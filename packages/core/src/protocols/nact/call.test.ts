import type { JsonValue } from '@dragoman/model';
import { expect, it } from 'vitest';
import { createTarget } from '../../gateway/gateway.support.js';
import { createNactCaller } from './call.js';

const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64');

function read(body: JsonValue) {
  const answer = { kind: 'answer', status: 200, headers: {}, findings: [], replayed: false, body } as const;
  return createNactCaller({ ownOrigins: [] }).readAnswer?.(createTarget(), { ...answer, findings: [] });
}

it('keeps images that no output has, and ignores what is no media', () => {
  const output_parameters = [{ name: 'wind', value: 7 }];
  const media = [{ media_type: 'image/png', data: png }, { media_type: 'image/png', output: 'wind', pointer: '' }, 7];
  expect(read({ output_parameters, media })).toMatchObject({
    body: { wind: 7 },
    content: [
      { type: 'text', text: '{"wind":7}' },
      { type: 'image', mimeType: 'image/png', data: png },
    ],
  });
  expect(read({ output_parameters })).not.toHaveProperty('content');
});
