/**
 * Writes services in each protocol for their first readers without blocking the main thread for long: large operations
 * and documents on a worker thread, everything else in portions. Jobs belong to the owner of the service, who chose
 * its size, and not to its first reader.
 */
import type { WrittenAgis } from '@dragoman/core/conversion';
import {
  createYieldWhenDue,
  withoutUnusedOperations,
  writeAgentText,
  writeAgis,
  writeContract,
  writeMcpTool,
  writeOpenApiText,
  writeUnsignedCard,
} from '@dragoman/core/conversion';
import type { AgisPorts } from '@dragoman/core/faces';
import type { Entry } from '@dragoman/model';
import type { DocumentJobs, PlannedWithId } from './document-jobs.js';
import type { Projections } from './routes/ports.js';
import { exceedsWeight } from './threads/exceeds-weight.js';
import type { RunJob } from './threads/job-runner.js';

/** Weight of an operation above which it is written on a thread. Measured on hostile schemas: up to 2 µs per unit. */
const largeOperation = 32_768;

/** The same for whole documents: up to 3 µs per unit. */
const largeDocument = 16_384;

/**
 * Operations of an AGIS document that get the time limit of one document. Drafting an operation takes one to five
 * milliseconds, so a large service needs more time without being hostile.
 */
const operationsPerTimeout = 2_000;

/** Creates the writers. */
export function createProjections(run: RunJob<DocumentJobs>, validator: AgisPorts['validator']): Projections {
  const yieldWhenDue = createYieldWhenDue();
  const inPortions = <T>(write: () => T | Promise<T>): T | Promise<T> => {
    const due = yieldWhenDue();
    return due === undefined ? write() : due.then(write);
  };
  const ownerOf = ({ owner }: Entry) => ({ caller: owner });
  return {
    writeContract(entry, operation) {
      const { description, tags } = entry;
      return inPortions(() =>
        exceedsWeight(operation, largeOperation)
          ? run('write-contract', { owner: { description, tags }, operation }, ownerOf(entry))
          : writeContract(entry, operation),
      );
    },
    writeMcpTool: (plan, entry) =>
      inPortions(() =>
        exceedsWeight(plan.operation, largeOperation)
          ? run('write-mcp-tool', plan, ownerOf(entry))
          : writeMcpTool(plan),
      ),
    writeOpenApiText: (entry, origin) =>
      inPortions(() =>
        exceedsWeight(entry, largeDocument)
          ? run('write-openapi', { entry, ...(origin === undefined ? {} : { origin }) }, ownerOf(entry))
          : writeOpenApiText(entry, origin),
      ),
    writeCard: (writing) =>
      inPortions(() =>
        exceedsWeight(writing.entry, largeDocument)
          ? run('write-card', writing, ownerOf(writing.entry))
          : writeUnsignedCard(writing),
      ),
    writeAgentText(given) {
      const writing = withoutUnusedOperations(given);
      return inPortions(() =>
        exceedsWeight(writing.entry, largeDocument)
          ? run('write-agent', writing, ownerOf(writing.entry))
          : writeAgentText(writing),
      );
    },
    writeAgisDocument: (entry, addresses) =>
      inPortions(() =>
        exceedsWeight(entry, largeDocument)
          ? run('write-agis', { entry, addresses }, { ...ownerOf(entry), timeoutFactor: timeoutFactorOf(entry) }).then(
              (written) => withOperations(written, entry),
            )
          : writeAgis(entry, { ...addresses, validator: validator() }),
      ),
    projectOperation: (input) => run('project-operation', input, ownerOf(input.entry)),
  };
}

function timeoutFactorOf({ operations }: Entry): number {
  return Math.max(1, Math.ceil(operations.length / operationsPerTimeout));
}

/** The endpoints again refer to the operations of the entry, which the thread has copied. */
function withOperations(
  { endpoints, ...written }: Omit<WrittenAgis, 'endpoints'> & { endpoints: PlannedWithId[] },
  { operations }: Entry,
): WrittenAgis {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const planned = endpoints.flatMap(({ operationId, ...endpoint }) => {
    const operation = byId.get(operationId);
    return operation === undefined ? [] : [{ ...endpoint, operation }];
  });
  return { ...written, endpoints: planned };
}
