/** How drafts of workflows are kept: as the text of an Arazzo document. */

/** The kind of the drafts. */
export const draftKind = 'workflow';

/** True for the text of a draft. */
export function isText(value: unknown): value is string {
  return typeof value === 'string';
}
