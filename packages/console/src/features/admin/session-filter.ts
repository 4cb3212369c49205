/** Which sessions and people are shown. */
import type { LoginSession, User } from '@dragoman/sdk';

function matches(values: readonly (string | undefined)[], text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const all = values.join('\n').toLowerCase();
  return words.every((word) => all.includes(word));
}

/** True when every word is in the session. */
export function matchesSession(
  { subject, user_agent: agent, key_id: key, method }: LoginSession,
  text: string,
): boolean {
  return matches([subject, agent, key, method], text);
}

/** True when every word is in the person. */
export function matchesUser(
  { subject, name, claimed_scopes: claimed, granted_scopes: granted }: User,
  text: string,
): boolean {
  return matches([subject, name, ...claimed, ...granted], text);
}
