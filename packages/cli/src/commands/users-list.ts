/** `dragoman users list`: lists the people who have logged in with OpenID Connect. */
import type { User } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Lists people. */
export const usersList: Command = {
  name: 'users list',
  summary: 'List the people who have logged in with OpenID Connect, with their scopes',
  details:
    'Scopes come from a claim of the provider (auth.oidc.scopeClaim) and from auth.oidc.grant, and are managed there. Requires the scope admin.',
  arguments: [],
  options: [],
  examples: [{ line: 'dragoman users list', explanation: 'People, their scopes and when they were last seen' }],
  async run(context) {
    const { print, runtime } = context;
    const list = await connect(context).sessions.users({ signal: runtime.signal });
    if (print.json) {
      print.value(list);
      return 0;
    }
    const { users, provider } = list;
    if (users.length > 0) print.table(columns, users.map(rowOf));
    if (provider === undefined) print.note(line`No provider is configured; see the setting auth.oidc.issuer.`);
    else print.note(line`Scopes come from the claim "${provider.scope_claim}" of ${provider.issuer}.`);
    return 0;
  },
};

const columns = [
  { title: 'who', min: 16 },
  { title: 'name', min: 8, prose: true },
  { title: 'scopes of the claim', min: 14 },
  { title: 'scopes of everyone', min: 14 },
  { title: 'last login' },
  { title: 'last seen' },
];

function rowOf({ subject, name = '', claimed_scopes: claimed, granted_scopes: granted, ...times }: User): string[] {
  return [subject, name, claimed.join(' '), granted.join(' '), times.last_login_at, times.last_seen_at];
}
