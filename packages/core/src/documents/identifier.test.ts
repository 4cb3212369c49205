/** Identifiers derived from names. */
import { describe, expect, it } from 'vitest';
import { toSlug, toSnakeCase } from './identifier.js';

describe('identifiers', () => {
  it.each([
    ['quoteRate', 'quote_rate'],
    ['trackHTTPRequest', 'track_http_request'],
    ['Déjà vu!', 'deja_vu'],
    ['already_snake_2', 'already_snake_2'],
    ['get--thing  now', 'get_thing_now'],
    ['翻译', 'operation_1'],
    ['', 'operation_1'],
    ['a'.repeat(100), 'a'.repeat(64)],
    [`${'a'.repeat(63)} b`, 'a'.repeat(63)],
  ])('toSnakeCase(%j)', (text, expected) => {
    expect(toSnakeCase(text, 'operation_1')).toBe(expected);
  });

  it('creates slugs', () => {
    expect(toSlug('Northquay Freight Desk', 'agent')).toBe('northquay-freight-desk');
    expect(toSlug('天気', 'agent')).toBe('agent');
  });
});
