/** Reports an operation's deprecation with every answer. */
import type { Repair } from './repair.js';

/** The headers (`gateway/deprecation.ts`). */
export const deprecationHeadersRepair: Repair = {
  name: 'deprecation-headers',
  title: 'Deprecation headers',
  supplies:
    'Responses of deprecated operations have Deprecation, Sunset and a link to the successor, where they are known.',
  mode: 'always',
  surface: false,
  concerns: ({ lifecycle }) => lifecycle?.deprecated === true || lifecycle?.sunset !== undefined,
};
