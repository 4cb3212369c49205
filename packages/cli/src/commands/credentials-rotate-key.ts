/** `dragoman credentials rotate-key`: replaces the key that encrypts stored credentials, while the server runs. */
import type { Command } from '../command/command.js';
import { storeOptions, withStore } from '../registry/local-store.js';
import { line } from '../terminal/paint.js';

/** Replaces the encryption key. */
export const credentialsRotateKey: Command = {
  name: 'credentials rotate-key',
  summary: 'Replace the key that encrypts stored credentials and the secrets of the server',
  details:
    'Works on the configured store and key file directly. A running server picks up the new key automatically. If you set the keys in ' +
    'DRAGOMAN_SECRETS_KEY, put the new key first, restart the server, then run this with --reseal-only.',
  arguments: [],
  options: [
    { name: 'reseal-only', description: 'Create no new key; encrypt everything again with the current one' },
    { name: 'drop-old', description: 'Delete the old keys from the file after everything was encrypted again' },
    { name: 'drop-unreadable', description: 'Delete credentials and secrets of the server whose key is lost' },
    ...storeOptions,
  ],
  examples: [
    { line: 'dragoman credentials rotate-key', explanation: 'A new key; the old one can still decrypt' },
    { line: 'dragoman credentials rotate-key --drop-old', explanation: 'A new key; the old one is deleted' },
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
      print.out(line`${print.color.good('encrypted with')}  ${rotated.key}`);
      const removed = rotated.removed === 0 ? '' : `, ${rotated.removed} unreadable deleted`;
      print.note(line`${rotated.resealed} credentials encrypted again${removed}`);
    }
    return 0;
  },
};
