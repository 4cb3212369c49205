/** PROF-DESC-16: responses match their description. */
import { findExampleFault } from '../../api/example-faults.js';
import { type Check, checkEach, fails, holds } from '../check.js';

/** Responses match their schema. */
export const answerFitsSchema: Check = {
  id: 'answer-fits-schema',
  requirement: 'PROF-DESC-16',
  severity: 'warning',
  title: 'Responses match their described schema',
  why: 'Agents plan with the described fields; missing fields and wrong types break the plan.',
  help: 'Generate the serializer from the schema, and validate responses against it in tests.',
  needs: 'reads',
  run: ({ reads, api }) => {
    // A response beyond --max-bytes was not read to its end.
    const described = reads.filter(
      ({ operation, first }) => operation.output !== undefined && first.answer?.cut !== true,
    );
    return checkEach(
      described,
      'no complete response with a described schema was observed',
      async ({ operation, first }) => {
        const seen = { operation, exchanges: [first] };
        const { json, type = '' } = first.answer ?? {};
        if (json === undefined) return fails(`the response is not readable JSON (${type || 'no content type'})`, seen);
        const fault = findExampleFault(json, operation.output?.schema ?? {}, api.follow);
        if (fault === undefined) return holds('the response matches', seen);
        return fails(`in the response, ${fault.replace(/^the example/, 'the body')}`.slice(0, 200), seen);
      },
    );
  },
};
