/** `dragoman sources credential`: stores or deletes the credential of a source. */
import type { Command } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { credentialKinds, credentialOptions, readCredential } from '../files/read-credential.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

const kinds = credentialKinds.filter((kind) => kind !== 'token_exchange');

/** Stores or deletes the credential of a source. */
export const sourcesCredential: Command = {
  name: 'sources credential',
  summary: 'Store or delete the credential for a source',
  details:
    'The gateway sends it when it fetches the description, and when it calls services from this source that have no credential of their own; ' +
    'never to another origin. The secret is read from --secret-env, --secret-file or standard input, or prompted for.',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id from "dragoman sources list"' }],
  options: [
    { name: 'kind', value: 'kind', choices: kinds, description: `${kinds.join(', ')} (default: api_key)` },
    { name: 'name', value: 'name', description: 'Display name (default: the kind)' },
    { name: 'remove', description: 'Delete the stored credential' },
    ...credentialOptions,
  ],
  examples: [
    {
      line: 'dragoman sources credential x7dP2sQ0m1Vt9LkJc4RbYw --kind bearer --secret-env LINDEN_TOKEN',
      explanation: 'A token for a vendor',
    },
  ],
  async run(context) {
    const { args, options, print, runtime } = context;
    const [id = ''] = args;
    const { signal } = runtime;
    const { sources } = connect(context);
    if (options.flag('remove')) await sources.removeCredential(id, { signal });
    else {
      const secret = await readCredential(context);
      if (
        secret.kind === 'token_exchange' ||
        (secret.kind === 'enterprise' && secret.secret.subject_token === undefined)
      )
        throw new UsageError('this credential needs the token of a caller, and sources are polled without one');
      await sources.putCredential(id, { name: options.text('name') ?? secret.kind, ...secret }, { signal });
    }
    const outcome = options.flag('remove') ? 'removed' : 'stored';
    if (print.json) print.value({ id, outcome });
    else print.out(line`${print.color.good(outcome)}  ${id}`);
    return 0;
  },
};
