/**
 * What cannot be undone is confirmed by a person: a client of the stateless revision that can ask its user gets the
 * question as the result (multi round-trip request), and sends the call again with the answer and the token of the preview.
 */
import type { JsonObject } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { Call } from '../../../gateway/call.js';
import { memberOf } from '../wire.js';
import type { ToolCalling } from './tool-calling.js';
import { refusalOf } from './tool-result.js';

/** Name of the question and of its answer. */
const question = 'confirmation';

/** Characters of the input that the question shows. */
const mostShown = 1000;

/** Stands in the place of the token when somebody was asked and did not agree; no preview ever gives it. */
const refusedByUser = 'refused-by-user';

/** The question; undefined when this client cannot ask, the refusal itself when its user has refused. */
export async function askForConfirmation(
  call: Call,
  { gateway, capabilities }: ToolCalling,
): Promise<JsonObject | undefined> {
  if (call.confirmation === refusedByUser) {
    const message = 'The user was asked and did not agree, so nothing was done.';
    return refusalOf(call, new Failure('CONFIRMATION_REQUIRED', { message }));
  }
  // A token that was not taken is not asked for again: somebody would be asked for ever.
  if (!isJsonObject(capabilities?.elicitation) || call.confirmation !== undefined) return undefined;
  const rehearsal: Call = { ...call, signal: call.signal, dryRun: true, facts: {} };
  delete rehearsal.idempotencyKey;
  const outcome = await gateway?.invoke(rehearsal);
  const preview = outcome?.kind === 'preview' ? outcome.preview : undefined;
  const token = preview?.confirmation?.token ?? rehearsal.headers?.['x-confirm'];
  if (token === undefined) return undefined;
  const input = JSON.stringify(call.input);
  const shown = input.length > mostShown ? `${input.slice(0, mostShown)}… (${input.length} characters)` : input;
  const operation = call.target?.operation.name ?? call.operationName ?? '';
  const message = `Call '${operation}' of ${call.agentId}? It cannot be undone. Input: ${shown}`;
  return {
    resultType: 'input_required',
    inputRequests: {
      [question]: {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message,
          requestedSchema: {
            type: 'object',
            properties: { confirm: { type: 'boolean', title: 'Do it', description: 'Call it now, for good.' } },
            required: ['confirm'],
          },
        },
      },
    },
    requestState: token,
  };
}

/** The token of the preview when the user said yes, and a word that is no token for any other answer; undefined without one. */
export function confirmationGiven(params: JsonObject): string | undefined {
  const responses = memberOf(params, 'inputResponses');
  const state = memberOf(params, 'requestState');
  const answer = isJsonObject(responses) ? memberOf(responses, question) : undefined;
  if (!isJsonObject(answer) || typeof state !== 'string') return undefined;
  const agreed = answer.action === 'accept' && isJsonObject(answer.content) && answer.content.confirm === true;
  return agreed ? state : refusedByUser;
}
