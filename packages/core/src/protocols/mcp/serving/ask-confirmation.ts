/**
 * Irreversible operations are confirmed by a person: a client of the stateless revision that can ask its user gets
 * the question as the result (multi round-trip request), and repeats the call with the answer and the token of the
 * preview.
 */
import type { JsonObject } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { Call } from '../../../gateway/call.js';
import { memberOf } from '../wire.js';
import type { ToolCalling } from './tool-calling.js';
import { refusalOf } from './tool-result.js';

/** Name of the question and of its answer. */
const question = 'confirmation';

/** Maximum characters of the input in the question. */
const maxShown = 1000;

/** Used instead of the token when the user declined; never a valid token. */
const refusedByUser = 'refused-by-user';

/** The question; undefined when this client cannot ask, the refusal when its user declined. */
export async function askForConfirmation(
  call: Call,
  { gateway, capabilities }: ToolCalling,
): Promise<JsonObject | undefined> {
  if (call.confirmation === refusedByUser) {
    const message = 'The user declined, so the call was not executed.';
    return refusalOf(call, new Failure('CONFIRMATION_REQUIRED', { message }));
  }
  // Do not ask again after a rejected token, which would loop forever.
  if (!isJsonObject(capabilities?.elicitation) || call.confirmation !== undefined) return undefined;
  const rehearsal: Call = { ...call, signal: call.signal, dryRun: true, facts: {} };
  delete rehearsal.idempotencyKey;
  const outcome = await gateway?.invoke(rehearsal);
  const preview = outcome?.kind === 'preview' ? outcome.preview : undefined;
  const token = preview?.confirmation?.token ?? rehearsal.headers?.['x-confirm'];
  if (token === undefined) return undefined;
  const input = JSON.stringify(call.input);
  const shown = input.length > maxShown ? `${input.slice(0, maxShown)}… (${input.length} characters)` : input;
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
            properties: {
              confirm: { type: 'boolean', title: 'Do it', description: 'Execute the call now. It cannot be undone.' },
            },
            required: ['confirm'],
          },
        },
      },
    },
    requestState: token,
  };
}

/**
 * The token of the preview when the user agreed, an invalid token for any other answer; undefined without an answer.
 */
export function confirmationGiven(params: JsonObject): string | undefined {
  const responses = memberOf(params, 'inputResponses');
  const state = memberOf(params, 'requestState');
  const answer = isJsonObject(responses) ? memberOf(responses, question) : undefined;
  if (!isJsonObject(answer) || typeof state !== 'string') return undefined;
  const agreed = answer.action === 'accept' && isJsonObject(answer.content) && answer.content.confirm === true;
  return agreed ? state : refusedByUser;
}
