/**
 * Irreversible operations are confirmed by a person: a client of the stateless revision that can ask its user gets
 * the question as the result (multi round-trip request), and repeats the call with the answer and the token of the
 * preview.
 */
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Call } from '../../../gateway/call.js';
import { memberOf } from '../wire.js';
import type { ToolCallOptions } from './root.js';
import type { ToolCalling } from './tool-calling.js';

/** Name of the question and of its answer. */
const question = 'confirmation';

/** Maximum characters of the input in the question. */
const maxShown = 1000;

/** True when the client of a stateless request says that it can ask its user. */
export function canAskUser({ capabilities }: Pick<ToolCalling, 'capabilities'>): boolean {
  return isJsonObject(capabilities?.elicitation);
}

/** The question; undefined when this client cannot ask. */
export async function askForConfirmation(call: Call, calling: ToolCalling): Promise<JsonObject | undefined> {
  // Do not ask again after a rejected token, which would loop forever.
  if (!canAskUser(calling) || call.confirmation !== undefined) return undefined;
  const rehearsal: Call = { ...call, signal: call.signal, dryRun: true, elicited: 'asking', facts: {} };
  delete rehearsal.idempotencyKey;
  const outcome = await calling.gateway?.invoke(rehearsal);
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

/** The token of the question and the user's answer: everything but an explicit yes is a decline. */
export function answerGiven(params: JsonObject): Pick<ToolCallOptions, 'confirmation' | 'elicited'> {
  const responses = memberOf(params, 'inputResponses');
  const state = memberOf(params, 'requestState');
  const answer = isJsonObject(responses) ? memberOf(responses, question) : undefined;
  if (!isJsonObject(answer) || typeof state !== 'string') return {};
  const agreed = answer.action === 'accept' && isJsonObject(answer.content) && answer.content.confirm === true;
  return { confirmation: state, elicited: agreed ? 'accepted' : 'declined' };
}
