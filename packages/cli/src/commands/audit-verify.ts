/** `dragoman audit verify`: verifies the hash chain of the audit log. */
import { resolve } from 'node:path';
import type { AuditVerdict } from '@dragoman/model';
import type { Command } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { serverDetails, withAdministration } from '../registry/administration.js';
import { storeOptions } from '../registry/local-store.js';
import { line } from '../terminal/paint.js';

/** Verifies the audit log. */
export const auditVerify: Command = {
  name: 'audit verify',
  summary: 'Check that no audit record was changed, removed or moved, and that the result of every call is recorded',
  details:
    `${serverDetails} ` +
    'Exit code 1 when the chain is broken, or when a call that can change something was started, has no recorded ' +
    'result, and its server no longer runs; the next start of the server records such a call with the outcome ' +
    '"unknown". The anchors that the server writes to a second location (audit.anchors) reveal a log that was ' +
    'rewritten or truncated as a whole; so does a printed checkpoint with --expect.',
  arguments: [],
  options: [
    {
      name: 'expect',
      value: 'seq:hash',
      description: 'A checkpoint from an earlier run that the log must still contain',
    },
    {
      name: 'anchors',
      value: 'file',
      description: 'Compare the log with the anchors in this file, or in a JSON log (default: audit.anchors.file)',
    },
    ...storeOptions,
  ],
  examples: [
    { line: 'dragoman audit verify', explanation: 'Verify the whole chain' },
    { line: 'dragoman audit verify --expect 1204:9f2c…', explanation: 'Compare it with an earlier checkpoint too' },
  ],
  async run(context) {
    const { options, print } = context;
    const expected = readCheckpoint(options.text('expect'));
    const anchorFile = options.text('anchors');
    const verdict = await withAdministration(context, ({ audit }) =>
      audit.verify({
        ...(expected === undefined ? {} : { expected }),
        ...(anchorFile === undefined ? {} : { anchorFile: resolve(context.runtime.cwd, anchorFile) }),
      }),
    );
    const { ok, to, breaks, gaps } = verdict;
    if (print.json) print.value(verdict);
    else {
      for (const { kind, seq, detail } of breaks) print.out(line`${print.color.bad(kind)}  ${seq}  ${detail}`);
      for (const { call, at, actor, target } of gaps) {
        print.out(line`${print.color.bad('no-end')}  ${at}  ${actor} called ${target}; call ${call} has no end`);
      }
      if (breaks.length === 0) print.out(line`${print.color.good('intact')}  ${to.seq}:${to.hash}`);
      print.note(line`${summarize(verdict)}`);
    }
    return ok ? 0 : 1;
  },
};

function summarize({ checked, breaks, gaps, unknown, running, anchors }: AuditVerdict): string {
  const counts: [number, string][] = [
    [anchors, 'anchors compared'],
    [breaks.length, 'breaks found'],
    [gaps.length, 'calls without an end'],
    [unknown, 'with an unknown outcome'],
    [running, 'calls still running'],
  ];
  const found = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return [`${checked} records checked`, ...found].join(', ');
}

function readCheckpoint(text: string | undefined) {
  if (text === undefined) return undefined;
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64}|genesis)$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined) {
    throw new UsageError('--expect takes a checkpoint that "dragoman audit verify" printed: <seq>:<hash>');
  }
  return { seq: Number(seq), hash };
}
