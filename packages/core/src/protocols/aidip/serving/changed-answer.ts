/**
 * Responses of the routes that accept a document: the stored metadata, its diagnostics, or the preview of a dry run.
 */
import type { JsonObject } from '@dragoman/model';
import type { Published } from '../../../catalogue/publish.js';
import { listChanges } from '../../../documents/list-changes.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import { jsonReply } from '../../../transport/http-reply.js';
import { writeAidip } from '../write.js';
import { agentHeaders, agentPath, shownDiagnostics, viewOf } from './answers.js';
import type { AskedChange } from './change-request.js';

/** The response to a registration or an update; the body is the stored metadata unless requested otherwise. */
export function changedReply(published: Published, asked: AskedChange, idWasGiven: boolean): HttpReply {
  const { stored, outcome, diagnostics } = published;
  const view = viewOf(asked.request.caller, stored);
  const write = (each: typeof stored) => writeAidip(each, { view, form: 'full' });
  const agent = write(stored);
  const warnings = {
    'X-Dragoman-Warnings': String(diagnostics.filter(({ severity }) => severity === 'warning').length),
  };
  if (asked.dryRun) {
    const { before } = published;
    const changes = before === undefined ? [] : listChanges(write({ ...stored, entry: before }), agent);
    return jsonReply(foreseen(published, { agent, idWasGiven, changes }), { headers: warnings });
  }
  const headers = {
    ...agentHeaders(stored, view),
    ...warnings,
    ...(outcome === 'created' ? { Location: agentPath(stored.entry.id) } : {}),
  };
  const body = asked.diagnostics ? { agent, diagnostics: shownDiagnostics(diagnostics) } : agent;
  return jsonReply(body, { status: outcome === 'created' ? 201 : 200, headers });
}

interface Preview {
  agent: JsonObject;
  idWasGiven: boolean;
  /** What changes in an agent that exists. */
  changes: readonly string[];
}

function foreseen({ outcome, diagnostics }: Published, { agent, idWasGiven, changes }: Preview): JsonObject {
  const { id, ...assigned } = agent;
  const done = `${outcome === 'created' ? 'Creates' : 'Updates'} ${idWasGiven ? String(id) : 'one agent'} with the metadata in agent.`;
  return {
    dry_run: true,
    would_change: outcome !== 'unchanged',
    reversible: true,
    outcome,
    changes: outcome === 'unchanged' ? [] : [done, ...changes],
    undo: outcome === 'created' ? 'agents_delete' : 'agents_version_read, then agents_replace with its content',
    agent: idWasGiven ? agent : assigned,
    diagnostics: shownDiagnostics(diagnostics),
  };
}
