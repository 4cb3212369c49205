import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ThirdPartyText } from './third-party-text.js';

describe('a text by a third party', () => {
  it('has no hidden or direction-changing character in its content or its tooltip', () => {
    const text = 'pay\u202e\u2066yap\u200b<b>&"';
    const markup = renderToStaticMarkup(createElement(ThirdPartyText, { text, truncate: true }));
    expect(markup).not.toMatch(/[\u200b\u202e\u2066]/);
    expect(markup).toContain('title="pay[U+202E][U+2066]yap[U+200B]&lt;b&gt;&amp;&quot;"');
  });

  it('has a tooltip that says where a long text was cut', () => {
    const markup = renderToStaticMarkup(createElement(ThirdPartyText, { text: 'x'.repeat(400), truncate: true }));
    expect(markup).toContain(`title="${'x'.repeat(300)}…"`);
  });
});
