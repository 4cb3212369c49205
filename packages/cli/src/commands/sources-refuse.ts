/** `dragoman sources refuse`: leaves tools as they are although their provider changed them. */
import type { Command } from '../command.js';
import { decideHeld } from '../decide-held.js';

/** Refuses what is held. */
export const sourcesRefuse: Command = {
  name: 'sources refuse',
  summary: 'Leave tools as they are although a followed address changed them',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id from "dragoman sources list"' }],
  options: [{ name: 'mark', value: 'text', description: 'Only when the held changes still have this mark' }],
  examples: [
    { line: 'dragoman sources refuse x7dP2sQ0m1Vt9LkJc4RbYw', explanation: 'Until the provider changes them again' },
  ],
  run: (context) => decideHeld(context, 'refuse'),
};
