/** PROF-SEC-04, PROF-SEC-13: the API itself enforces the protection that its description declares. */
import { toRequest } from '../call.js';
import { type Check, checkEach, fails, holds, open } from '../check.js';
import { isSuccess, outcomeOf } from '../exchange.js';

/** Protected operations require credentials. */
export const credentialDemanded: Check = {
  id: 'credential-demanded',
  requirement: 'PROF-SEC-04',
  further: ['PROF-SEC-13'],
  severity: 'error',
  title: 'Protected reads without credentials are rejected with 401 and WWW-Authenticate',
  why: 'The API must enforce access control; instructions to an agent cannot replace it.',
  help: 'Return 401 with WWW-Authenticate for calls without credentials.',
  needs: 'reads',
  run(probe) {
    const closed = probe.reads.filter(
      ({ operation: { security } }) =>
        security !== undefined && security.length > 0 && security.every((each) => Object.keys(each).length > 0),
    );
    const none = probe.authenticated ? 'no successful read is described as protected' : 'no credentials were given';
    return checkEach(probe.authenticated ? closed.slice(0, probe.breadth) : [], none, async ({ operation, call }) => {
      const exchange = await probe.send({ ...toRequest(call), anonymous: true });
      const seen = { operation, exchanges: [exchange] };
      if (isSuccess(exchange))
        return fails('a call without credentials succeeds, although the operation is described as protected', seen);
      if (exchange.answer?.status !== 401)
        return open(`a call without credentials returned ${outcomeOf(exchange)}`, seen);
      if (exchange.answer.headers['www-authenticate'] === undefined)
        return fails('the 401 response has no WWW-Authenticate header', { ...seen, severity: 'warning' });
      return holds('401 with WWW-Authenticate', seen);
    });
  },
};
