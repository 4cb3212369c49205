/** `dragoman sources accept`: applies tool changes that are on hold at a source. */

import type { Command } from '../command/command.js';
import { decideHeld } from '../registry/decide-held.js';

/** Accepts changes that are on hold. */
export const sourcesAccept: Command = {
  name: 'sources accept',
  summary: 'Apply tool changes that are on hold at a source',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id from "dragoman sources list"' }],
  options: [{ name: 'mark', value: 'text', description: 'Only if the changes on hold still have this mark' }],
  examples: [
    { line: 'dragoman sources accept x7dP2sQ0m1Vt9LkJc4RbYw', explanation: 'After reviewing "dragoman sources show"' },
  ],
  run: (context) => decideHeld(context, 'accept'),
};
