import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPlainText } from './plain-text.js';

describe('plain text', () => {
  it.each([
    [
      '<p>Returns a list of <a href="/docs">charges</a>.</p>\n\n<p>Newest first.</p>',
      'Returns a list of charges.\n\nNewest first.',
    ],
    ['<ul><li>one</li><li>two &amp; three</li></ul>', '- one\n- two & three'],
    ['> [!NOTE]\n> This endpoint is in beta.\n\nLists issues.', 'This endpoint is in beta.\n\nLists issues.'],
    ['> [!WARNING] Deletes everything.', 'Warning: Deletes everything.'],
    ['## Usage\nSee [the **guide**](https://example.com/g "Guide") for `id`.', 'Usage\nSee the guide for id.'],
    ['| a | b |\n|---|---|\n| 1 | 2 |', 'a | b\n1 | 2'],
    ['```json\n{"a": 1}\n```', '{"a": 1}'],
    ['before<!-- hidden -->after<script>run()</script>.', 'beforeafter.'],
    ['a &lt;b&gt; &amp;lt; &#105; &#8238;x', 'a <b> &lt; i  x'.replace('  ', ' ')],
    ['İ<b>x</b>', 'İx'],
  ])('of %j is %j', (markup, plain) => {
    expect(toPlainText(markup)).toBe(plain);
  });

  it.each([
    'a < b and b > c',
    'List<String> of <owner>',
    'AT&T *.example.com /pets/**  two  spaces',
    'x[0] = 1\n\n\ny',
  ])('leaves %j as it is', (text) => {
    expect(toPlainText(text)).toBe(text);
  });

  it('reads hostile texts once', () => {
    for (const part of [
      '<',
      '<a',
      '<!--',
      '</',
      '[',
      '[a](',
      '**',
      '`',
      '&#',
      '> ',
      '|',
      '<script>',
      '<p',
      '(',
      '&a',
    ]) {
      expect(toPlainText(part.repeat(200_000)).length).toBeLessThanOrEqual(part.length * 200_000);
    }
  });

  it('never gets longer, and is stable for text without markup', () => {
    const words = fc.string({
      unit: fc.constantFrom('a', ' ', '\n', '<', '>', 'p', '/', '&', ';', '[', ']', '(', ')', '*', '|', '#'),
    });
    fc.assert(fc.property(words, (text) => toPlainText(text).length <= text.length + 2 * text.split('<').length));
  });
});
