/** Reads the body of a decision; reports every problem at once. */
import type { ApprovalDecision } from '@dragoman/core/engine';
import type { FieldError, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { fault, invalidBody, refuseUnknown } from '../request-faults.js';

/** Maximum characters of a note. */
export const maxNoteLength = 1000;

/** Reads the decision; throws `INVALID_INPUT` with all problems. */
export function readDecision(body: JsonValue): ApprovalDecision {
  const faults: FieldError[] = [];
  if (!isJsonObject(body)) throw invalidBody([fault('', '', 'must be an object')]);
  refuseUnknown(body, ['decision', 'note'], '', faults);
  const decision = (['approve', 'decline'] as const).find((each) => each === body.decision);
  if (decision === undefined) faults.push(fault('decision', '/decision', 'must be approve or decline'));
  const { note } = body;
  const isNote = typeof note === 'string' && note.trim() !== '' && note.length <= maxNoteLength;
  if (note !== undefined && !isNote) {
    faults.push(fault('note', '/note', `must be a string of 1 to ${maxNoteLength} characters`));
  }
  if (decision === undefined || faults.length > 0) throw invalidBody(faults);
  return { decision, ...(isNote ? { note } : {}) };
}
