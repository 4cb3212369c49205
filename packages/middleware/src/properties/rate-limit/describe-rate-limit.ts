/** What a rate limit adds to the description: quota headers and 429. */
import type { RateLimit } from '@dragoman/core/http';
import type { Describe } from '../../describing/description-draft.js';
import { retryAfterHeader } from '../../describing/headers.js';
import type { HeaderParts } from '../../describing/operation-draft.js';

/** The described limit. */
export interface DescribedLimit extends RateLimit {
  unit: string;
  isFor(request: Pick<Request, 'method' | 'url'>): boolean;
}

/** Describes a limit on the operations that it applies to. */
export function describeRateLimit({ limit, windowSeconds, unit, isFor }: DescribedLimit): Describe {
  const counted = unit === 'requests' ? 'requests' : 'response bytes';
  return ({ operations }) => {
    for (const operation of operations.filter(isFor)) {
      operation.addHeaders(/^2/, quotaHeaders);
      const description = `Too many requests: ${limit} ${counted} in ${windowSeconds} seconds are allowed.`;
      operation.addProblem('429', description, { ...retryAfterHeader, ...quotaHeaders });
    }
  };
}

const quotaHeaders: Readonly<Record<string, HeaderParts>> = {
  RateLimit: {
    description: 'The remaining quota (r) and the seconds until it is full again (t), for each policy.',
    schema: { type: 'string', maxLength: 500 },
  },
  'RateLimit-Policy': {
    description: 'The quota (q), its window in seconds (w) and its unit (qu), for each policy.',
    schema: { type: 'string', maxLength: 500 },
  },
};
