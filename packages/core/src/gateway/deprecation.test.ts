/** What an answer says of an operation that will go. */
import { describe, expect, it } from 'vitest';
import { deprecationHeaders } from './deprecation.js';
import { createTarget } from './gateway.support.js';

const updatedAt = '2026-02-02T08:00:00.000Z';
const since = `@${Date.parse(updatedAt) / 1000}`;

describe('deprecation headers', () => {
  it('says nothing of an operation that stays', () => {
    expect(deprecationHeaders(createTarget())).toEqual({});
    expect(deprecationHeaders(createTarget({ lifecycle: { deprecated: false } }))).toEqual({});
  });

  it('names the time, the end and the successor', () => {
    const lifecycle = { deprecated: true, sunset: '2027-01-31T00:00:00Z', replacement: 'quote rates' };
    expect(deprecationHeaders(createTarget({ lifecycle }))).toEqual({
      deprecation: since,
      sunset: 'Sun, 31 Jan 2027 00:00:00 GMT',
      link: '</agents/echo%2F1/invoke/quote%20rates>; rel="successor-version"',
    });
  });

  it('follows the entry, and leaves a date out that is none', () => {
    const target = createTarget({ lifecycle: { sunset: 'some day' } });
    expect(deprecationHeaders(target)).toEqual({});
    target.stored.entry.status = 'deprecated';
    expect(deprecationHeaders(target)).toEqual({ deprecation: since });
  });

  it('takes the address from the face', () => {
    const target = createTarget({ lifecycle: { deprecated: true, replacement: 'next' } });
    expect(deprecationHeaders(target, (agent, name) => `/tools/${agent}/${name}`).link).toContain('/tools/echo/1/next');
  });
});
