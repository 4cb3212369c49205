/** PROF-VER-04, PROF-VER-05: responses of a deprecated operation announce the deprecation and its replacement. */
import { type Check, checkEach, fails, holds, open } from '../check.js';

/** Deprecated operations announce their deprecation. */
export const deprecationHeaders: Check = {
  id: 'deprecation-headers',
  requirement: 'PROF-VER-04',
  further: ['PROF-VER-05'],
  severity: 'error',
  title: 'Deprecated operations send Deprecation, Sunset and a link to the successor',
  why: 'An agent that remembers an operation does not read the description again.',
  help: 'Send Deprecation, Sunset, and Link with rel="successor-version" on every operation that is described as deprecated.',
  needs: 'reads',
  run({ surveyed }) {
    const gone = surveyed.filter(({ operation, first }) => operation.deprecated && first.answer !== undefined);
    return checkEach(gone, 'no read is deprecated', async ({ operation, first }) => {
      const { deprecation, sunset, link = '' } = first.answer?.headers ?? {};
      const seen = { operation, exchanges: [first] };
      if (first.answer === undefined || first.answer.status >= 400) return open('it did not succeed', seen);
      const missing = [deprecation === undefined ? 'Deprecation' : '', sunset === undefined ? 'Sunset' : ''].filter(
        Boolean,
      );
      if (missing.length > 0) return fails(`it is deprecated and its response lacks ${missing.join(' and ')}`, seen);
      if (!/rel="?(?:successor-version|latest-version|alternate|deprecation)\b/i.test(link))
        return fails('it is deprecated and its response links no successor', { ...seen, severity: 'warning' });
      return holds('Deprecation, Sunset and a link are present', seen);
    });
  },
};
