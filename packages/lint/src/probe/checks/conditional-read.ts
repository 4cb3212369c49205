/** PROF-RESP-05: what has not changed is answered with 304 and nothing else. */
import { withHeaders } from '../call.js';
import { askEach, type Check, fails, holds, type Outcome, open, type Probe, type Subject } from '../check.js';
import { isSuccess, outcomeOf } from '../exchange.js';

/** Reads are conditional. */
export const conditionalRead: Check = {
  id: 'conditional-read',
  requirement: 'PROF-RESP-05',
  severity: 'error',
  title: 'Reads have a validator and answer 304 to it',
  why: 'An agent that reads the same thing again should not pay for it again.',
  help: 'Send an ETag (or Last-Modified) with every read, and answer If-None-Match with 304 and no body.',
  needs: 'reads',
  run(probe) {
    const subjects = [...probe.items, ...probe.lists].filter(({ operation }) => operation.method === 'get');
    return askEach(spread(subjects, probe.breadth * 2), 'no item and no list answered', (subject) =>
      ask(probe, subject),
    );
  },
};

/** Some from the front and some from the back, so that items and lists both are among them. */
function spread<T>(all: readonly T[], most: number): T[] {
  return all.length <= most ? [...all] : [...all.slice(0, most / 2), ...all.slice(-most / 2)];
}

/** What changes just in between is no fault of the API, so that a second try is given. */
async function ask(probe: Probe, subject: Subject): Promise<Outcome> {
  const outcome = await askOnce(probe, subject);
  return outcome.verdict === 'fails' ? askOnce(probe, subject) : outcome;
}

async function askOnce(probe: Probe, { operation, call }: Subject): Promise<Outcome> {
  const first = await probe.call(call);
  const { etag, 'last-modified': modified } = first.answer?.headers ?? {};
  const seen = { operation, severity: operation.kinds.item ? 'error' : 'warning' } as const;
  if (!isSuccess(first)) return open(`answered with ${outcomeOf(first)}`, { operation, exchanges: [first] });
  if (etag === undefined && modified === undefined)
    return fails('the answer has neither ETag nor Last-Modified', { ...seen, exchanges: [first] });
  if (etag !== undefined && !/^(?:W\/)?"[^"]*"$/.test(etag))
    return fails('the ETag is no quoted tag', { ...seen, exchanges: [first] });
  const condition = etag === undefined ? { 'if-modified-since': modified ?? '' } : { 'if-none-match': etag };
  const same = await probe.call(withHeaders(call, condition));
  if (same.answer?.status !== 304)
    return fails(`the validator that it gave is answered with ${outcomeOf(same)}`, {
      ...seen,
      exchanges: [first, same],
    });
  if (same.answer.bytes > 0) return fails('304 comes with a body', { ...seen, exchanges: [same] });
  if (etag === undefined) return holds('304 for what has not changed', { operation, exchanges: [same] });
  const other = await probe.call(withHeaders(call, { 'if-none-match': '"probe-other"' }));
  if (other.answer?.status !== 200)
    return fails(`another tag is answered with ${outcomeOf(other)}`, { ...seen, exchanges: [same, other] });
  const kind = etag.startsWith('W/') ? 'weak' : 'strong';
  return holds(`304 for the ${kind} tag, 200 for another`, { operation, exchanges: [same] });
}
