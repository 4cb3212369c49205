/** The jobs on third-party documents that routes run. */
import { differenceOfFailure } from '@dragoman/core/engine';
import type { DocumentJobs } from './document-jobs.js';
import type { RoutesPorts } from './routes/ports.js';
import type { RunJob } from './threads/job-runner.js';
/** Creates the jobs. */
export function createRouteJobs(
  runJob: RunJob<DocumentJobs>,
): Pick<
  RoutesPorts,
  | 'profiles'
  | 'compareDescriptions'
  | 'readImportBody'
  | 'procedures'
  | 'agisChecking'
  | 'compareTools'
  | 'similarTools'
> {
  return {
    compareTools: (pair, caller) =>
      runJob('compare-tools', pair, { caller }).catch((thrown: unknown) => differenceOfFailure(thrown)),
    similarTools: {
      listTexts: (input, whom) => runJob('list-similar-texts', input, whom),
      find: (input, whom) => runJob('find-similar-tools', input, whom),
    },
    readImportBody: (body, whom) => runJob('read-import', body, whom),
    compareDescriptions: (input, whom) => runJob('compare-descriptions', input, whom),
    profiles: {
      evaluateEntry: (entry, whom) => runJob('evaluate-profile', entry, whom),
      evaluateDescription: (input, whom) => runJob('evaluate-description', input, whom),
    },
    procedures: {
      findNames: (input, caller) => runJob('find-procedure-names', input, { caller }),
      check: (input, caller) => runJob('check-procedure', input, { caller }),
    },
    agisChecking: {
      evaluateProposal: (input, caller) => runJob('evaluate-proposal', input, { caller }),
      readBinding: (input, caller) => runJob('read-class-binding', input, { caller }),
    },
  };
}
