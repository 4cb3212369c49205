/** Pairs the tools of two states by their ids and tells what a caller of the older one would notice. */
import type { SignatureChange, ToolSignature } from '@dragoman/model';
import { compareSignatures, lockedForm } from '@dragoman/model';

/** One tool in both states, or in one of them. */
export interface ToolDifference {
  toolId: string;
  name: string;
  /** Version on either side; absent where the tool is not there. */
  before?: number;
  after?: number;
  /** `locked`: one version number with two contents. */
  state: 'same' | 'changed' | 'added' | 'removed' | 'locked';
  changes: SignatureChange[];
}

/** The differences of two states, tools in the order of the older one, new ones behind. */
export function compareTools(before: readonly ToolSignature[], after: readonly ToolSignature[]): ToolDifference[] {
  const [old, now] = [newest(before), newest(after)];
  const ids = new Set([...old.keys(), ...now.keys()]);
  return [...ids].map((toolId) => compareTool(toolId, old.get(toolId), now.get(toolId)));
}

/** True when somebody who relies on the older state would notice. */
export function isBreaking({ state, changes }: ToolDifference): boolean {
  return state === 'removed' || state === 'locked' || changes.some(({ effect }) => effect === 'breaking');
}

function newest(signatures: readonly ToolSignature[]): Map<string, ToolSignature> {
  const byId = new Map<string, ToolSignature>();
  for (const signature of signatures) {
    const known = byId.get(signature.toolId);
    if (known === undefined || known.version < signature.version) byId.set(signature.toolId, signature);
  }
  return byId;
}

function compareTool(toolId: string, before?: ToolSignature, after?: ToolSignature): ToolDifference {
  const name = (after ?? before)?.name ?? '';
  const sides = {
    ...(before === undefined ? {} : { before: before.version }),
    ...(after === undefined ? {} : { after: after.version }),
  };
  if (before === undefined) return { toolId, name, ...sides, state: 'added', changes: [] };
  if (after === undefined) return { toolId, name, ...sides, state: 'removed', changes: [] };
  const changes = compareSignatures(before, after);
  const isLocked = before.version === after.version && lockedForm(before) !== lockedForm(after);
  const state = isLocked ? 'locked' : changes.length > 0 || before.version !== after.version ? 'changed' : 'same';
  return { toolId, name, ...sides, state, changes };
}
