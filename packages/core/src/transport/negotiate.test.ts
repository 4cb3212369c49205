import { describe, expect, it } from 'vitest';
import { negotiate } from './negotiate.js';

const offers = ['application/json', 'application/agent-card+json'] as const;

function choose(accept?: string): string {
  return negotiate(
    new Request('http://localhost/', accept === undefined ? {} : { headers: { Accept: accept } }),
    offers,
  );
}

describe('negotiate', () => {
  it.each([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['application/*;q=0.5', 'application/json'],
    ['text/html, application/json', 'application/json'],
    ['application/agent-card+json', 'application/agent-card+json'],
    ['application/json;q=0.2, application/agent-card+json', 'application/agent-card+json'],
    ['APPLICATION/JSON', 'application/json'],
  ])('for %j chooses %s', (accept, chosen) => {
    expect(choose(accept)).toBe(chosen);
  });

  it.each(['text/html', 'application/json;q=0, application/agent-card+json;q=0', 'application/json;q=2', 'garbage'])(
    'refuses %j',
    (accept) => {
      expect(() => choose(accept)).toThrowError(expect.objectContaining({ code: 'NOT_ACCEPTABLE' }));
    },
  );

  it('prefers an exact exclusion over a wildcard match', () => {
    expect(choose('*/*, application/json;q=0')).toBe('application/agent-card+json');
  });
});
