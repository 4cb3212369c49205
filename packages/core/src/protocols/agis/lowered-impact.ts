/** Compares the declared impact of an endpoint with what its method, intent and HTTP request show. */
import type { Operation } from '@dragoman/model';
import { deriveConduct } from '../../documents/derive-conduct.js';
import { generatedName } from '../../documents/endpoint-name.js';

/** The declared impact, and the certain evidence for a higher one; undefined when there is no such evidence. */
export function loweredImpact({
  impact,
  derived,
  binding,
  verb = '',
  path = '',
  summary,
  description,
}: Operation): { declared: string; reason: string } | undefined {
  if (impact === undefined || impact === 'irreversible' || derived.includes('impact')) return undefined;
  // An AGIS call is a POST; what its method does is in its name.
  const method = binding.kind === 'http' ? binding.method.toUpperCase() : 'POST';
  const shown = deriveConduct({ method, path, name: generatedName(verb, path), summary, description });
  const { reason = `is a ${method} request` } = shown;
  const isCertain = shown.impact === 'irreversible' && shown.guessed !== true && shown.unread !== true;
  return isCertain ? { declared: impact, reason } : undefined;
}
