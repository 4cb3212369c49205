/** What the impact of an operation means, in words. */
import type { CallPreview } from '@dragoman/sdk';

/** The meaning of each impact. */
export const impactMeanings: Readonly<Record<CallPreview['impact'], string>> = {
  informational: 'it only reads',
  reversible: 'it can be undone',
  irreversible: 'it cannot be undone',
  unknown: 'the provider does not declare its effects',
};
