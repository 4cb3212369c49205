/** Agent-Friendly Profile reports of entries, of the description and through this gateway; cached per version. */
import type { StoredEntry } from '@dragoman/core/engine';
import type { ApiProfile } from '@dragoman/lint';
import type { Entry, Operation } from '@dragoman/model';
import { createBoundedCache, Failure } from '@dragoman/model';
import type { JobRequest } from '../threads/create-thread-pool.js';
import type { DescriptionEvaluator, EntryEvaluator } from './evaluate.js';
import { atWork } from './evaluate-entry.js';

/** A report and its basis: the stored entry, or the description itself. */
export interface EntryProfile {
  basis: 'entry' | 'description';
  profile: ApiProfile;
}

/** Creates profile reports. */
export interface Profiles {
  /** Evaluates the stored entry. */
  ofEntry(stored: StoredEntry, request: JobRequest): Promise<EntryProfile>;
  /** Evaluates the description in a body; throws `INVALID_INPUT` when the rules cannot read it. */
  ofDescription(stored: StoredEntry, body: Uint8Array, request: JobRequest): Promise<EntryProfile>;
}

/** Maximum cached reports; each belongs to one state of one entry. */
const maxCached = 64;

/** Creates the service; concurrent requests for the same entry share one evaluation. */
export function createProfiles(evaluate: EntryEvaluator, evaluateBody: DescriptionEvaluator): Profiles {
  const kept = createBoundedCache<string, Promise<EntryProfile>>({ entries: maxCached });
  return {
    ofEntry(stored, { caller }) {
      const name = `${stored.seq} ${stored.entry.id}`;
      const known = kept.get(name);
      if (known !== undefined) return known;
      // Several callers may wait for it, so the one who asked first cannot cancel it.
      const made = ofEntry(evaluate, stored.entry, { caller });
      kept.set(name, made);
      made.catch(() => kept.delete(name));
      return made;
    },
    async ofDescription({ entry }, bytes, request) {
      const known = new Map(entry.operations.flatMap((each) => namesOf(each).map((name) => [name, each] as const)));
      const evaluation = { bytes, atWork: atWork(entry, known), unseen: [] };
      return { basis: 'description', profile: readable(await evaluateBody(evaluation, request)) };
    },
  };
}

async function ofEntry(evaluate: EntryEvaluator, entry: Entry, request: JobRequest): Promise<EntryProfile> {
  return { basis: 'entry', profile: readable(await evaluate(entry, request)) };
}

/** Names under which a description may contain the operation. */
function namesOf({ name, binding }: Operation): string[] {
  if (binding.kind === 'http' && binding.operationId !== undefined) return [binding.operationId, name];
  return binding.kind === 'mcp' ? [binding.tool, name] : [name];
}

function readable(profile: ApiProfile | undefined): ApiProfile {
  if (profile !== undefined) return profile;
  const detail = 'is neither OpenAPI 3.x nor a tool list';
  throw new Failure('INVALID_INPUT', {
    message: 'The description cannot be evaluated.',
    fieldErrors: [{ field: 'document', pointer: '/document', code: 'profile/unreadable', detail }],
  });
}
