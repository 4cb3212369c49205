/** PROF-RESP-05, over a change: what was changed has another tag, and is not answered with 304. */
import { withHeaders } from '../call.js';
import { askEach, type Check, fails, holds, open } from '../check.js';
import { isSuccess, outcomeOf } from '../exchange.js';
import { readBeside } from '../read-beside.js';

/** Tags change with their things. */
export const tagChanges: Check = {
  id: 'tag-changes',
  requirement: 'PROF-RESP-05',
  severity: 'error',
  title: 'A changed thing has another tag',
  why: 'A tag that stays makes an agent work with what is no longer so.',
  help: 'Derive the tag from the version or the content.',
  needs: 'writes',
  run(probe) {
    const changes = probe.writes.filter(({ operation }) => ['put', 'patch'].includes(operation.method));
    return askEach(changes.slice(0, probe.breadth), 'no PUT or PATCH was named with --writes', async (call) => {
      const { operation } = call;
      const read = readBeside(probe, call);
      const before = read === undefined ? undefined : await probe.call(read);
      const tag = before?.answer?.headers.etag;
      if (read === undefined || tag === undefined) return open('no read with a tag shows the thing', { operation });
      const changed = await probe.call(probe.vary(call));
      if (!isSuccess(changed))
        return open(`the change is answered with ${outcomeOf(changed)}`, { operation, exchanges: [changed] });
      const after = await probe.call(withHeaders(read, { 'if-none-match': tag }));
      const seen = { operation, exchanges: [changed, after] };
      if (after.answer?.status === 304) return fails('the old tag is answered with 304 after a change', seen);
      if (after.answer?.headers.etag === tag) return fails('the tag is the same after a change', seen);
      return holds('200 with another tag after a change', seen);
    });
  },
};
