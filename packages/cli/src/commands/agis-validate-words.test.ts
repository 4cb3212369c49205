/** Custom verbs and the four word passes on the command line. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { call } from '../cli.support.js';

/** Validates a document of the reference sets under the name `service.agis`. */
function validate(document: string, ...options: string[]) {
  const text = readFileSync(new URL(`../../../agis/src/reference/${document}.agis`, import.meta.url), 'utf8');
  return call(['agis', 'validate', 'service.agis', ...options], { files: { 'service.agis': text } });
}

describe('dragoman agis validate, words', () => {
  it('accepts a verb that --verb adds', async () => {
    const plain = await validate('borderline/class-zorble', '--all');
    expect(plain.stdout).toContain("'ZORBLE' could not be confirmed to be a verb");
    const taught = await validate('borderline/class-zorble', '--all', '--verb', 'zorble');
    expect(taught.stdout).not.toContain('could not be confirmed');
    expect([plain.code, taught.code]).toEqual([0, 0]);
  });

  it('reports a contradiction with its location', async () => {
    const { code, stdout } = await validate('invalid/intent-track-cancels');
    expect(code).toBe(1);
    expect(stdout).toMatch(/service\.agis:\d+:\d+: error: TRACK only reads.*\[AGIS-CONS-02\]/);
  });
});
