/** `dragoman open`: opens the web console in the browser. */
import type { Command } from '../command/command.js';
import { openInBrowser } from '../files/open-in-browser.js';
import { serverOf } from '../registry/server-address.js';

/** Opens the console. */
export const openCommand: Command = {
  name: 'open',
  summary: 'Open the web console in the browser',
  details:
    'Opens the console of the server in the default browser and prints its address. Without a display, or with ' +
    '--print, only the address is printed.',
  arguments: [],
  options: [{ name: 'print', description: 'Only print the address' }],
  examples: [
    { line: 'dragoman open', explanation: 'The console of the local server' },
    { line: 'dragoman open --print', explanation: 'Its address, for another machine' },
  ],
  async run(context) {
    const { options, print, runtime } = context;
    const url = new URL('/console', serverOf(context)).href;
    const opened = !options.flag('print') && (await openInBrowser(runtime.env, url));
    if (print.json) print.value({ url, opened });
    else print.raw(url);
    return 0;
  },
};
