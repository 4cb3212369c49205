/** `dragoman sessions end`: ends login sessions of browsers. */
import type { Command } from '../command/command.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Ends login sessions. */
export const sessionsEnd: Command = {
  name: 'sessions end',
  summary: 'End login sessions; their browsers must log in again',
  details: 'Ends your own sessions; with the scope admin, any session. Changes made in a session are kept.',
  arguments: [{ name: 'id', required: true, multiple: true, description: 'Ids from "dragoman sessions list"' }],
  options: [],
  examples: [{ line: 'dragoman sessions end 9f2c41d07be3a856', explanation: 'After a laptop was lost' }],
  async run(context) {
    const { args, print, runtime } = context;
    const { sessions } = connect(context);
    for (const id of args) {
      await sessions.revoke(id, { signal: runtime.signal });
      if (!print.json) print.out(line`${print.color.good('ended')}  ${id}`);
    }
    if (print.json) print.value(args.map((id) => ({ id, outcome: 'ended' })));
    return 0;
  },
};
