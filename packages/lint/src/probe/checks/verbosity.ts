/** PROF-RESP-02, PROF-RESP-03: the concise form is smaller than the detailed one, and is the default. */
import { isNamed } from '../../api/operation-facts.js';
import { enumOf } from '../../api/schema-facts.js';
import { type Check, checkEach, fails, holds, open } from '../check.js';
import { isSuccess } from '../exchange.js';
import { listArguments } from '../read-arguments.js';
import { withControl } from '../write-controls.js';

const small = ['concise', 'compact', 'minimal', 'brief', 'short', 'summary', 'basic'];
const large = ['detailed', 'full', 'verbose', 'complete'];

/** Verbosity has an effect. */
export const verbosity: Check = {
  id: 'verbosity',
  requirement: 'PROF-RESP-02',
  further: ['PROF-RESP-03'],
  severity: 'error',
  title: 'The concise form is smaller than the detailed one, and is the default',
  why: 'A setting without effect is misleading, and most agents get the default.',
  help: 'Omit from response_format=concise what only later calls need, and make it the default.',
  needs: 'reads',
  run(probe) {
    const names = probe.api.settings.names.verbosity;
    const tried = probe.reads.flatMap(({ operation, call, first }) => {
      const argument = listArguments(probe.api, operation).find(
        ({ name, schema }) => isNamed(name, names) && enumOf(schema) !== undefined,
      );
      const values = (enumOf(argument?.schema ?? {}) ?? []).map(String);
      const [concise, detailed] = [small, large].map((words) => values.find((value) => words.includes(value)));
      if (argument === undefined || concise === undefined || detailed === undefined) return [];
      return [{ operation, call, first, argument, concise, detailed }];
    });
    return checkEach(tried.slice(0, probe.breadth), 'no read has a concise and a detailed form', async (each) => {
      const { operation, call, first, argument, concise, detailed } = each;
      const [brief, whole] = [
        await probe.call(withControl(call, argument, concise)),
        await probe.call(withControl(call, argument, detailed)),
      ];
      const seen = { operation, exchanges: [brief, whole] };
      if (!isSuccess(brief) || !isSuccess(whole)) return fails(`${concise} or ${detailed} failed`, seen);
      const [less, more] = [brief.answer?.bytes ?? 0, whole.answer?.bytes ?? 0];
      if (first.answer?.json !== undefined && isEmpty(first.answer.text)) return open('the response is empty', seen);
      if (less >= more) return fails(`${concise} has ${less} bytes and ${detailed} has ${more}`, seen);
      if ((first.answer?.bytes ?? 0) > less * 1.05)
        return fails(`the default is not ${concise}`, { ...seen, severity: 'info' });
      return holds(`${concise} has ${less} bytes, ${detailed} has ${more}`, seen);
    });
  },
};

function isEmpty(text: string): boolean {
  return text.length < 40;
}
