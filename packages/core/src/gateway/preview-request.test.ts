import { describe, expect, it } from 'vitest';
import { previewRequest } from './preview-request.js';

const prepared = {
  url: 'https://desk.example/quotes?to=PTOPO',
  method: 'POST',
  headers: { accept: 'application/json' },
};

describe('previewRequest', () => {
  it('shows the whole request with masked credentials', () => {
    const credential = { headers: { 'X-Key': 'secret-1' }, query: { token: 'secret-2' }, signed: true };
    const shown = previewRequest({ ...prepared, body: { weight: 2 } }, credential);
    expect(shown).toEqual({
      method: 'POST',
      url: 'https://desk.example/quotes?to=PTOPO&token=***',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'x-key': '***',
        signature: '***',
      },
      body: { weight: 2 },
    });
    expect(JSON.stringify(shown)).not.toContain('secret');
  });

  it('masks headers that carry secrets, also when they come from inputs', () => {
    const { headers } = previewRequest(
      { ...prepared, headers: { Authorization: 'Bearer x', 'x-trip': '7' } },
      undefined,
    );
    expect(headers).toEqual({ Authorization: '***', 'x-trip': '7' });
  });

  it('shows encoded text, and only the size of other bodies', () => {
    const bytes = new TextEncoder().encode('a=1&b=2');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(previewRequest({ ...prepared, headers: form, bytes }, undefined).body).toBe('a=1&b=2');
    const image = { ...prepared, headers: { 'content-type': 'image/png' }, bytes };
    expect(previewRequest(image, undefined)).toMatchObject({ bodyBytes: 7 });
    const large = { ...prepared, headers: form, bytes: new Uint8Array(70_000) };
    expect(previewRequest(large, undefined)).toMatchObject({ bodyBytes: 70_000 });
  });
});
