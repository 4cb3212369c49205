/** The head of the audit log reaches every configured place, and reveals a log that was cut off or rewritten. */
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditStore, UpstreamRequest } from '@dragoman/core/engine';
import { createMemoryStore } from '@dragoman/core/engine';
import { systemClock } from '@dragoman/core/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../config/load-config.js';
import { signingKeyFromSecret } from '../identity/signing-key.js';
import type { AnchoringPorts } from './start-anchoring.js';
import { startAnchoring } from './start-anchoring.js';
import { verifyWithAnchors } from './verify-with-anchors.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-anchors-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const at = '2026-02-02T08:00:00.000Z';

async function append(audit: AuditStore, count: number, target = 'a'): Promise<void> {
  const draft = {
    at,
    actor: 'ann',
    action: 'call',
    target,
    outcome: 'done',
    code: '',
    traceId: '0'.repeat(32),
  } as const;
  await audit.appendAll(Array.from({ length: count }, () => draft));
}

/** A store whose head was anchored by a server that has stopped. */
async function anchorOnce(file: string, change: Partial<AnchoringPorts['settings']> = {}) {
  const store = createMemoryStore();
  const sent: UpstreamRequest[] = [];
  const logged: object[] = [];
  const errors: unknown[] = [];
  await append(store.audit, 5);
  const anchoring = startAnchoring({
    settings: { file, log: true, everySeconds: 60, everyRecords: 1000, ...change },
    audit: store.audit,
    key: signingKeyFromSecret(await store.secret('signing')),
    clock: systemClock,
    elapsed: () => performance.now(),
    logger: { info: (fields) => logged.push(fields), error: () => {} },
    upstream: {
      async send(request) {
        sent.push(request);
        return { status: 204, headers: {}, mediaType: '', body: new ReadableStream(), attempts: 1, origin: '' };
      },
    },
    onError: (error) => errors.push(error),
  });
  await anchoring?.stop();
  const config = loadConfig({ cwd: folder, environment: {}, flags: { 'audit.anchors.file': file } });
  const verify = (other = store, anchorFile?: string) =>
    verifyWithAnchors(config, { store: other, steady: systemClock, anchorFile });
  return { store, sent, logged, errors, verify };
}

describe('anchors', () => {
  it('reach the file, the log and the webhook, signed', async () => {
    const file = join(folder, 'all.jsonl');
    const { store, sent, logged, verify } = await anchorOnce(file, { webhook: 'https://elsewhere.example/anchors' });
    const anchor: unknown = JSON.parse(await readFile(file, 'utf8'));
    expect(anchor).toMatchObject({ ...(await store.audit.head()), signature: expect.any(String) });
    expect(logged).toMatchObject([{ anchor: { seq: 5 } }]);
    expect(sent).toMatchObject([{ method: 'POST', body: { seq: 5 }, credential: { signed: true } }]);
    expect(await verify()).toMatchObject({ ok: true, anchors: 1 });
    await append(store.audit, 3);
    expect(await verify()).toMatchObject({ ok: true, checked: 8 });
  });

  it('are read from a log too, next to other lines', async () => {
    const { logged, verify } = await anchorOnce(join(folder, 'unused.jsonl'));
    const log = join(folder, 'server.log');
    await writeFile(
      log,
      `${logged.map((line) => JSON.stringify({ level: 30, ...line })).join('\n')}\n{"msg":"other"}\nno json\n`,
    );
    expect(await verify(undefined, log)).toMatchObject({ ok: true, anchors: 1 });
    await expect(verify(undefined, join(folder, 'missing'))).rejects.toThrow('cannot be read');
  });

  it.each([
    ['cut off', 4, 'a', 'its end was cut off'],
    ['rewritten', 9, 'b', 'the chain was rewritten'],
  ])('reveal a log that was %s', async (_, count, target, reason) => {
    const { verify } = await anchorOnce(join(folder, `${target}.jsonl`));
    const other = createMemoryStore();
    await append(other.audit, count, target);
    const { ok, breaks } = await verify(other);
    expect(ok).toBe(false);
    expect(breaks).toMatchObject([{ kind: 'point-missing', seq: 5, detail: expect.stringContaining(reason) }]);
  });

  it('with a wrong signature are reported, and so is an emptied file', async () => {
    const file = join(folder, 'forged.jsonl');
    const { verify } = await anchorOnce(file);
    const anchor = JSON.parse(await readFile(file, 'utf8')) as object;
    await appendFile(file, `${JSON.stringify({ ...anchor, seq: 4 })}\n`);
    expect((await verify()).breaks).toMatchObject([{ kind: 'anchor-forged', seq: 4 }]);
    await writeFile(file, '');
    expect(await verify()).toMatchObject({ ok: false, breaks: [{ kind: 'point-missing' }] });
  });

  it('report a place that fails, and reach the others', async () => {
    const { errors, logged } = await anchorOnce(join(folder, 'no', 'such', 'folder'));
    expect(errors).toHaveLength(1);
    expect(logged).toHaveLength(1);
  });
});
