/** Descriptions that somebody else than the provider wrote. */
import { isJsonObject } from '@dragoman/model';
import type { Api } from './api.js';

/** "Unofficial documentation": its author describes what the API does, and can neither know nor change the rest. */
export function isUnofficial({ root }: Api): boolean {
  const { title = '', description = '' } = isJsonObject(root.info) ? root.info : {};
  const text = `${String(title)}. ${String(description).slice(0, 2_000)}`;
  return /\bun-?official\b|\breverse[- ]engineer|\bnot (?:affiliated|endorsed|associated)\b/i.test(text);
}
