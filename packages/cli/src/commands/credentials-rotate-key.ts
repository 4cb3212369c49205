/** `dragoman credentials rotate-key`: changes the key that seals stored credentials, while the server runs. */
import type { Command } from '../command.js';
import { storeOptions, withStore } from '../local-store.js';
import { line } from '../output/paint.js';

/** Changes the sealing key. */
export const credentialsRotateKey: Command = {
  name: 'credentials rotate-key',
  summary: 'Change the key that seals the credentials for agents',
  details:
    'Works on the configured store and key file directly. A running server takes the new key up by itself. Keys in ' +
    'DRAGOMAN_SECRETS_KEY are yours to change: put the new one first, restart, then use --reseal-only.',
  arguments: [],
  options: [
    { name: 'reseal-only', description: 'Make no new key; seal everything with the present one' },
    { name: 'drop-old', description: 'Drop the old keys from the file when everything is sealed anew' },
    { name: 'drop-unreadable', description: 'Remove credentials whose key is lost' },
    ...storeOptions,
  ],
  examples: [
    { line: 'dragoman credentials rotate-key', explanation: 'A new key; the old one still opens' },
    { line: 'dragoman credentials rotate-key --drop-old', explanation: 'And the old one is gone' },
  ],
  async run(context) {
    const { options, print } = context;
    const rotated = await withStore(context, ({ credentials }) =>
      credentials.rotateKey({
        resealOnly: options.flag('reseal-only'),
        dropOld: options.flag('drop-old'),
        dropUnreadable: options.flag('drop-unreadable'),
      }),
    );
    if (print.json) print.value(rotated);
    else {
      print.out(line`${print.colour.good('sealed')}  ${rotated.key}`);
      const removed = rotated.removed === 0 ? '' : `, ${rotated.removed} unreadable ones removed`;
      print.note(line`${rotated.resealed} credentials sealed anew${removed}`);
    }
    return 0;
  },
};
