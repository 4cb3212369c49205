/**
 * Compares two versions of a tool: contract, texts, and its vendor's own name for it. Changes of a source, updates of a
 * toolset and its history all classify a version with it, so that they agree.
 */
import type {
  ChangeEffect,
  JsonSchema,
  SignatureChange,
  ToolSignature,
  ToolsetTool,
  VendorTool,
} from '@dragoman/model';
import { compareSignatures } from '@dragoman/model';
import { compareInner, compareOutputs } from '../protocols/nact/compare-inner.js';

/** A version of a tool, as stored in a toolset or derived from an entry. */
export interface ComparedVersion {
  signature: ToolSignature;
  /** The complete input schema; absent in toolsets that were stored before schemas were kept. */
  input?: JsonSchema;
  output?: JsonSchema;
  /** The vendor's own tool, if it has one. */
  vendor?: VendorTool | undefined;
}

/** The version that a toolset serves. */
export function toVersion({ signature, input, output, origin }: ToolsetTool): ComparedVersion {
  return {
    signature,
    ...(input === undefined ? {} : { input }),
    ...(output === undefined ? {} : { output }),
    vendor: origin,
  };
}

/** The differences, and their worst effect; no effect when there are none. */
export interface VersionDifference {
  changes: SignatureChange[];
  effect?: ChangeEffect;
}

/** Effects from harmless to harmful. */
const effects: readonly ChangeEffect[] = ['description', 'compatible', 'widened', 'meaning', 'breaking'];

/** Compares two versions; the ids and names that the catalogue assigned are ignored. */
export function compareVersions(before: ComparedVersion, after: ComparedVersion): VersionDifference {
  const { toolId, name } = before.signature;
  const named = before.vendor !== undefined && after.vendor !== undefined;
  const shown = compareSignatures(
    { ...before.signature, name: named ? (before.vendor?.name ?? name) : name },
    { ...after.signature, toolId, name: named ? (after.vendor?.name ?? name) : name },
  );
  const changes = [...shown, ...innerChanges(before, after, shown)];
  const effect = effects.findLast((each) => changes.some((change) => change.effect === each));
  return { changes, ...(effect === undefined ? {} : { effect }) };
}

/** A vendor's own signature has no schema but itself. */
function innerChanges(
  before: ComparedVersion,
  after: ComparedVersion,
  shown: readonly SignatureChange[],
): SignatureChange[] {
  if (before.vendor !== undefined) return [];
  const isShown = shown.some(({ subject, effect }) => subject === 'output' && effect === 'breaking');
  return [
    ...(before.input === undefined || after.input === undefined ? [] : compareInner(before.input, after.input, shown)),
    ...(before.output === undefined || after.output === undefined || isShown
      ? []
      : compareOutputs(before.output, after.output)),
  ];
}
