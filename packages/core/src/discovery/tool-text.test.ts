import { describe, expect, it } from 'vitest';
import recorded from './fixtures/tool-texts.json' with { type: 'json' };
import { nameWords, plainText, toolText } from './tool-text.js';

describe('toolText', () => {
  it.each(recorded.map((row) => [row.name, row] as const))(
    'makes of %j the text that the models were trained on',
    (_, row) => {
      expect(toolText(row.name, row.description)).toBe(row.text);
    },
  );

  it('takes names apart and leaves mark-up out', () => {
    expect(nameWords('HTTPServer.getUser_name')).toBe('HTTP Server get User name');
    expect(plainText('  a <b>bold</b>\n claim ')).toBe('a bold claim');
  });

  it('stays linear on text that looks like mark-up and is none', () => {
    const hostile = '<'.repeat(200_000);
    expect(plainText(hostile)).toBe(hostile);
  });
});
