/** The server's own secrets in memory. */
import type { SecretStore } from './secrets.js';

/** Keeps secrets in memory. */
export function createMemorySecrets(): SecretStore {
  const texts = new Map<string, string>();
  return {
    read: async (name) => texts.get(name),
    async add(name, text) {
      const kept = texts.get(name) ?? text;
      texts.set(name, kept);
      return kept;
    },
    async replace(name, from, to) {
      if (texts.get(name) !== from) return false;
      texts.set(name, to);
      return true;
    },
    remove: async (name, from) => texts.get(name) === from && texts.delete(name),
    names: async () => [...texts.keys()],
  };
}
