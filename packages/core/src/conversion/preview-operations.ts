/**
 * Reads the OpenAPI or AGIS document that somebody is writing, and shows its operations in every protocol as a server
 * would offer them. Runs in a browser.
 */
import type { AgisValidator } from '@dragoman/agis';
import type { Diagnostic, Entry, JsonValue } from '@dragoman/model';
import { createAgisReader } from '../protocols/agis/read.js';
import { toolNames } from '../protocols/nact/tool-name.js';
import { signatureOf, writeTool } from '../protocols/nact/write.js';
import { readOpenApi } from '../protocols/openapi/read.js';
import type { Projection, ProjectionTarget } from './project-operation.js';
import { projectOperation } from './project-operation.js';

/** A description as the entry that a server would store; no entry when an error rejects it. */
export interface PreviewedDescription {
  entry?: Entry;
  diagnostics: Diagnostic[];
}

/** How a description is read. */
export interface PreviewOptions {
  kind: 'openapi' | 'agis';
  /** Validates AGIS; shared, because loading its words takes longer than a document. */
  validator: () => AgisValidator;
}

/** Reads a description; never throws. */
export function previewDescription(document: JsonValue, { kind, validator }: PreviewOptions): PreviewedDescription {
  const read = kind === 'agis' ? createAgisReader(validator) : readOpenApi;
  const { value, diagnostics } = read(document, { at: new Date(0).toISOString(), strict: false, ownOrigins: [] });
  if (value === undefined) return { diagnostics };
  return { entry: { id: value.slug, owner: '', visibility: 'public', grants: [], ...value }, diagnostics };
}

/** Which operation is shown, in which protocols. */
export interface OperationPreview {
  entry: Entry;
  /** Id of the operation. */
  operation: string;
  targets: readonly ProjectionTarget[];
  /** Base URL of the server. */
  origin: string;
}

/** One operation in the given protocols; empty when the entry has no such operation. */
export async function previewOperation(
  { entry, operation: id, targets, origin }: OperationPreview,
  validator: () => AgisValidator,
): Promise<Projection[]> {
  const operation = entry.operations.find((each) => each.id === id);
  if (operation === undefined) return [];
  const contract = writeTool(entry, operation);
  const name = toolNames(entry.slug, operation.name, 1).plainName;
  const signature = signatureOf(contract, { toolId: operation.id, name, version: 1, currentVersion: 1 });
  const tool = { signature, inputs: contract.inputs };
  return projectOperation({ origin, entry, operation, tool, targets }, validator);
}
