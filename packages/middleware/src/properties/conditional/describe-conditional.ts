/** What conditional requests add to the description: ETag and 304 for reads, If-Match, 412 and 428 for writes. */
import type { Describe } from '../../describing/description-draft.js';
import type { OperationDraft } from '../../describing/operation-draft.js';

/** The described rules. */
export interface DescribedConditions {
  checksWrites: boolean;
  isRequired(request: Pick<Request, 'method' | 'url'>): boolean;
}

/** Describes reads, and writes that change or remove something with an ETag. */
export function describeConditional({ checksWrites, isRequired }: DescribedConditions): Describe {
  return ({ operations }) => {
    for (const operation of operations) {
      if (operation.isRead) describeRead(operation);
      else if (checksWrites && (operation.method !== 'POST' || isRequired(operation)))
        describeWrite(operation, isRequired(operation));
    }
  };
}

const tag = { type: 'string', maxLength: 1_000 };

function describeRead(operation: OperationDraft): void {
  const description = 'ETag of your copy; 304 when it is unchanged.';
  operation.addParameter({ name: 'If-None-Match', in: 'header', description, schema: tag });
  operation.addHeaders(/^200$/, etagHeader);
  operation.addResponse('304', { description: 'Unchanged since the given ETag.' });
}

function describeWrite(operation: OperationDraft, isRequired: boolean): void {
  operation.addParameter({
    name: 'If-Match',
    in: 'header',
    description: 'ETag of the resource as you read it; 412 when it has changed since.',
    schema: tag,
    ...(isRequired ? { required: true } : {}),
  });
  operation.addProblem('412', 'The resource has changed since it was read; nothing was executed.');
  if (isRequired) operation.addProblem('428', 'If-Match is missing; nothing was executed.');
}

const etagHeader = { ETag: { description: 'Changes with what is returned.', schema: tag } };
