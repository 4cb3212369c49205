/** `dragoman sources refuse`: rejects tool changes that are on hold at a source. */
import type { Command } from '../command/command.js';
import { decideHeld } from '../registry/decide-held.js';

/** Rejects changes that are on hold. */
export const sourcesRefuse: Command = {
  name: 'sources refuse',
  summary: 'Reject tool changes that are on hold at a source',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id from "dragoman sources list"' }],
  options: [{ name: 'mark', value: 'text', description: 'Only if the changes on hold still have this mark' }],
  examples: [
    { line: 'dragoman sources refuse x7dP2sQ0m1Vt9LkJc4RbYw', explanation: 'Keep the tools until the next change' },
  ],
  run: (context) => decideHeld(context, 'refuse'),
};
