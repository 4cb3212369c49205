/** `dragoman texts release`: shows held texts of a service to models. */
import type { Command } from '../command/command.js';
import { decideTexts } from '../registry/decide-texts.js';

/** Releases held texts. */
export const textsRelease: Command = {
  name: 'texts release',
  summary: 'Show held texts of a service to models',
  details:
    'For administrators, after reading the texts with "texts list". The decision is audited and applies to exactly ' +
    'these texts: a text that the provider changes is held again.',
  arguments: [
    { name: 'service', required: true, multiple: false, description: 'Id of the service' },
    {
      name: 'hash',
      required: false,
      multiple: true,
      description: 'Hashes from "texts list", or their first characters',
    },
  ],
  options: [{ name: 'all', description: 'All texts that are held now' }],
  examples: [
    { line: 'dragoman texts release github 3f9a1c20', explanation: 'Release one text' },
    { line: 'dragoman texts release github --all', explanation: 'Release all held texts of a service' },
  ],
  run: (context) => decideTexts(context, 'release'),
};
