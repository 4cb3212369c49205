/** PROF-ERR-01: errors are documented. */

import type { Api, ApiOperation } from '../../api/api.js';
import { isFreeText } from '../../api/free-text.js';
import { isHealthCheck, isReceiver, onlyRedirects } from '../../api/operation-facts.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

const unsaid = 'documents no error that callers can cause: no 4XX and no default response';
const refusals = 'Credentials are required, but no operation documents the response 401 or 403';

/** Operations without a documented error response. */
export const errorResponseMissing: Rule = {
  id: 'error-response-missing',
  requirement: 'PROF-ERR-01',
  severity: 'error',
  varies:
    'warning when no operation documents a rejected credential, and for a call without an id, a required parameter or a body that can be wrong; info for a call without credentials that has no inputs or only free text, since callers can hardly cause an error, where a 5xx is described as the fault of the caller, for a DELETE that the text calls idempotent, for HEAD without an id, for GraphQL, JSON-RPC and responses with both a success flag and an error, which report errors in the body, and for a link that always redirects; else error',
  message: '{fault}.',
  why: 'An agent that does not know the error format cannot recognize an error.',
  help: 'Add a 4XX or default response with the error schema.',
  ignoresWording: true,
  check(api, report) {
    if (hidesRefusals(api)) report('/paths', { fault: refusals }, { severity: 'warning' });
    for (const operation of api.exposed) {
      const { responses, label, pointer, path } = operation;
      if (isHealthCheck(path)) continue;
      if (!responses.some(({ status }) => status === 'default' || status.startsWith('4'))) {
        report(
          `${pointer}/responses`,
          { fault: `${label} ${unsaid}` },
          {
            severity:
              isExcused(operation) || hasEnvelope(api, operation)
                ? 'info'
                : canBeWrong(operation)
                  ? 'error'
                  : 'warning',
          },
        );
      }
    }
  },
  cases: {
    good: [
      { 'get /t': { responses: { '4XX': { description: 'No' } } } },
      { 'get /t': { responses: { default: { description: 'No' } } } },
      { 'get /readiness': { responses: { '200': { description: 'Ready' } } } },
    ],
    bad: [
      { 'get /t': { security: [{ key: [] }], responses: { '404': { description: 'No' } } } },
      { 'get /t': { responses: { '200': { description: 'Done' } } } },
    ],
  },
};

/** Something must be right: an id, a required parameter or a body. */
function canBeWrong({ path, parameters, body }: ApiOperation): boolean {
  return body !== undefined || path.includes('{') || parameters.some(({ required }) => required);
}

/** "Idempotent: deleting a profile that does not exist still returns 204." */
function isIdempotentDelete({ method, description = '' }: ApiOperation): boolean {
  return method === 'delete' && /\bidempotent\b|\bdoes(?: not|n['’]t) exist\b/i.test(description.slice(0, 2_000));
}

/** A caller can cause no error, or reads it elsewhere. */
function isExcused(operation: ApiOperation): boolean {
  return [takesNothing, isIdempotentDelete, onlyRedirects, isReceiver, blamesCaller, answersInBody].some((excuses) =>
    excuses(operation),
  );
}

/** JSON-RPC and GraphQL report errors with the status of a success. */
function answersInBody({ path, summary = '', description = '', responses }: ApiOperation): boolean {
  const texts = [summary, description.slice(0, 2_000), ...responses.map((each) => each.description ?? '')];
  return /\/(?:graphql|json-?rpc)\/?$/i.test(path) || /\bJSON-?RPC\b|\bGraphQL\b/i.test(texts.join('. '));
}

/** Actions on the whole service, which need no input. */
const bare =
  /\/(?:flush|reset|refresh|re-?(?:start|load|build|index)|start|stop|pause|resume|sync|trigger|ping|shutdown|logout|clear|purge|next|previous|play|toggle|open|close|up|down|left|right|home|on|off|(?:update|refresh|sync|rebuild|reload|flush|clear|purge|trigger|run|start|stop)[-_][\w-]+)\/?$/i;

/** `{"success": false, "error": "…"}`: the body of a success reports the error too. */
function hasEnvelope(api: Api, { output }: ApiOperation): boolean {
  if (output === undefined) return false;
  const names = [...api.properties(output).keys()].map((name) => tokensOf(name).join(' '));
  return (
    names.some((name) => /^(?:is )?(?:success|successful|ok|succeeded|status|code|result)$/.test(name)) &&
    names.some((name) => /^(?:errors?|error (?:message|code|msg|details?))$/.test(name))
  );
}

/** Neither credentials nor inputs that must be right: every input is optional, or the response has no body. */
function takesNothing(operation: ApiOperation): boolean {
  const { method, path, parameters, body, security = [] } = operation;
  // Some generators write "no credentials" as a scheme that is called none.
  const needed = security.some((each) =>
    Object.keys(each).some((name) => !/^(?:none|no_?auth|anonymous)$/i.test(name)),
  );
  if (method === 'options') return true;
  if (method === 'head') return !path.includes('{');
  if (needed || body !== undefined) return false;
  // The body of a creation is often not described; "flush" and "next" take nothing.
  const isSilent =
    parameters.length === 0 && (method === 'post' || method === 'put') && !path.includes('{') && bare.test(path);
  return isSilent || (method === 'get' && parameters.every((each) => !each.required || isFreeText(operation, each)));
}

/** "500: the id is null or does not exist": the error is documented, under another status. */
function blamesCaller({ responses }: ApiOperation): boolean {
  const fault =
    /\b(?:invalid|malformed|missing|not (?:be )?found|(?:does|do|did) ?n[o'’]t exist|is `?null|bad request|unauthori[sz]ed|not (?:allowed|permitted|valid))\b/i;
  return responses.some(({ status, description = '' }) => status.startsWith('5') && fault.test(description));
}

/** Errors are documented, but none that says that a credential is missing or does not suffice. */
function hidesRefusals({ operations, exposed }: Api): boolean {
  const needed = exposed.some(({ security = [] }) => security.some((each) => Object.keys(each).length > 0));
  const known = new Set(operations.flatMap(({ responses }) => responses.map(({ status }) => status.toUpperCase())));
  const isAny = [...known].some((status) => status.startsWith('4'));
  return needed && isAny && !['401', '403', '4XX', 'DEFAULT'].some((status) => known.has(status));
}
