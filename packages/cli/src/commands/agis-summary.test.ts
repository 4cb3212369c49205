import { describe, expect, it } from 'vitest';
import { call } from '../cli.support.js';

const document = (await call(['agis', 'new', 'Harbour Clinic', '--host', 'clinic.example'])).stdout;
const summarize = (words: string, files: Record<string, unknown>) =>
  call(['agis', 'summary', ...words.split(' ')], { files });

describe('dragoman agis summary', () => {
  it('writes the summary of a document, and finds it valid', async () => {
    const { code, stdout } = await summarize('clinic.agis --at https://clinic.example/', { 'clinic.agis': document });
    expect(code).toBe(0);
    const summary = JSON.parse(stdout) as Record<string, unknown>;
    expect(summary).toMatchObject({ service: 'Harbour Clinic', agis_document: 'https://clinic.example/' });
    const files = { 'agis.json': summary, 'clinic.agis': document };
    expect(await summarize('agis.json --document clinic.agis', files)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is valid'),
    });
  });

  it('reports everything that is wrong with a summary, and where it differs from the document', async () => {
    const { stdout } = await summarize('clinic.agis', { 'clinic.agis': document });
    const summary = { ...JSON.parse(stdout), methods: ['TRANSFER'], sensitivity: 'high', agtp: undefined };
    const files = { 'agis.json': summary, 'clinic.agis': document };
    const result = await summarize('agis.json --document clinic.agis', files);
    expect(result.code).toBe(1);
    for (const place of ['/methods', '/sensitivity', "no 'agtp'"]) expect(result.stdout).toContain(place);
    const forPrograms = await summarize('agis.json --json', files);
    expect(JSON.parse(forPrograms.stdout)).toMatchObject({ ok: false, findings: [{ severity: 'error' }, {}] });
  });

  it('rejects other files, and a document that does not conform', async () => {
    const bad = document.replace('method: BOOK', 'method: BOOKING');
    expect(await summarize('bad.agis', { 'bad.agis': bad })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not conform'),
    });
    expect((await summarize('list.json', { 'list.json': [] })).code).toBe(1);
    expect((await summarize('none.json', {})).code).toBe(2);
    expect((await summarize('clinic.agis --document clinic.agis', { 'clinic.agis': document })).code).toBe(2);
  });
});
