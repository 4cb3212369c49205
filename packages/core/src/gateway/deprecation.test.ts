/** Headers on the deprecation of an operation. */
import { describe, expect, it } from 'vitest';
import { deprecationHeaders } from './deprecation.js';
import { createTarget } from './gateway.support.js';

const updatedAt = '2026-02-02T08:00:00.000Z';
const since = `@${Date.parse(updatedAt) / 1000}`;

describe('deprecation headers', () => {
  it('adds nothing for an operation that is not deprecated', () => {
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

  it('follows the entry, and omits an invalid date', () => {
    const target = createTarget({ lifecycle: { sunset: 'some day' } });
    expect(deprecationHeaders(target)).toEqual({});
    target.stored.entry.status = 'deprecated';
    expect(deprecationHeaders(target)).toEqual({ deprecation: since });
  });

  it('uses the URL from the interface', () => {
    const target = createTarget({ lifecycle: { deprecated: true, replacement: 'next' } });
    expect(deprecationHeaders(target, (agent, name) => `/tools/${agent}/${name}`).link).toContain('/tools/echo/1/next');
  });
});
