/** PROF-RESP-05, after a change: a changed resource has a new tag, and the old tag does not return 304. */
import { type Call, withHeaders } from '../call.js';
import { type Check, checkEach, fails, holds, open, type Probe } from '../check.js';
import { type Exchange, isSuccess, outcomeOf } from '../exchange.js';
import { findRelatedRead } from '../related-read.js';
import { sameJson } from '../same-json.js';
import { isEmptyChange } from '../vary-body.js';

/** Tags change with their resources. */
export const tagChanges: Check = {
  id: 'tag-changes',
  requirement: 'PROF-RESP-05',
  severity: 'error',
  title: 'A changed resource has a new tag',
  why: 'With an unchanged tag, an agent keeps working with outdated data.',
  help: 'Derive the tag from the version or the content.',
  needs: 'writes',
  run(probe) {
    const changes = probe.writes.filter(({ operation }) => ['put', 'patch'].includes(operation.method));
    return checkEach(changes.slice(0, probe.breadth), 'no PUT or PATCH was allowed with --writes', async (call) => {
      const { operation } = call;
      const read = findRelatedRead(probe, call);
      const before = read === undefined ? undefined : await probe.call(read);
      const tag = before?.answer?.headers.etag;
      if (read === undefined || tag === undefined) return open('no read with a tag shows the resource', { operation });
      const change = probe.vary(call, before?.answer?.json);
      if (isEmptyChange(change)) return open('no body that changes the resource could be generated', { operation });
      const changed = await probe.call(change);
      if (!isSuccess(changed))
        return open(`the change returned ${outcomeOf(changed)}`, { operation, exchanges: [changed] });
      const after = await probe.call(withHeaders(read, { 'if-none-match': tag }));
      const seen = { operation, exchanges: [changed, after] };
      const isOld = after.answer?.status === 304 || after.answer?.headers.etag === tag;
      if (isOld && !(await hasChanged(probe, read, before))) return open('the change had no visible effect', seen);
      if (after.answer?.status === 304) return fails('the old tag still returns 304 after a change', seen);
      if (after.answer?.headers.etag === tag) return fails('the tag did not change after a change', seen);
      return holds('200 with a new tag after a change', seen);
    });
  },
};

/** Read without a condition, because the old tag may hide the change. */
async function hasChanged(probe: Probe, read: Call, before: Exchange | undefined): Promise<boolean> {
  const now = await probe.call(read);
  return isSuccess(now) && !sameJson(now.answer?.json, before?.answer?.json);
}
