/** Tests which ends of paths may be verbs of an unsupported language. */
import { describe, expect, it } from 'vitest';
import { unknownName } from './unknown-names.js';

const named = (path: string, texts: { summary?: string; name?: string } = {}) =>
  unknownName({ method: 'GET', path, ...texts });

describe('unknownName', () => {
  it.each([
    ['/usuarios/{id}/borrar', 'borrar', true],
    ['/kunden/{id}/loeschen', 'loeschen', true],
    ['/commandes/{id}/supprimer', 'supprimer', true],
    ['/vaciar-cache', 'vaciar', true],
    ['/ordini/annulla', 'annulla', false],
    ['/wallet/airdrop', 'airdrop', false],
    ['/kullanicilar/sil', 'sil', false],
    ['/%D1%83%D0%B4%D0%B0%D0%BB%D0%B8%D1%82%D1%8C', 'удалить', true],
  ])('finds the unknown word of %s', (path, word, isVerbForm) => {
    expect(named(path)).toEqual({ word, isVerbForm });
  });

  it.each(['/orders', '/orders/{id}/items', '/uptime', '/providers', '/grafana-dashboards', '/v2', '/html', '/'])(
    'knows the words of %s',
    (path) => {
      expect(named(path)).toBeUndefined();
    },
  );

  it('asks for no known word where an English text or name says what the operation is', () => {
    expect(named('/gungan', { summary: 'The translation of a text to Gungan' })).toBeUndefined();
    expect(named('/gungan', { summary: 'Get Gungan texts' })).toBeUndefined();
    expect(named('/borrar', { name: 'getBorrar' })).toBeUndefined();
    expect(named('/borrar', { summary: 'Borrar' })).toBeDefined();
  });
});
