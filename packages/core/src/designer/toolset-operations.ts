/** Everything that a toolset lets one caller do, in the terms of the gateway: for faces that are no N-ACT root. */
import type { Entry, Operation, ToolSignature } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import { currentVersion, servedSignature } from '../protocols/nact/tool-history.js';
import type { ToolContract } from '../protocols/nact/write.js';
import { readVisible } from './find-choice.js';
import type { DesignerPorts, Toolset } from './toolset-access.js';
import { toolsetTools } from './toolset-tools.js';

/** One thing that a toolset lets a caller do. */
export interface ToolsetOperation {
  /** Name toward models. */
  name: string;
  /** The designer's words, or the vendor's. */
  description: string;
  /** Signature under that name, with those words, at the chosen version. */
  signature: ToolSignature;
  /** Leads from the inputs of the signature to the operation's input, and from its answer to the outputs. */
  contract: ToolContract;
  entry: Entry;
  /** The operation as the entry has it now; the gateway is to call the version below. */
  operation: Operation;
  operationName: string;
  operationVersion: number;
}

/** The operations of a toolset for a caller, at most `limit`, in the order of its tools. */
export async function toolsetOperations(
  ports: DesignerPorts,
  toolset: Toolset,
  { caller, limit }: { caller: Caller; limit: number },
): Promise<ToolsetOperation[]> {
  const made: ToolsetOperation[] = [];
  for await (const { tool } of toolsetTools(ports, toolset, { caller })) {
    const stored = await readVisible(ports, tool.agentId, caller);
    const operation = stored?.entry.operations.find(({ id }) => id === tool.operationId);
    if (stored === undefined || operation === undefined) continue;
    const version = currentVersion(tool);
    const { contract, operationName, operationVersion } = version;
    const signature = servedSignature(tool, version);
    const { name, description } = signature;
    made.push({
      name,
      description,
      signature,
      contract,
      entry: stored.entry,
      operation,
      operationName,
      operationVersion,
    });
    if (made.length >= limit) break;
  }
  return made;
}
