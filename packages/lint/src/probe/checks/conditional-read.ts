/** PROF-RESP-05: a conditional read of an unchanged resource returns 304 without a body. */
import { withHeaders } from '../call.js';
import { type Check, checkEach, fails, holds, type Outcome, open, type Probe, type Subject } from '../check.js';
import { isSuccess, outcomeOf } from '../exchange.js';

/** Reads are conditional. */
export const conditionalRead: Check = {
  id: 'conditional-read',
  requirement: 'PROF-RESP-05',
  severity: 'error',
  title: 'Reads have a validator and return 304 for it',
  why: 'Without a validator, an agent downloads unchanged data again.',
  help: 'Send an ETag (or Last-Modified) with every read, and answer a matching If-None-Match with 304 and no body.',
  needs: 'reads',
  run(probe) {
    const subjects = [...probe.items, ...probe.lists].filter(({ operation }) => operation.method === 'get');
    return checkEach(spread(subjects, probe.breadth * 2), 'no item or list could be read', (subject) =>
      ask(probe, subject),
    );
  },
};

/** Takes subjects from both ends of the list, so that both items and lists are covered. */
function spread<T>(all: readonly T[], most: number): T[] {
  return all.length <= most ? [...all] : [...all.slice(0, most / 2), ...all.slice(-most / 2)];
}

/** Retries once, because a resource may legitimately change between the two calls. */
async function ask(probe: Probe, subject: Subject): Promise<Outcome> {
  const outcome = await askOnce(probe, subject);
  return outcome.verdict === 'fails' ? askOnce(probe, subject) : outcome;
}

async function askOnce(probe: Probe, { operation, call }: Subject): Promise<Outcome> {
  const first = await probe.call(call);
  const { etag, 'last-modified': modified } = first.answer?.headers ?? {};
  const seen = { operation, severity: operation.kinds.item ? 'error' : 'warning' } as const;
  if (!isSuccess(first)) return open(`the read returned ${outcomeOf(first)}`, { operation, exchanges: [first] });
  if (etag === undefined && modified === undefined)
    return fails('the response has neither ETag nor Last-Modified', { ...seen, exchanges: [first] });
  if (etag !== undefined && !/^(?:W\/)?"[^"]*"$/.test(etag))
    return fails('the ETag is not a quoted string', { ...seen, exchanges: [first] });
  const condition = etag === undefined ? { 'if-modified-since': modified ?? '' } : { 'if-none-match': etag };
  const same = await probe.call(withHeaders(call, condition));
  if (same.answer?.status !== 304)
    return fails(`a request with the API's own validator returned ${outcomeOf(same)}`, {
      ...seen,
      exchanges: [first, same],
    });
  if (same.answer.bytes > 0) return fails('the 304 response has a body', { ...seen, exchanges: [same] });
  if (etag === undefined) return holds('304 for an unchanged resource', { operation, exchanges: [same] });
  const other = await probe.call(withHeaders(call, { 'if-none-match': '"probe-other"' }));
  if (other.answer?.status !== 200)
    return fails(`a request with a different ETag returned ${outcomeOf(other)}`, { ...seen, exchanges: [same, other] });
  const kind = etag.startsWith('W/') ? 'weak' : 'strong';
  return holds(`304 for the same ${kind} ETag, 200 for a different one`, { operation, exchanges: [same] });
}
