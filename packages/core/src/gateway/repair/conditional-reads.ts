/** Reads over GET can be repeated cheaply with an entity tag. */
import type { Repair } from './repair.js';
import { isRead } from './schema-shape.js';

/** Entity tags over answers (`transport/conditional-answer.ts`). */
export const conditionalReads: Repair = {
  name: 'conditional-reads',
  title: 'Conditional reads',
  supplies:
    'An operation that only reads is answered with an ETag over its answer when it is called by GET; If-None-Match with that tag is answered 304 without a body.',
  mode: 'on',
  surface: false,
  concerns: isRead,
};
