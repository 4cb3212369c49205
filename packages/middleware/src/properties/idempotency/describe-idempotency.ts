/** What idempotency keys add to the description: the header, its meaning, and 409. */
import { replayedHeader } from '@dragoman/core/http';
import type { Describe } from '../../describing/description-draft.js';

/** The described rules. */
export interface DescribedKeys {
  windowSeconds: number;
  conflictStatus: number;
  isRequired(request: Pick<Request, 'method' | 'url'>): boolean;
}

/** Describes the keys of all writes. */
export function describeIdempotency({ windowSeconds, conflictStatus, isRequired }: DescribedKeys): Describe {
  const window = spanOf(windowSeconds);
  return ({ operations }) => {
    for (const operation of operations.filter(({ isRead }) => !isRead)) {
      operation.addParameter({
        name: 'Idempotency-Key',
        in: 'header',
        description: `A new random value for each call; a repeated call with the same value is not executed again and gets the first response. Kept for ${window.words}, unique per caller and operation.`,
        schema: { type: 'string', minLength: 1, maxLength: 255 },
        ...(isRequired(operation) ? { required: true } : {}),
      });
      operation.addMetadata({
        idempotency: {
          in: 'header',
          name: 'Idempotency-Key',
          window: window.duration,
          scope: 'per caller and operation',
        },
      });
      const description = 'True for a stored response.';
      operation.addHeaders(/^2/, { [replayedHeader]: { description, schema: { type: 'boolean' } } });
      operation.addProblem(
        '409',
        'A conflict: the first call with this key is still running, or its outcome is unknown.',
      );
      if (conflictStatus === 409) continue;
      operation.addProblem(String(conflictStatus), 'The key was used for another request.');
    }
  };
}

function spanOf(seconds: number): { words: string; duration: string } {
  if (seconds % 3600 === 0) return { words: `${seconds / 3600} hours`, duration: `PT${seconds / 3600}H` };
  return { words: `${seconds} seconds`, duration: `PT${seconds}S` };
}
