import { describe, expect, it } from 'vitest';
import { cutLine, displayWidth, wrapLine } from './layout.js';

describe('fitting lines to a terminal', () => {
  it.each([
    ['a short line stays as it is', 'one two', 'one two'],
    ['a long line breaks between words', 'one two three four five', 'one two three four\nfive'],
    ['the continuation is indented like the line', '  one two three four five', '  one two three four\n  five'],
    ['a name and its explanation keep two columns', 'id   one two three four', 'id   one two three\n     four'],
    [
      'an address is never broken',
      'see https://example.com/a/long/path now',
      'see\nhttps://example.com/a/long/path\nnow',
    ],
    [
      'a padded name in color keeps two columns',
      '\u001b[36mid   \u001b[39m  one two three four',
      '\u001b[36mid   \u001b[39m  one two three\n       four',
    ],
    ['colors take no room', '\u001b[2mone two\u001b[22m three four', '\u001b[2mone two\u001b[22m three four'],
  ])('%s', (_, text, expected) => {
    expect(wrapLine(text, 20)).toBe(expected);
  });

  it('counts two columns for a wide character and none for a color code', () => {
    expect(displayWidth('\u001b[36m港\u001b[39m')).toBe(2);
  });

  it('cuts a line with an ellipsis that fits', () => {
    expect(cutLine('one two three', 8)).toBe('one two…');
    expect(cutLine('one', 8)).toBe('one');
  });
});
