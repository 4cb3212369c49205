/** `dragoman credentials logout`: deletes and revokes the tokens of a login. */
import type { Command } from '../command/command.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';
import { loginTarget } from './credentials-login.js';

/** Logs out. */
export const credentialsLogout: Command = {
  name: 'credentials logout',
  summary: 'Log out of a service: delete and revoke its tokens',
  arguments: [{ name: 'service|url', required: true, multiple: false, description: 'Id of the service, or its URL' }],
  options: [{ name: 'shared', description: 'The login that all callers use; otherwise your own' }],
  examples: [{ line: 'dragoman credentials logout linden-tracker', explanation: 'Your calls no longer use the login' }],
  async run(context) {
    const { args, options, print, runtime } = context;
    const [name = ''] = args;
    const target = loginTarget(name, options.flag('shared'));
    const removed = await connect(context).credentials.logins.end(target, { signal: runtime.signal });
    if (print.json) print.value({ removed });
    else if (removed > 0) print.out(line`${print.color.good('logged out')}  ${name}`);
    else
      print.note(
        line`There is no login to ${name}${options.flag('shared') ? '' : ' for you; --shared names the one of all callers'}.`,
      );
    return removed > 0 ? 0 : 1;
  },
};
