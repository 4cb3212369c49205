/** Writes the metadata of one agent as text: plain data in and out, so that a large one can be written on another thread. */
import type { Entry } from '@dragoman/model';
import type { Awaitable } from '../../documents/awaitable.js';
import { pickFields } from '../../transport/field-selection.js';
import type { WriteOptions } from './write.js';
import { needsOperations, writeAidip } from './write.js';

/** The metadata to write. */
export interface AgentWriting extends Pick<WriteOptions, 'view' | 'fields'> {
  entry: Entry;
}

/** Writes the metadata as JSON. */
export type WriteAgentText = (writing: AgentWriting) => Awaitable<string>;

/** Writes the metadata as JSON, with the selected members only. */
export function writeAgentText({ entry, view, fields }: AgentWriting): string {
  return JSON.stringify(pickFields(writeAidip({ entry }, { view, form: 'full', fields }), fields));
}

/** The same request without the operations, where its reader needs none of them. */
export function withoutUnusedOperations(writing: AgentWriting): AgentWriting {
  // The address of an agent that is called through the gateway is in its operations.
  const isNeeded = needsOperations(writing.fields) || writing.fields?.includes('upstream') === true;
  return isNeeded ? writing : { ...writing, entry: { ...writing.entry, operations: [] } };
}
