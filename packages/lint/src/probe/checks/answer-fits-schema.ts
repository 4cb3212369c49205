/** PROF-DESC-16: answers are as described. */
import { findExampleFault } from '../../api/example-faults.js';
import { askEach, type Check, fails, holds } from '../check.js';

/** Answers fit their schema. */
export const answerFitsSchema: Check = {
  id: 'answer-fits-schema',
  requirement: 'PROF-DESC-16',
  severity: 'warning',
  title: 'Answers fit their described schema',
  why: 'Agents plan with the described fields; those that are missing or of another type break the plan.',
  help: 'Bind the serializer to the schema, and check answers against it in tests.',
  needs: 'reads',
  run: ({ reads, api }) => {
    const described = reads.filter(({ operation }) => operation.output !== undefined);
    return askEach(described, 'no answer with a described schema was seen', async ({ operation, first }) => {
      const seen = { operation, exchanges: [first] };
      const { json, type = '' } = first.answer ?? {};
      if (json === undefined)
        return fails(`the answer is no JSON that can be read (${type || 'no type is said'})`, seen);
      const fault = findExampleFault(json, operation.output?.schema ?? {}, api.follow);
      if (fault === undefined) return holds('the answer fits', seen);
      return fails(`in the answer, ${fault.replace(/^the example/, 'the body')}`.slice(0, 200), seen);
    });
  },
};
