/** Recognizes UUIDs, which ids of tools are and names of people are not. */

const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** True for a UUID of any version, in either case. */
export function isUuid(text: string): boolean {
  return pattern.test(text);
}
