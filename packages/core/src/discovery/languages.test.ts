import { describe, expect, it } from 'vitest';
import { languageRanges, languageTag, mentionedLanguages } from './languages.js';

describe('languages', () => {
  it('reads tags and names alike', () => {
    expect(['zh_Hant', ' EN-gb ', 'Chinese', 'Français', 'x-own'].map(languageTag)).toEqual([
      'zh-hant',
      'en-gb',
      'zh',
      'fr',
      'x-own',
    ]);
  });
  it('returns the ranges that match a tag', () => {
    expect(languageRanges('zh-hant-tw')).toEqual(['zh-hant-tw', 'zh-hant', 'zh']);
    expect(languageRanges('')).toEqual([]);
  });
  it.each([
    ['translate product descriptions to Chinese', ['zh']],
    ['from German into French', ['de', 'fr']],
    ['an English document', ['en']],
    ['subtitles in fr', ['fr']],
    ['set language: es, please', ['es']],
    ['put it in it', []],
    ['say no to so many', []],
    ['polish my text', []],
    ['translate to Polish', ['pl']],
    ['résumé en français', ['fr']],
    ['constructor __proto__ in constructor', []],
  ])('finds the languages named in %j', (text, codes) => {
    expect(mentionedLanguages(text)).toEqual(codes);
  });
});
