/** Opens a URL in the browser of the person at the terminal. */
import { spawn } from 'node:child_process';
import { platform } from 'node:os';
import type { Runtime } from '../terminal/runtime.js';

/** Program that opens a URL on each platform, with its arguments. */
const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** True when the starter of the browser was found; it is not waited for. The URL never passes a shell. */
export async function openInBrowser(env: Runtime['env'], url: string): Promise<boolean> {
  const { DISPLAY: display, WAYLAND_DISPLAY: wayland } = env;
  const hasDisplay = platform() in openers || (display ?? '') !== '' || (wayland ?? '') !== '';
  if (!hasDisplay || !/^https?:\/\//.test(url)) return false;
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
