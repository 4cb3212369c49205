/** `dragoman open`: opens the web console in the browser. */
import { spawn } from 'node:child_process';
import { platform } from 'node:os';
import type { Command } from '../command/command.js';
import { serverOf } from '../registry/server-address.js';

/** Program that opens a URL on each platform, with its arguments. */
const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens the console. */
export const openCommand: Command = {
  name: 'open',
  summary: 'Open the web console in the browser',
  details:
    'Opens the console of the server in the default browser and prints its address. Without a display, or with --print, only the address is printed.',
  arguments: [],
  options: [{ name: 'print', description: 'Print the address; open nothing' }],
  examples: [
    { line: 'dragoman open', explanation: 'The console of the local server' },
    { line: 'dragoman open --print', explanation: 'Its address, for another machine' },
  ],
  async run(context) {
    const { options, print, runtime } = context;
    const url = new URL('/console', serverOf(context)).href;
    const { DISPLAY: display, WAYLAND_DISPLAY: wayland } = runtime.env;
    const hasDisplay = platform() in openers || (display ?? '') !== '' || (wayland ?? '') !== '';
    const opened = !options.flag('print') && hasDisplay && (await openUrl(url));
    if (print.json) print.value({ url, opened });
    else print.raw(url);
    return 0;
  },
};

/** True when the browser's starter was found; it is not waited for. */
function openUrl(url: string): Promise<boolean> {
  const [program = 'xdg-open', ...words] = openers[platform()] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
