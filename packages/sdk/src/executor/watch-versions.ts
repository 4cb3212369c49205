/** Checks servers for newer versions of chosen tools, and for changes of published ones. */
import type { ToolSignature } from '@dragoman/model';
import { compareSignatures, lockedForm } from '@dragoman/model';
import { isDragomanError } from '../dragoman-error.js';
import type { BoundTool } from './bound-tool.js';
import type { ExecutorEvent } from './executor-event.js';
import { inBatches } from './in-batches.js';

/** The findings of a check. */
export type VersionFinding = Extract<ExecutorEvent, { type: 'newer-version' | 'lock-broken' | 'unchecked' }>;

/** The state of the versions in use; an unreachable server is a finding, not an error. */
export async function watchVersions(tools: readonly BoundTool[]): Promise<VersionFinding[]> {
  return (await inBatches(tools, watch)).flat();
}

async function watch({ root, signature: locked, identity: tool }: BoundTool): Promise<VersionFinding[]> {
  const findings: VersionFinding[] = [];
  try {
    const present = await root.readVersion(locked.toolId, locked.version, { once: true });
    if (lockedForm(present) !== lockedForm(locked)) {
      findings.push({ type: 'lock-broken', tool, changes: compareSignatures(locked, present) });
    }
    if (present.currentVersion > locked.version) {
      const newest: ToolSignature = await root.read(locked.toolId, { once: true });
      const { version: currentVersion } = newest;
      findings.push({ type: 'newer-version', tool, currentVersion, changes: compareSignatures(locked, newest) });
    }
  } catch (error) {
    if (!isDragomanError(error)) throw error;
    findings.push({ type: 'unchecked', tool, reason: root.hide(error.message) });
  }
  return findings;
}
