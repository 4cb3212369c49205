/** Reads over GET can be repeated cheaply with an entity tag. */
import type { Repair } from './repair.js';
import { isRead } from './schema-shape.js';

/** Entity tags over answers (`transport/conditional-answer.ts`). */
export const conditionalReads: Repair = {
  name: 'conditional-reads',
  title: 'Conditional reads',
  supplies:
    'Responses of read-only operations called by GET have an ETag of the body; a request with that tag in If-None-Match gets 304 without a body.',
  mode: 'on',
  surface: false,
  concerns: isRead,
};
