/** PROF-SIG-02: a warning in prose is not a machine-readable signal. */
import type { ApiOperation } from '../../api/api.js';
import { hasPreview } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';

/** Words in a path or a header name are not warnings. */
const cautions =
  /(?<![\w/-])(?:carefully|with caution|be careful|use sparingly|(?:is|very) dangerous|dangerous (?:operation|action|call|method|endpoint|request)|try again later|at your own risk)\b/i;

/** Warnings that are only in prose. */
export const proseOnlyCaution: Rule = {
  id: 'prose-only-caution',
  requirement: 'PROF-SIG-02',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  message: '{operation} warns only in its text: "{words}".',
  why: 'An agent cannot act on a warning text; it can act on risk metadata, a dry run, or a retry delay.',
  help: 'Declare x-agent.risk, offer a dry run, or document Retry-After.',
  check(api, report) {
    for (const operation of api.exposed) {
      const found = cautions.exec(operation.description ?? '');
      // A read can do no harm: there the words are about how to understand the data, unless they ask for a delay.
      if (found === null || (operation.kinds.read && !/later|sparing/i.test(found[0]))) continue;
      if (operation.agent.risk || hasPreview(api, operation)) continue;
      if (retries(operation) || isAcknowledged(operation)) continue;
      report(`${operation.pointer}/description`, { operation: operation.label, words: found[0] });
    }
  },
  cases: {
    good: [
      { 'post /wipe': { description: 'Wipes the disk. Be careful.', 'x-agent': { risk: { irreversible: true } } } },
      { 'post /wipe': { description: 'Wipes the disk.' } },
      { 'get /holdings': { description: 'Totals of all accounts. Be careful, an address may belong to several.' } },
      { 'get /ips': { description: 'Detects dangerous addresses.' } },
      { 'delete /d/dangerous': { description: 'Send it to `/d/dangerous` with the header `X-Dangerous`.' } },
      {
        'delete /d': {
          description: 'Use it with caution.',
          parameters: [{ name: 'X-Sure', in: 'header', required: true, description: 'Acknowledge the loss.' }],
        },
      },
    ],
    bad: [{ 'post /wipe': { description: 'Wipes the disk. Be careful.' } }],
  },
};

function retries({ responses }: ApiOperation): boolean {
  return responses.some(({ headers }) => headers.includes('retry-after'));
}

/** The caller must send a value that confirms the risk. */
function isAcknowledged({ parameters }: ApiOperation): boolean {
  return parameters.some(
    ({ in: place, required, name, description }) =>
      required && place !== 'path' && /\b(?:acknowledge|confirm)/i.test(`${name} ${description ?? ''}`),
  );
}
