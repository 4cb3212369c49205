/** PROF-ERR-01: every error that was met, whoever in the stack made it, is Problem Details. */
import { type Check, fails, holds, type Outcome, open } from '../check.js';
import { distinctErrors } from '../distinct-errors.js';
import type { Exchange } from '../exchange.js';

const members = ['type', 'title', 'status', 'detail'];

/** Errors are structured. */
export const errorStructured: Check = {
  id: 'error-structured',
  requirement: 'PROF-ERR-01',
  severity: 'error',
  title: 'Every error is application/problem+json with type, title, status and detail',
  why: 'An agent acts on an error that it can read; a page of HTML ends its task.',
  help: 'Answer every error with Problem Details (RFC 9457), those of the framework included.',
  needs: 'reads',
  async run({ seen, api }) {
    const errors = distinctErrors(seen, api.settings);
    return errors.length === 0 ? [open('no error was met')] : errors.map(judge);
  },
};

function judge(exchange: Exchange): Outcome {
  const { type = '', json, status = 0 } = exchange.answer ?? {};
  const seen = { exchanges: [exchange] };
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return fails(`${status} has no JSON object as its body (${type || 'no type'})`, seen);
  if (!type.endsWith('json')) return fails(`${status} is JSON and says ${type || 'nothing of its type'}`, seen);
  const warning = { ...seen, severity: 'warning' as const };
  if (type !== 'application/problem+json') return fails(`${status} is ${type}`, warning);
  const missing = members.filter((name) => !Object.hasOwn(json, name));
  if (missing.length > 0) return fails(`${status} has no ${missing.join(', ')}`, warning);
  if (json.status !== status)
    return fails(`${status} says status ${String(json.status).slice(0, 20)} in its body`, warning);
  return holds(`${status} is problem+json`, seen);
}
