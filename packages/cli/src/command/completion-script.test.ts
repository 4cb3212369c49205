import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { call } from '../cli.support.js';
import { commands } from '../commands/index.js';
import { completionScript } from './completion-script.js';

const hasBash = spawnSync('bash', ['--version']).status === 0;

/** What bash would suggest for the last word. */
function offers(...words: string[]): string[] {
  const script = `${completionScript('bash', commands)}
COMP_WORDS=(dragoman ${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length}
_dragoman
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

describe('completion', () => {
  it.runIf(hasBash)('offers commands, sub-commands, options and choices', () => {
    expect(offers('se')).toEqual(['serve', 'search', 'servers', 'sessions']);
    expect(offers('keys', '')).toEqual(['create', 'list', 'rotate', 'revoke']);
    expect(offers('keys', 'rotate', '--ov')).toEqual(['--overlap']);
    expect(offers('list', '--ca')).toEqual(['--capability']);
    expect(offers('--json', 'list', '--al')).toEqual(['--all']);
    expect(offers('completion', 'f')).toEqual(['fish']);
  });

  it.each(['bash', 'zsh', 'fish'])('prints a script for %s that names every command and option', async (shell) => {
    const { code, stdout, stderr } = await call(['completion', shell]);
    expect([code, stderr]).toEqual([0, '']);
    for (const { name, options } of commands) {
      for (const word of [...name.split(' '), ...options.map((option) => option.name)]) expect(stdout).toContain(word);
    }
  });
});
