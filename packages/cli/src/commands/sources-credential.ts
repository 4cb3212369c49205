/** `dragoman sources credential`: stores or removes what is shown to the vendor of a followed address. */
import type { Command } from '../command.js';
import { UsageError } from '../command.js';
import { connect } from '../connect.js';
import { line } from '../output/paint.js';
import { credentialKinds, credentialOptions, readCredential } from '../read-credential.js';

const kinds = credentialKinds.filter((kind) => kind !== 'token_exchange');

/** Stores or removes a source's credential. */
export const sourcesCredential: Command = {
  name: 'sources credential',
  summary: 'Store or remove the credential that a vendor is shown',
  details:
    'It is shown when the description is fetched, and when agents that came from it are called and have none of their own; ' +
    'never to another origin. The secret is read from --secret-env, --secret-file or standard input, or asked for.',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id from "dragoman sources list"' }],
  options: [
    { name: 'kind', value: 'kind', choices: kinds, description: `${kinds.join(', ')} (api_key unless given)` },
    { name: 'name', value: 'name', description: 'Name for people (the kind unless given)' },
    { name: 'remove', description: 'Remove the one that is stored' },
    ...credentialOptions,
  ],
  examples: [
    {
      line: 'dragoman sources credential x7dP2sQ0m1Vt9LkJc4RbYw --kind bearer --secret-env LINDEN_TOKEN',
      explanation: 'A token for a vendor',
    },
  ],
  async run(context) {
    const { args, options, print, surroundings } = context;
    const [id = ''] = args;
    const { signal } = surroundings;
    const { sources } = connect(context);
    if (options.flag('remove')) await sources.removeCredential(id, { signal });
    else {
      const secret = await readCredential(context);
      if (secret.kind === 'token_exchange') throw new UsageError('a source is fetched for nobody in particular');
      await sources.putCredential(id, { name: options.text('name') ?? secret.kind, ...secret }, { signal });
    }
    const outcome = options.flag('remove') ? 'removed' : 'stored';
    if (print.json) print.value({ id, outcome });
    else print.out(line`${print.colour.good(outcome)}  ${id}`);
    return 0;
  },
};
