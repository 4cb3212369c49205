import { describe, expect, it } from 'vitest';
import recorded from './fixtures/tool-texts.json' with { type: 'json' };
import { nameWords, plainText, toolText } from './tool-text.js';

describe('toolText', () => {
  it.each(recorded.map((row) => [row.name, row] as const))(
    'turns %j into the text that the models were trained on',
    (_, row) => {
      expect(toolText(row.name, row.description)).toBe(row.text);
    },
  );

  it('splits names and removes markup', () => {
    expect(nameWords('HTTPServer.getUser_name')).toBe('HTTP Server get User name');
    expect(plainText('  a <b>bold</b>\n claim ')).toBe('a bold claim');
  });

  it('is linear on text that only looks like markup', () => {
    const hostile = '<'.repeat(200_000);
    expect(plainText(hostile)).toBe(hostile);
  });
});
