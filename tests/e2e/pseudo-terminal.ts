/** Runs a program in a real pseudo-terminal of a given width, through Python's `pty` module, which needs no npm package. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';

/** What a program printed in its terminal, and how it ended. */
export interface TerminalRun {
  exitCode: number | null;
  /** Everything that the terminal received, color codes included. */
  output: string;
  /** The same in lines, without color codes. */
  lines: string[];
}

/** How a program is run. */
export interface TerminalOptions {
  columns: number;
  cwd: string;
  env: Record<string, string>;
  /** Presses a key (or sends a signal) when the program has printed all of these texts. */
  interruptAfter?: readonly string[];
  /** What it presses; Ctrl+C by default. `hang up` closes the terminal, `SIGTERM` is a signal from elsewhere. */
  press?: keyof typeof keys;
}

const keys = { 'Ctrl+C': '\x03', 'Ctrl+D': '\x04', 'hang up': 'SIGHUP', SIGTERM: 'SIGTERM' };

/** True when this machine has Python, which opens the terminal. */
export const hasPseudoTerminal = spawnSync('python3', ['-c', 'import pty']).status === 0;

const opener = `
import fcntl, os, pty, signal, struct, sys, termios
columns, interrupt_after, key, argv = int(sys.argv[1]), sys.argv[2].encode().split(b'|'), sys.argv[3], sys.argv[4:]
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 50, columns, 0, 0))
    os.execvp(argv[0], argv)
printed = b''
while True:
    try:
        received = os.read(terminal, 65536)
    except OSError:
        break
    if not received:
        break
    os.write(1, received)
    printed += received
    if interrupt_after != [b''] and all(text in printed for text in interrupt_after):
        interrupt_after = [b'']
        if key == 'SIGTERM':
            os.kill(child, signal.SIGTERM)
        elif key == 'SIGHUP':
            os.close(terminal)
            break
        else:
            os.write(terminal, key.encode())
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
`;

/** Runs a program to its end, with its input, output and errors on one terminal. */
export async function runInTerminal(
  argv: readonly string[],
  { columns, cwd, env, interruptAfter = [], press = 'Ctrl+C' }: TerminalOptions,
): Promise<TerminalRun> {
  const child = spawn('python3', ['-c', opener, String(columns), interruptAfter.join('|'), keys[press], ...argv], {
    cwd,
    env: { PATH: process.env.PATH ?? '', TERM: 'xterm-256color', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, output, lines: visibleLines(output) };
}

const escapeCharacter = String.fromCharCode(27);

/** Lines as they stay on the screen: a line that is erased with "return, erase line" is left out. */
function visibleLines(output: string): string[] {
  const kept = output.split('\n').map((line) => line.split(`\r${escapeCharacter}[2K`).at(-1) ?? '');
  return stripVTControlCharacters(kept.join('\n')).replaceAll('\r', '').trimEnd().split('\n');
}
