/** PROF-VER-06: an operation with deprecation headers is described as deprecated. */
import { type Check, checkEach, fails, holds } from '../check.js';

/** Deprecation headers match the description. */
export const deprecationDescribed: Check = {
  id: 'deprecation-described',
  requirement: 'PROF-VER-06',
  severity: 'error',
  title: 'An operation that sends deprecation headers is described as deprecated',
  why: 'Tools are generated from the description; a header reaches an agent only after the call.',
  help: 'Set deprecated: true on operations that send the headers; derive both from one flag.',
  needs: 'reads',
  run: ({ reads }) =>
    checkEach(reads, 'no read succeeded', async ({ operation, first }) => {
      const { deprecation, sunset } = first.answer?.headers ?? {};
      const said = deprecation !== undefined || sunset !== undefined;
      const seen = { operation, exchanges: [first] };
      if (said && !operation.deprecated)
        return fails('it sends a Deprecation header and is not described as deprecated', seen);
      return holds('headers and description match', seen);
    }),
};
