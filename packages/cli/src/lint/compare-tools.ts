/** Matches the tools of two versions by id and reports the differences. */
import type { SignatureChange, ToolSignature } from '@dragoman/model';
import { compareSignatures, lockedForm } from '@dragoman/model';

/** A tool in both versions, or in one of them. */
export interface ToolDifference {
  toolId: string;
  name: string;
  /** Version on each side; absent where the tool does not exist. */
  before?: number;
  after?: number;
  /** `locked`: the same version number with different content. */
  state: 'same' | 'changed' | 'added' | 'removed' | 'locked';
  changes: SignatureChange[];
}

/** The differences, in the order of the older version, with new tools last. */
export function compareTools(before: readonly ToolSignature[], after: readonly ToolSignature[]): ToolDifference[] {
  const [old, now] = [newest(before), newest(after)];
  const ids = new Set([...old.keys(), ...now.keys()]);
  return [...ids].map((toolId) => compareTool(toolId, old.get(toolId), now.get(toolId)));
}

/** True when a client of the older version would break. */
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
