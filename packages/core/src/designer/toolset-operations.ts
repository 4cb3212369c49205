/**
 * Lists the operations that a toolset offers to one caller, in the terms of the gateway: for interfaces other than
 * N-ACT.
 */
import type { Entry, JsonSchema, Operation, ToolSignature } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import { currentVersion, servedSignature } from '../protocols/nact/tool-history.js';
import type { ToolContract } from '../protocols/nact/write.js';
import { readVisible } from './find-choice.js';
import type { DesignerPorts, Toolset } from './toolset-access.js';
import { readingOnce } from './toolset-access.js';
import { toolsetTools } from './toolset-tools.js';

/** One operation that a toolset offers to a caller. */
export interface ToolsetOperation {
  /** Name shown to models. */
  name: string;
  /** The designer's text, or the vendor's. */
  description: string;
  /** Signature under that name, with that text, at the chosen version. */
  signature: ToolSignature;
  /** Maps the inputs of the signature to the operation's input, and the operation's result to the outputs. */
  contract: ToolContract;
  /** The operation's own input schema at that version, with the designer's texts. */
  input: JsonSchema;
  entry: Entry;
  /** The operation in the current entry; the gateway calls the version given below. */
  operation: Operation;
  operationVersion: number;
}

/** The operations of a toolset for a caller, at most `limit`, in the order of its tools. */
export async function toolsetOperations(
  given: DesignerPorts,
  toolset: Toolset,
  { caller, limit }: { caller: Caller; limit: number },
): Promise<ToolsetOperation[]> {
  const ports = readingOnce(given);
  const made: ToolsetOperation[] = [];
  for await (const { tool } of toolsetTools(ports, toolset, { caller })) {
    const stored = await readVisible(ports, tool.agentId, caller);
    const operation = stored?.entry.operations.find(({ id }) => id === tool.operationId);
    if (stored === undefined || operation === undefined) continue;
    const version = currentVersion(tool);
    const { contract, input, operationVersion } = version;
    const signature = servedSignature(tool, version);
    const { name, description } = signature;
    made.push({
      name,
      description,
      signature,
      contract,
      input,
      entry: stored.entry,
      operation,
      operationVersion,
    });
    if (made.length >= limit) break;
  }
  return made;
}
