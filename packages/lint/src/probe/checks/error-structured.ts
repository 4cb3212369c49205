/** PROF-ERR-01: every observed error, from any layer of the stack, is Problem Details. */
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
  why: 'An agent can act on a structured error; an HTML page ends its task.',
  help: 'Return Problem Details (RFC 9457) for every error, including those of the framework.',
  needs: 'reads',
  async run({ seen, api }) {
    const errors = distinctErrors(seen, api.settings);
    return errors.length === 0 ? [open('no error was observed')] : errors.map(judge);
  },
};

function judge(exchange: Exchange): Outcome {
  const { type = '', json, status = 0 } = exchange.answer ?? {};
  const seen = { exchanges: [exchange] };
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return fails(`the body of the ${status} response is not a JSON object (${type || 'no content type'})`, seen);
  if (!type.endsWith('json')) return fails(`the ${status} response is JSON with ${type || 'no content type'}`, seen);
  const warning = { ...seen, severity: 'warning' as const };
  if (type !== 'application/problem+json') return fails(`the ${status} response is ${type}`, warning);
  const missing = members.filter((name) => !Object.hasOwn(json, name));
  if (missing.length > 0) return fails(`the ${status} response lacks ${missing.join(', ')}`, warning);
  if (json.status !== status)
    return fails(`the ${status} response has status ${String(json.status).slice(0, 20)} in its body`, warning);
  return holds(`the ${status} response is problem+json`, seen);
}
