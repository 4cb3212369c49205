/** The commands for AGIS documents: validate, fmt, schema, new, explain. */
import { describe, expect, it } from 'vitest';
import { call } from '../cli.support.js';

const good = (await call(['agis', 'new', 'Harbour Clinic', '--host', 'clinic.example'])).stdout;
const bad = good.replace('method: BOOK', 'method: BOOKING').replace('FIND, BOOK,', 'FIND, BOOKING,');
const json = async (argv: string[], files: Record<string, unknown>) => {
  const outcome = await call([...argv, '--json'], { files });
  return { ...outcome, value: JSON.parse(outcome.stdout) as never };
};

describe('agis new', () => {
  it('writes a document that conforms at level 2 without a finding', async () => {
    const { code, stdout } = await call(['agis', 'validate', 'clinic.agis', '--level', '2', '--strict'], {
      files: { 'clinic.agis': good },
    });
    expect(code).toBe(0);
    expect(stdout).toContain('clinic.agis conforms at level 2: 0 errors, 0 warnings');
  });

  it('rejects invalid names', async () => {
    expect((await call(['agis', 'new', 'X', '--host', 'a b'])).code).toBe(2);
    expect((await call(['agis', 'new', ' '])).code).toBe(2);
  });
});

describe('agis validate', () => {
  it('reports invalid UTF-8 like any other error, and continues with the other files', async () => {
    const files = { 'bytes.agis': Uint8Array.of(0x61, 0xff), 'good.agis': good };
    const { code, value } = await json(['agis', 'validate', 'bytes.agis', 'good.agis'], files);
    expect(code).toBe(2);
    expect(value).toMatchObject({
      files: [
        {
          readable: false,
          conforms: false,
          findings: [{ severity: 'error', message: expect.stringContaining('UTF-8') }],
        },
        { readable: true, conforms: true },
      ],
    });
  });

  it('[AGIS-VIMP-05] exits with 0, 1 or 2, and reports line and column', async () => {
    const files = { 'good.agis': good, 'bad.agis': bad, 'torn.agis': 'agis: [1', 'bytes.agis': Uint8Array.of(0xff) };
    expect((await call(['agis', 'validate', 'good.agis'], { files })).code).toBe(0);
    const refused = await call(['agis', 'validate', 'bad.agis'], { files });
    expect(refused.code).toBe(1);
    expect(refused.stdout).toMatch(/bad\.agis:\d+:13: error: .*BOOKING.*\[AGIS-METH-02\]/);
    expect(refused.stdout).toMatch(/\d+ \| {3}- method: BOOKING\n {2} +\| {13}\^{7}\n/);
    for (const file of ['torn.agis', 'bytes.agis', 'missing.agis'])
      expect((await call(['agis', 'validate', file], { files })).code).toBe(2);
    expect((await call(['agis', 'validate', 'good.agis', 'bad.agis', 'torn.agis'], { files })).code).toBe(2);
    const { value } = await json(['agis', 'validate', 'bad.agis'], files);
    expect(value).toMatchObject({
      ok: false,
      files: [
        {
          file: 'bad.agis',
          conforms: false,
          findings: [{ rule: 'AGIS-METH-02', location: { start: { column: 13 } } }],
        },
      ],
    });
  });

  it('[AGIS-SER-01] [AGIS-IANA-02] reads .agis files with YAML and with JSON, and notes other extensions', async () => {
    const document = (await call(['agis', 'new', '--json'])).stdout;
    const files = { 'a.agis': good, 'b.agis': document, 'c.agis.json': document, 'd.agis.yaml': good, 'e.txt': good };
    for (const file of ['a.agis', 'b.agis', 'c.agis.json', 'd.agis.yaml']) {
      const { code, stderr } = await call(['agis', 'validate', file], { files });
      expect([code, stderr]).toEqual([0, '']);
    }
    const { code, stderr } = await call(['agis', 'validate', 'e.txt'], { files });
    expect(code).toBe(0);
    expect(stderr).toContain('does not end in .agis');
  });

  it.each(['3', '4'])('[AGIS-CONF-03] rejects level %s as not defined', async (level) => {
    const { code, stderr } = await call(['agis', 'validate', 'a.agis', '--level', level], {
      files: { 'a.agis': good },
    });
    expect(code).toBe(2);
    expect(stderr).toContain('not defined by this specification');
  });

  it('makes the safe edits and reports them', async () => {
    const files = { 'a.agis': good.replace('impact_tier: reversible', 'impact_tier: Reversible # so far') };
    const { code, stderr } = await call(['agis', 'validate', 'a.agis', '--fix'], { files });
    expect(code).toBe(0);
    expect(stderr).toContain('1 edit made in a.agis');
    expect(files['a.agis']).toBe(good.replace('impact_tier: reversible', 'impact_tier: reversible # so far'));
    expect((await call(['agis', 'validate', '-', '--fix'], { stdin: good })).code).toBe(2);
  });

  it('does not change a file without safe edits', async () => {
    const files = { 'a.agis': bad };
    await call(['agis', 'validate', 'a.agis', '--fix'], { files });
    expect(files['a.agis']).toBe(bad);
  });

  it('stops after the first failed pass with --fail-fast, and allows state words with --allow-state', async () => {
    const opened = good
      .replace('method: BOOK', 'method: OPEN')
      .replace('FIND, BOOK,', 'FIND, OPEN,')
      .replace('Books one', 'Opens one');
    const files = { 'a.agis': opened };
    const fast = await call(['agis', 'validate', 'a.agis', '--fail-fast'], { files });
    expect(fast.stdout).toContain('was skipped: an earlier pass failed');
    expect((await call(['agis', 'validate', 'a.agis', '--allow-state', 'OPEN'], { files })).code).toBe(0);
  });

  it('shows infos with --all, and what is missing for level 2', async () => {
    const files = { 'a.agis': good.replace('      is_idempotent: false\n', '') };
    const plain = await call(['agis', 'validate', 'a.agis'], { files });
    expect(plain.stdout).toContain('1 info (--all shows them)');
    expect(plain.stdout).toContain('for level 2: BOOK /appointment (is_idempotent)');
    expect((await call(['agis', 'validate', 'a.agis', '--all'], { files })).stdout).toContain('[AGIS-SEM-16]');
  });

  it('removes escape sequences of third-party text', async () => {
    const files = { 'a.agis': good.replace('actor: agent', 'actor: "\\e[31mbot"') };
    expect((await call(['agis', 'validate', 'a.agis'], { files })).stdout).not.toContain('\u001b');
  });
});

describe('agis fmt', () => {
  it('prints, writes and checks the canonical form', async () => {
    const files: Record<string, unknown> = { 'a.agis': good.replace('method: BOOK', 'method: book') };
    const printed = await call(['agis', 'fmt', 'a.agis'], { files });
    expect(printed.stdout).toContain('method: BOOK');
    expect((await call(['agis', 'fmt', 'a.agis', '--check'], { files })).code).toBe(1);
    expect((await call(['agis', 'fmt', 'a.agis', '--write'], { files })).code).toBe(0);
    expect((await call(['agis', 'fmt', 'a.agis', '--check'], { files })).code).toBe(0);
    expect(files['a.agis']).toContain('# One sentence that says what the endpoint does for the caller.');
  });

  it('converts the illustrative notation to YAML or JSON', async () => {
    const stdin = 'FIND /title {\nsemantic { intent: "Finds titles" actor: agent outcome: "Titles are returned" }\n}';
    expect((await call(['agis', 'fmt', '-'], { stdin })).stdout).toContain('- method: FIND');
    expect(JSON.parse((await call(['agis', 'fmt', '-', '--to', 'json'], { stdin })).stdout)).toMatchObject({
      endpoints: [{ method: 'FIND', path: '/title' }],
    });
  });

  it('reports a document that it cannot read', async () => {
    const { code, stderr } = await call(['agis', 'fmt', 'a.agis'], { files: { 'a.agis': 'a: !x 1' } });
    expect(code).toBe(2);
    expect(stderr).toContain('AGIS-SER-15');
  });
});

describe('agis schema and explain', () => {
  it('prints the schema with its version', async () => {
    const { stdout } = await call(['agis', 'schema']);
    expect(JSON.parse(stdout)).toMatchObject({ $id: expect.stringMatching(/agis:\d+\.\d+\.\d+$/), type: 'object' });
  });

  it('explains a rule with a wrong and a right example, lists all rules, and suggests the closest id', async () => {
    const { stdout } = await call(['agis', 'explain', 'sem-14']);
    expect(stdout).toContain('AGIS-SEM-14');
    expect(stdout).toContain('impact_tier: Irreversible');
    expect((await call(['agis', 'explain'])).stdout).toContain('AGIS-VOC-03');
    const { code, stderr } = await call(['agis', 'explain', 'AGIS-SEM-1x']);
    expect(code).toBe(2);
    expect(stderr).toContain('unknown rule');
  });
});

describe('agis validate --model', () => {
  it('[AGIS-VAL-16] compares by meaning with the built-in model, reports the model and its thresholds, and accepts a paraphrase', async () => {
    const document = {
      agis: '1.0',
      service: 'Ward',
      agtp: 'agtp://ward.example',
      endpoints: [
        {
          method: 'ADMIT',
          path: '/patient',
          semantic: { intent: 'Gives a patient a bed in a ward', actor: 'agent', outcome: 'The patient has a bed' },
          input: { type: 'object', properties: {}, required: [] },
          output: { type: 'object', properties: {}, required: [] },
          errors: ['ward_full'],
        },
      ],
      vocabulary: { declared_verbs: ['ADMIT'], domain: 'health' },
    };
    const { value } = await json(['agis', 'validate', 'ward.agis', '--model'], { 'ward.agis': document });
    type Checked = { model?: { model: string; warnBelow: number }; findings: { pass: number }[] };
    const [file] = (value as { files: Checked[] }).files;
    expect(file?.model).toMatchObject({ model: expect.stringMatching(/^dragoman-precise/), warnBelow: 0.1 });
    expect(file?.findings.filter(({ pass }) => pass === 6)).toEqual([]);
    const plain = await json(['agis', 'validate', 'ward.agis'], { 'ward.agis': document });
    expect((plain.value as { files: Checked[] }).files[0]?.model).toBeUndefined();
  });
});
