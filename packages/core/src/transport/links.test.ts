import { describe, expect, it } from 'vitest';
import { addressWith, linkHeader, pathTo } from './links.js';

describe('links', () => {
  it('are written as defined in RFC 8288', () => {
    expect(
      linkHeader([
        { rel: 'next', target: '/a?cursor=x' },
        { rel: 'first', target: '/a' },
      ]),
    ).toBe('</a?cursor=x>; rel="next", </a>; rel="first"');
    expect(linkHeader([])).toBeUndefined();
  });

  it('keep an id in one segment', () => {
    expect(pathTo('/agents', 'urn:x/y?z#ä%2F', 'versions')).toBe('/agents/urn%3Ax%2Fy%3Fz%23%C3%A4%252F/versions');
  });

  it('override given parameters and escape characters that could end a link', () => {
    const given = new URLSearchParams('tags=a>,b&skip=5&top=2');
    expect(addressWith('/agents', given, { skip: undefined, cursor: 'c', top: 3 })).toBe(
      '/agents?tags=a%3E%2Cb&cursor=c&top=3',
    );
    expect(addressWith('/agents', new URLSearchParams(), {})).toBe('/agents');
  });
});
