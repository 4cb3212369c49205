/** `dragoman texts hold`: takes the release of texts of a service back. */
import type { Command } from '../command/command.js';
import { decideTexts } from '../registry/decide-texts.js';

/** Holds released texts again. */
export const textsHold: Command = {
  name: 'texts hold',
  summary: 'Hold released texts of a service again',
  details: 'For administrators. Models no longer see these texts; the decision is audited.',
  arguments: [
    { name: 'service', required: true, multiple: false, description: 'Id of the service' },
    {
      name: 'hash',
      required: false,
      multiple: true,
      description: 'Hashes from "texts list", or their first characters',
    },
  ],
  options: [{ name: 'all', description: 'All texts that are released now' }],
  examples: [{ line: 'dragoman texts hold github 3f9a1c20', explanation: 'Hold one text again' }],
  run: (context) => decideTexts(context, 'hold'),
};
