import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTokenizer } from './tokenize.js';

function termsOf(text: string): string[] {
  const terms: string[] = [];
  createTokenizer().terms(text, (term) => terms.push(term));
  return terms;
}

describe('tokenizer', () => {
  it('splits at case changes, underscores and punctuation, and stems', () => {
    expect(termsOf('getUserProfiles list_open-orders')).toEqual(['get', 'user', 'profil', 'list', 'open', 'order']);
  });
  it('keeps acronyms and their plurals whole', () => {
    expect(termsOf('parseHTTPResponse URLs')).toEqual(['pars', 'http', 'respons', 'url']);
  });
  it('keeps short compounds whole in addition to their parts', () => {
    expect(termsOf('GitHub')).toEqual(['git', 'hub', 'github']);
    expect(termsOf('github')).toEqual(['github']);
    expect(termsOf('oauth2 s3')).toEqual(['oauth', 'oauth2', 's3']);
  });
  it('removes stop words and keeps verbs of action', () => {
    expect(termsOf('Could you please find the weather for me')).toEqual(['find', 'weather']);
  });
  it('unifies spellings, compatibility forms and diacritics', () => {
    expect(termsOf('summarise')).toEqual(termsOf('summarize'));
    expect(termsOf('colours')).toEqual(termsOf('COLOR'));
    expect(termsOf('Übersetzung café ﬁle ＡＢＣ')).toEqual(termsOf('ubersetzung cafe file abc'));
    expect(termsOf('Straße')).toEqual(termsOf('strasse'));
  });
  it('keeps words in -ise without another spelling in their families', () => {
    expect(termsOf('advertise')).toEqual(termsOf('advertisement'));
  });
  it('splits scripts without spaces into pairs', () => {
    expect(termsOf('翻訳する')).toEqual(['翻訳', '訳す', 'する']);
    expect(termsOf('猫')).toEqual(['猫']);
    expect(termsOf('แปล')).toEqual(['แป', 'ปล']);
    expect(termsOf('API翻訳v2')).toEqual(['翻訳', 'api', 'v2']);
    expect(termsOf('번역기')).toEqual(['번역', '역기']);
  });
  it('keeps the vowel signs of Indic scripts in their words', () => {
    expect(termsOf('हिन्दी अनुवाद')).toHaveLength(2);
  });
  it('truncates very long words', () => {
    expect(termsOf('a'.repeat(10_000))).toEqual(['a'.repeat(64)]);
  });
  it('returns the same terms every time for any text', () => {
    const tokenizer = createTokenizer();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const first: string[] = [];
        const second: string[] = [];
        tokenizer.terms(text, (term) => first.push(term));
        tokenizer.terms(text, (term) => second.push(term));
        expect(second).toEqual(first);
        for (const term of first) expect(term).toMatch(/^\S+$/u);
      }),
    );
  });
});
