/** Recognizes ids that nobody chose: UUIDs, and ids of services that end with digits of their identity. */

const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** True for a UUID of any version, in either case. */
export function isUuid(text: string): boolean {
  return pattern.test(text);
}

/** True for the id of a service that was derived from its description: `stripe-api-b125bc19`, or a UUID. */
export function isDerivedId(id: string): boolean {
  return /-[0-9a-f]{8}$/.test(id) || isUuid(id);
}
