/** `dragoman audit verify`: checks the chain of the audit log. */
import type { Command } from '../command.js';
import { UsageError } from '../command.js';
import { storeOptions, withStore } from '../local-store.js';
import { line } from '../output/paint.js';

/** Verifies the audit log. */
export const auditVerify: Command = {
  name: 'audit verify',
  summary: 'Check that no audit record was changed, removed or moved',
  details:
    'Exit code 1 when the chain is broken. Note the point that it prints somewhere else: with --expect a later check ' +
    'also finds a log that was rewritten from end to end.',
  arguments: [],
  options: [
    { name: 'expect', value: 'seq:hash', description: 'A point noted earlier, which the log must still hold' },
    ...storeOptions,
  ],
  examples: [
    { line: 'dragoman audit verify', explanation: 'Walk the whole chain' },
    { line: 'dragoman audit verify --expect 1204:9f2c…', explanation: 'And hold it against a point noted earlier' },
  ],
  async run(context) {
    const { options, print } = context;
    const expected = readPoint(options.text('expect'));
    const verdict = await withStore(context, ({ audit }) => audit.verify(expected === undefined ? {} : { expected }));
    const { ok, checked, to, breaks } = verdict;
    if (print.json) print.value(verdict);
    else {
      for (const { kind, seq, detail } of breaks) print.out(line`${print.colour.bad(kind)}  ${seq}  ${detail}`);
      if (ok) print.out(line`${print.colour.good('whole')}  ${to.seq}:${to.hash}`);
      print.note(line`${checked} records checked${ok ? '' : `, ${breaks.length} breaks found`}`);
    }
    return ok ? 0 : 1;
  },
};

function readPoint(text: string | undefined) {
  if (text === undefined) return undefined;
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64}|genesis)$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined) {
    throw new UsageError('--expect is a point that "dragoman audit verify" printed: <seq>:<hash>');
  }
  return { seq: Number(seq), hash };
}
