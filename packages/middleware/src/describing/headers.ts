/** Headers that several properties send. */
import type { HeaderParts } from './operation-draft.js';

/** Of responses that say when to come back. */
export const retryAfterHeader: Readonly<Record<string, HeaderParts>> = {
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    schema: { type: 'integer', minimum: 0 },
  },
};
