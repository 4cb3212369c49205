/** `dragoman audit verify`: verifies the hash chain of the audit log. */
import type { Command } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { storeOptions, withStore } from '../registry/local-store.js';
import { line } from '../terminal/paint.js';

/** Verifies the audit log. */
export const auditVerify: Command = {
  name: 'audit verify',
  summary: 'Check that no audit record was changed, removed or moved',
  details:
    'Exit code 1 when the chain is broken. Store the printed checkpoint somewhere else: with --expect, a later check ' +
    'also detects a log that was rewritten as a whole.',
  arguments: [],
  options: [
    {
      name: 'expect',
      value: 'seq:hash',
      description: 'A checkpoint from an earlier run that the log must still contain',
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
    const verdict = await withStore(context, ({ audit }) => audit.verify(expected === undefined ? {} : { expected }));
    const { ok, checked, to, breaks } = verdict;
    if (print.json) print.value(verdict);
    else {
      for (const { kind, seq, detail } of breaks) print.out(line`${print.color.bad(kind)}  ${seq}  ${detail}`);
      if (ok) print.out(line`${print.color.good('intact')}  ${to.seq}:${to.hash}`);
      print.note(line`${checked} records checked${ok ? '' : `, ${breaks.length} breaks found`}`);
    }
    return ok ? 0 : 1;
  },
};

function readCheckpoint(text: string | undefined) {
  if (text === undefined) return undefined;
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64}|genesis)$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined) {
    throw new UsageError('--expect takes a checkpoint that "dragoman audit verify" printed: <seq>:<hash>');
  }
  return { seq: Number(seq), hash };
}
