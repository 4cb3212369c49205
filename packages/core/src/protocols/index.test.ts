/** The list of protocols and how a description finds its reader. */
import { describe, expect, it } from 'vitest';
import { context, fixture } from './aidip/aidip.support.js';
import { protocols, readDescription } from './index.js';

describe('protocols', () => {
  it('have different names', () => {
    expect(new Set(protocols.map(({ name }) => name)).size).toBe(protocols.length);
  });

  it('recognize their documents, also faulty ones', () => {
    expect(readDescription(fixture('pier-weather.in.json'), context).value?.origin.protocol).toBe('aidip');
    expect(readDescription({ endpoint: 1 }, context).diagnostics.map(({ code }) => code)).toContain('aidip/missing');
  });

  it.each([[null], ['x'], [[]], [{}], [{ name: 'x' }]])('say what was expected instead of %j', (document) => {
    const { value, diagnostics } = readDescription(document, { ...context, uri: 'https://a.example/' });
    expect(value).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { code: 'protocols/unrecognised', severity: 'error', location: { uri: 'https://a.example/', pointer: '' } },
    ]);
    expect(diagnostics[0]?.message).toContain('AIDIP agent metadata');
  });
});
