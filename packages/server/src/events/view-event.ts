/** What one reader sees of an event: all of it, its own part, or nothing. */
import type { Caller } from '@dragoman/core/engine';
import { canSee, maySeeApproval } from '@dragoman/core/engine';
import type { EntryEvent, LiveEvent, OmittedCallsEvent } from '@dragoman/model';
import type { EventDraft } from './event.js';

/** The event as this caller may see it; undefined when it may not. */
export function viewEvent({ event, audience }: EventDraft, caller: Caller): LiveEvent | undefined {
  const isAdmin = caller.scopes.includes('admin');
  switch (audience.kind) {
    case 'readers':
      return event;
    case 'admin':
      return isAdmin ? event : undefined;
    case 'subject':
      return isAdmin || isSubject(caller, audience.subject) ? event : undefined;
    case 'approval':
      return maySeeApproval(caller, audience) ? event : undefined;
    case 'callers':
      return isAdmin ? event : ownCalls(event as OmittedCallsEvent, caller);
    case 'entry':
      return viewEntry(event as EntryEvent, audience, caller);
  }
}

/** Anonymous callers share one subject, so it identifies nobody. */
function isSubject({ kind, subject }: Caller, wanted: string): boolean {
  return kind !== 'anonymous' && subject === wanted;
}

function ownCalls(event: OmittedCallsEvent, caller: Caller): OmittedCallsEvent | undefined {
  const groups = event.groups.filter((group) => isSubject(caller, group.caller));
  return groups.length === 0 && !event.incomplete ? undefined : { ...event, groups };
}

/** A service that becomes visible to the reader is added for it, and one that is hidden from it is removed. */
function viewEntry(
  event: EntryEvent,
  { before, after }: { before?: Parameters<typeof canSee>[1]; after?: Parameters<typeof canSee>[1] },
  caller: Caller,
): EntryEvent | undefined {
  const saw = before !== undefined && canSee(caller, before);
  const sees = after !== undefined && canSee(caller, after);
  const { at, service } = event;
  if (sees) return { ...event, type: saw ? 'entry.changed' : 'entry.added' };
  return saw ? { type: 'entry.removed', at, service } : undefined;
}
