/** The archive is readable by the system's tar, and is reproducible. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packSkill } from './pack-skill.js';

const skill = {
  name: 'desk',
  files: [
    { path: 'desk/SKILL.md', text: '# Zürich\n' },
    { path: 'desk/assets/toolset.json', text: 'x'.repeat(512) },
    { path: 'desk/references/tools.md', text: '' },
  ],
};

describe('a packed skill', () => {
  it('is unpacked by tar, byte for byte', () => {
    const folder = mkdtempSync(join(tmpdir(), 'dragoman-skill-'));
    try {
      const { status, stderr } = spawnSync('tar', ['-xf', '-', '-C', folder], { input: packSkill(skill) });
      expect([status, String(stderr)]).toEqual([0, '']);
      for (const { path, text } of skill.files) expect(readFileSync(join(folder, path), 'utf8')).toBe(text);
      expect(readdirSync(folder)).toEqual(['desk']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('is reproducible, in whole blocks, and ends with two empty ones', () => {
    const bytes = packSkill(skill);
    expect(packSkill(skill)).toEqual(bytes);
    expect(bytes.byteLength % 512).toBe(0);
    expect(bytes.subarray(-1024).every((byte) => byte === 0)).toBe(true);
  });

  it('rejects a path that is too long for an archive instead of truncating it', () => {
    for (const path of [`${'a'.repeat(101)}`, 'desk/Zürich.md'])
      expect(() => packSkill({ name: 'x', files: [{ path, text: '' }] })).toThrow('does not fit');
  });
});
