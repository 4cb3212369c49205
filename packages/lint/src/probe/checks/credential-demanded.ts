/** PROF-SEC-04, PROF-SEC-13: what the description protects is protected by the API, not by the description. */
import { toRequest } from '../call.js';
import { askEach, type Check, fails, holds, open } from '../check.js';
import { isSuccess, outcomeOf } from '../exchange.js';

/** Protected operations demand credentials. */
export const credentialDemanded: Check = {
  id: 'credential-demanded',
  requirement: 'PROF-SEC-04',
  further: ['PROF-SEC-13'],
  severity: 'error',
  title: 'Protected reads are refused without credentials, with 401 and how to get in',
  why: 'Access must be kept by the API; nothing that is said to an agent replaces it.',
  help: 'Answer 401 with WWW-Authenticate to calls without credentials.',
  needs: 'reads',
  run(probe) {
    const closed = probe.reads.filter(
      ({ operation: { security } }) =>
        security !== undefined && security.length > 0 && security.every((each) => Object.keys(each).length > 0),
    );
    const none = probe.authenticated ? 'no read that answered is described as protected' : 'no credentials were given';
    return askEach(probe.authenticated ? closed.slice(0, probe.breadth) : [], none, async ({ operation, call }) => {
      const exchange = await probe.send({ ...toRequest(call), anonymous: true });
      const seen = { operation, exchanges: [exchange] };
      if (isSuccess(exchange))
        return fails('it answers without credentials, though it is described as protected', seen);
      if (exchange.answer?.status !== 401) return open(`without credentials it answers ${outcomeOf(exchange)}`, seen);
      if (exchange.answer.headers['www-authenticate'] === undefined)
        return fails('401 comes without WWW-Authenticate', { ...seen, severity: 'warning' });
      return holds('401 with WWW-Authenticate', seen);
    });
  },
};
