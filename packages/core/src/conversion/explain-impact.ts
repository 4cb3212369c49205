/** Why an operation has its impact, for people. */
import type { Operation } from '@dragoman/model';
import { deriveConduct } from '../documents/derive-conduct.js';

const methods: Readonly<Record<string, string>> = {
  GET: 'GET only reads',
  HEAD: 'HEAD only reads',
  OPTIONS: 'OPTIONS only reads',
  TRACE: 'TRACE only reads',
  QUERY: 'QUERY only reads',
  DELETE: 'DELETE removes what it names',
  PUT: 'PUT replaces a state, which another PUT can restore',
};

/** One sentence; it does not repeat the impact itself. */
export function explainImpact({ impact, derived, binding, summary, description, effects }: Operation): string {
  if (effects?.chosen.impact !== undefined) {
    const { impact: described } = effects.described;
    return `Set by a person; the description ${described === undefined ? 'does not state it' : `makes it ${described}`}.`;
  }
  if (impact === undefined) {
    return 'The description does not state it; a policy with a maximum impact excludes the operation.';
  }
  if (!derived.includes('impact')) {
    return binding.kind === 'mcp' ? 'Stated by the annotations of the tool.' : 'Stated by the description.';
  }
  if (binding.kind !== 'http') return 'Derived; the description does not state it.';
  const method = binding.method.toUpperCase();
  const { operationId: name, urlTemplate: path } = binding;
  const { reason, unread } = deriveConduct({ method, path, name, summary, description });
  if (unread === true) {
    return `Derived with care, since the description does not state it and its text is in an unsupported language: ${reason ?? 'only the method counts'}.`;
  }
  if (reason !== undefined) return `Derived from the words of the description, since it does not state it: ${reason}.`;
  const rule = methods[method] ?? `${method} changes something, and nothing says that it cannot be undone`;
  return `Derived from the HTTP method, since the description does not state it: ${rule} (RFC 9110 §9.2).`;
}
