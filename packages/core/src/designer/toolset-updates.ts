/**
 * Lists what vendors changed since the designer's choices: newer versions with their differences, tools that were
 * removed, replaced or deprecated, and broken locks. Nothing is updated automatically; the designer accepts or keeps
 * the current version (nact.md DES-12).
 */
import { canonicalJson } from '@dragoman/documents';
import type { Lifecycle, ToolSignature, ToolsetTool, VendorTool } from '@dragoman/model';
import { lockedForm } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import { createYieldWhenDue } from '../documents/yield-when-due.js';
import type { Tool, ToolVersion } from '../protocols/nact/tool-history.js';
import { currentVersion } from '../protocols/nact/tool-history.js';
import type { VersionDifference } from './compare-versions.js';
import { toVersion } from './compare-versions.js';
import type { SignatureDifference } from './list-differences.js';
import { listDifferences } from './list-differences.js';
import { findOtherVersion, renumber } from './renumber.js';
import type { DesignerPorts, Toolset } from './toolset-access.js';
import { readingOnce } from './toolset-access.js';
import type { FoundSource } from './toolset-tools.js';
import { findSource } from './toolset-tools.js';

/** Kinds of events for a chosen tool. */
export type UpdateKind = 'new_version' | 'replaced' | 'removed' | 'deprecated' | 'lock_broken';

/** One event of a chosen tool. */
export interface ToolUpdate extends VersionDifference {
  kind: UpdateKind;
  /** Name in the toolset. */
  name: string;
  agentId: string;
  /** Name of the operation in its service; absent when the service does not have it any more. */
  operation?: string;
  /** Version in the toolset. */
  version: number;
  /** Version to which it could move; absent if there is none. */
  to?: { toolId: string; version: number };
  /** Description in one sentence. */
  message: string;
  /** True when the designer decided to keep the current version. */
  stayed: boolean;
  /** What reads differently: types, bounds and texts of the version in the toolset and of the other one. */
  differences: SignatureDifference[];
}

/** All events of the tools of a toolset, in the order of the tools. */
export async function findUpdates(given: DesignerPorts, { document }: Toolset, caller: Caller): Promise<ToolUpdate[]> {
  const ports = readingOnce(given);
  const yieldWhenDue = createYieldWhenDue();
  const updates: ToolUpdate[] = [];
  for (const item of document.tools) {
    await yieldWhenDue();
    updates.push(...(await updatesOf(ports, item, caller)));
  }
  return updates;
}

async function updatesOf(ports: DesignerPorts, stored: ToolsetTool, caller: Caller): Promise<ToolUpdate[]> {
  const source = await findSource(ports, stored.served, caller);
  if (source === undefined) return [removed(stored, 'Its service was removed, or you may no longer see it.')];
  const item = renumber(stored, source.tools);
  const tool = source.tools.find(({ toolId }) => toolId === item.served.sourceToolId) ?? source.tool;
  const differenceTo: DifferenceTo = async ({ signature, input, output, vendor }) => ({
    ...(await ports.compareTools(
      { before: toVersion(item), after: { signature, input, output, vendor } },
      caller.subject,
    )),
    differences: listDifferences(item.signature, signature),
  });
  const lost = await lostPin(item, source.tools, differenceTo);
  const operation = source.stored.entry.operations.find(({ id }) => id === tool.operationId)?.name;
  const updates = [...lost, ...(await changesOf(item, { ...source, tool }, differenceTo))];
  return operation === undefined ? updates : updates.map((update) => ({ ...update, operation }));
}

/** The difference of the pinned version to another one. */
type DifferenceTo = (next: ToolVersion) => Promise<VersionDifference & Pick<ToolUpdate, 'differences'>>;

/** A pin that was stored without schemas, whose version the catalogue counts no longer, means another version now. */
async function lostPin(item: ToolsetTool, tools: readonly Tool[], differenceTo: DifferenceTo): Promise<ToolUpdate[]> {
  const other = findOtherVersion(item, tools);
  if (other === undefined) return [];
  const message = `The version that was pinned is not among the versions of its service any more; version ${item.version}, which is served, differs from it. Pin a version, or accept an update.`;
  return [{ ...basic(item), kind: 'lock_broken', message, ...(await differenceTo(other)) }];
}

async function changesOf(
  item: ToolsetTool,
  { stored, tool, tools }: FoundSource,
  differenceTo: DifferenceTo,
): Promise<ToolUpdate[]> {
  if (tool.gone) return [removed(item, 'Its service no longer offers it.')];
  const operation = stored.entry.operations.find(({ id }) => id === tool.operationId);
  const successor = tools.find((each) => each.listed && each.operationId === tool.operationId && each !== tool);
  const moves = await (successor === undefined
    ? newVersion(item, tool, differenceTo)
    : replaced(item, successor, differenceTo));
  // A designer who kept the current version has seen the broken lock too.
  const stayed = moves.some((move) => move.stayed);
  const broken = [
    ...(await brokenLock(item, [tool, ...(successor === undefined ? [] : [successor])], differenceTo)),
    ...(await changedOutput(item, tool, differenceTo)),
  ];
  return [
    ...broken.map((each) => ({ ...each, stayed })),
    ...moves,
    ...(successor === undefined && !tool.listed
      ? [removed(item, 'It is no longer listed; it can still be called.')]
      : []),
    ...deprecated(item, operation?.lifecycle),
  ];
}

function basic(
  item: ToolsetTool,
): Pick<ToolUpdate, 'name' | 'agentId' | 'version' | 'changes' | 'stayed' | 'differences'> {
  const { served, version } = item;
  return { name: served.name, agentId: served.agentId, version, changes: [], stayed: false, differences: [] };
}

function removed(item: ToolsetTool, message: string): ToolUpdate {
  return { ...basic(item), kind: 'removed', message };
}

async function newVersion(item: ToolsetTool, tool: Tool, differenceTo: DifferenceTo): Promise<ToolUpdate[]> {
  const newest = currentVersion(tool);
  if (item.follow === 'latest' || newest.signature.version <= item.version) return [];
  const moving = await movingTo(item, newest, differenceTo);
  const contract = moving.changes.length === 0 ? ' with the same contract' : '';
  const has = versionText(item.version, item.origin);
  const message = `Version ${versionText(newest.signature.version, newest.vendor)} is available${contract}; the toolset has version ${has}.`;
  return [{ ...basic(item), kind: 'new_version', message, ...moving }];
}

/** The number in the catalogue, and the vendor's own where it differs. */
function versionText(version: number, vendor: VendorTool | undefined): string {
  return vendor === undefined || vendor.version === version
    ? String(version)
    : `${version} (version ${vendor.version} of the vendor)`;
}

/** If a vendor changes a contract incompatibly, the catalogue makes it another tool. */
async function replaced(item: ToolsetTool, successor: Tool, differenceTo: DifferenceTo): Promise<ToolUpdate[]> {
  const moving = await movingTo(item, currentVersion(successor), differenceTo);
  const contract = moving.changes.length === 0 ? 'the same contract' : 'another contract';
  const message = `Its vendor has replaced it with a tool with ${contract}; the old one stays until you move.`;
  return [{ ...basic(item), kind: 'replaced', message, ...moving }];
}

async function movingTo(
  { stayed }: ToolsetTool,
  next: ToolVersion,
  differenceTo: DifferenceTo,
): Promise<Pick<ToolUpdate, 'to' | 'changes' | 'stayed' | 'effect' | 'differences'>> {
  const { toolId, version } = next.signature;
  return {
    to: { toolId, version },
    ...(await differenceTo(next)),
    stayed: stayed !== undefined && stayed.toolId === toolId && stayed.version >= version,
  };
}

/**
 * Detects two contracts under one version number of the vendor: the published version was changed in place (nact.md
 * VER-05).
 */
async function brokenLock(
  item: ToolsetTool,
  tools: readonly Tool[],
  differenceTo: DifferenceTo,
): Promise<ToolUpdate[]> {
  const { origin } = item;
  const later = tools.flatMap(({ versions, toolId }) =>
    versions.filter(({ signature }) => toolId !== item.served.sourceToolId || signature.version > item.version),
  );
  // A vendor that restores the published contract breaks no lock.
  const broken = later.find(
    ({ vendor, signature }: ToolVersion) =>
      origin !== undefined &&
      vendor?.version === origin.version &&
      (vendor.name !== origin.name || !sameSignature(item.signature, signature)),
  );
  if (broken === undefined || origin === undefined) return [];
  const message = `Its vendor changed version ${origin.version} in place, although published versions are locked.`;
  return [{ ...basic(item), kind: 'lock_broken', message, ...(await differenceTo(broken)) }];
}

/** Versions are counted by inputs and by what a signature shows, so an output can change under the pinned number. */
async function changedOutput(item: ToolsetTool, tool: Tool, differenceTo: DifferenceTo): Promise<ToolUpdate[]> {
  const served = tool.versions[item.version - 1];
  if (item.follow === 'latest' || item.output === undefined || served === undefined) return [];
  if (canonicalJson(item.output) === canonicalJson(served.output)) return [];
  const moving = await movingTo(item, served, differenceTo);
  if (moving.effect !== 'breaking') return [];
  const message = `The output of version ${item.version} changed in its service, which gave it no new version.`;
  return [{ ...basic(item), kind: 'lock_broken', message, ...moving }];
}

function sameSignature(one: ToolSignature, { toolId: _, name: __, version: ___, ...other }: ToolSignature): boolean {
  const { toolId, name, version } = one;
  return lockedForm({ ...other, toolId, name, version }) === lockedForm(one);
}

function deprecated(item: ToolsetTool, lifecycle: Lifecycle | undefined): ToolUpdate[] {
  if (lifecycle?.deprecated !== true) return [];
  const until = lifecycle.sunset === undefined ? '' : ` It will be removed on ${lifecycle.sunset.slice(0, 40)}.`;
  const instead = lifecycle.replacement === undefined ? '' : ` Use ${lifecycle.replacement.slice(0, 80)} instead.`;
  return [{ ...basic(item), kind: 'deprecated', message: `Its vendor has deprecated it.${until}${instead}` }];
}
