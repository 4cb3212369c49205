/** `dragoman sessions list`: shows the browsers that are logged in to the console. */
import type { LoginSession } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Lists login sessions. */
export const sessionsList: Command = {
  name: 'sessions list',
  summary: 'Show the browsers that are logged in to the console',
  details: 'Shows your own sessions; with --everyone, which requires the scope admin, those of everyone.',
  arguments: [],
  options: [{ name: 'everyone', description: 'The sessions of everyone' }],
  examples: [
    { line: 'dragoman sessions list', explanation: 'Your own sessions' },
    { line: 'dragoman sessions list --everyone', explanation: 'All sessions of the server' },
  ],
  async run(context) {
    const { options, print, runtime } = context;
    const owner = options.flag('everyone') ? 'everyone' : 'me';
    const sessions = await connect(context).sessions.list({ owner, signal: runtime.signal });
    if (print.json) print.value(sessions);
    else if (sessions.length === 0) print.note(line`No browser is logged in.`);
    else print.table(columns, sessions.map(rowOf));
    return 0;
  },
};

const columns = [
  { title: 'id' },
  { title: 'who' },
  { title: 'by' },
  { title: 'last used' },
  { title: 'ends' },
  { title: 'browser', min: 16, prose: true },
];

function rowOf({ id, subject, method, key_id, last_used_at, expires_at, user_agent }: LoginSession): string[] {
  const by = key_id === undefined ? method : `${method} ${key_id}`;
  return [id, subject, by, last_used_at, expires_at, user_agent ?? ''];
}
