/** Drafts of workflows: the text of an Arazzo document, kept under the id of the service that it becomes. */
import { scaffoldArazzo, writeYaml } from '@dragoman/core/descriptions';
import { writeKept } from '../../components/kept-drafts.js';
import { draftKind } from './draft-kind.js';

/** Keeps a new draft without steps, and returns its id. */
export function createDraft(title: string, taken: ReadonlySet<string>): string {
  const document = scaffoldArazzo([], { title, workflowId: 'run' });
  const agent = document['x-agent'] as { id: string };
  let id = agent.id;
  for (let count = 2; taken.has(id); count += 1) id = `${agent.id}-${count}`;
  const text = writeYaml({ ...document, 'x-agent': { id, capabilities: [], visibility: 'private' } });
  writeKept(draftKind, id, { base: { draft: '', etag: undefined }, present: text });
  return id;
}
