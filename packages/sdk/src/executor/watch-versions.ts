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

async function watch({ root, signature: held, identity: tool }: BoundTool): Promise<VersionFinding[]> {
  const findings: VersionFinding[] = [];
  try {
    const present = await root.readVersion(held.toolId, held.version, { once: true });
    if (lockedForm(present) !== lockedForm(held)) {
      findings.push({ type: 'lock-broken', tool, changes: compareSignatures(held, present) });
    }
    if (present.currentVersion > held.version) {
      const newest: ToolSignature = await root.read(held.toolId, { once: true });
      const { version: currentVersion } = newest;
      findings.push({ type: 'newer-version', tool, currentVersion, changes: compareSignatures(held, newest) });
    }
  } catch (error) {
    if (!isDragomanError(error)) throw error;
    findings.push({ type: 'unchecked', tool, reason: root.hide(error.message) });
  }
  return findings;
}
