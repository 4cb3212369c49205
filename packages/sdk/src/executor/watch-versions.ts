/** Asks servers whether they have moved on since a tool was chosen, and whether they kept what they had published. */
import type { ToolSignature } from '@dragoman/model';
import { compareSignatures, lockedForm } from '@dragoman/model';
import { isDragomanError } from '../dragoman-error.js';
import type { BoundTool } from './bound-tool.js';
import type { ExecutorEvent } from './executor-event.js';

/** What a look at a server can find. */
export type VersionFinding = Extract<ExecutorEvent, { type: 'newer-version' | 'lock-broken' | 'unchecked' }>;

/** Tools that are asked about at the same time. */
const atOnce = 8;

/** What has become of the versions in use; a server that does not answer is a finding and no error. */
export async function watchVersions(tools: readonly BoundTool[]): Promise<VersionFinding[]> {
  const findings: VersionFinding[] = [];
  for (let at = 0; at < tools.length; at += atOnce) {
    const batch = await Promise.all(tools.slice(at, at + atOnce).map(watch));
    findings.push(...batch.flat());
  }
  return findings;
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
