/** `dragoman sources accept`: takes over changes of tools that are held at a followed address. */

import type { Command } from '../command.js';
import { decideHeld } from '../decide-held.js';

/** Accepts what is held. */
export const sourcesAccept: Command = {
  name: 'sources accept',
  summary: 'Take over changes of tools that are held at a followed address',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id from "dragoman sources list"' }],
  options: [{ name: 'mark', value: 'text', description: 'Only when the held changes still have this mark' }],
  examples: [
    { line: 'dragoman sources accept x7dP2sQ0m1Vt9LkJc4RbYw', explanation: 'After a look at "dragoman sources show"' },
  ],
  run: (context) => decideHeld(context, 'accept'),
};
