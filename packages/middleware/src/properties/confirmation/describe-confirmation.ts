/** What confirmations add to the description: the token in both directions, 428, and the risk. */
import type { Describe } from '../../describing/description-draft.js';

/** Carries the token: in the response to a dry run, and in the request that is executed. */
export const confirmHeader = 'X-Confirm';

/** When the token expires. */
export const expiresHeader = 'X-Confirm-Expires';

const token = { type: 'string', maxLength: 200 };

/** Describes the writes that need a confirmation. */
export function describeConfirmation(
  needsToken: (request: Pick<Request, 'method' | 'url'>) => boolean,
  seconds: number,
): Describe {
  return ({ operations }) => {
    for (const operation of operations.filter((each) => !each.isRead && needsToken(each))) {
      operation.addParameter({
        name: confirmHeader,
        in: 'header',
        description: `Token from the response to the same request with X-Dry-Run: true; valid for ${seconds} seconds, once. Required to execute the request.`,
        schema: token,
      });
      operation.addHeaders(/^2/, {
        [confirmHeader]: { description: 'The token, in the response to a dry run.', schema: token },
        [expiresHeader]: {
          description: 'When the token expires.',
          schema: { type: 'string', format: 'date-time' },
        },
      });
      operation.addProblem(
        '428',
        'A confirmation is missing, used, expired or for another request; nothing was executed.',
      );
      operation.addMetadata({ risk: { requires_confirmation: true } });
    }
  };
}
