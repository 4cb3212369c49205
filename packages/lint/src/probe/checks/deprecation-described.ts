/** PROF-VER-06: what answers as deprecated is described as deprecated. */
import { askEach, type Check, fails, holds } from '../check.js';

/** Deprecation headers and the description agree. */
export const deprecationDescribed: Check = {
  id: 'deprecation-described',
  requirement: 'PROF-VER-06',
  severity: 'error',
  title: 'What answers as deprecated is described as deprecated',
  why: 'Tools are made from the description; a header reaches an agent only after it has called.',
  help: 'Set deprecated: true where the headers are sent; let one flag feed both.',
  needs: 'reads',
  run: ({ reads }) =>
    askEach(reads, 'no read answered', async ({ operation, first }) => {
      const { deprecation, sunset } = first.answer?.headers ?? {};
      const said = deprecation !== undefined || sunset !== undefined;
      const seen = { operation, exchanges: [first] };
      if (said && !operation.deprecated) return fails('it answers as deprecated and is not described so', seen);
      return holds('headers and description agree', seen);
    }),
};
