/**
 * A call that requires a confirmation. A client that can ask its user is asked: in the stateless revision by the result
 * (multi round-trip request), in a session by a request on the stream of the call. For other clients the refusal says
 * what would happen and how to confirm it with `confirm_call`.
 */
import type { Failure, JsonObject, JsonValue } from '@dragoman/model';
import { changeFailure, escapeJson, isJsonObject, visibleText } from '@dragoman/model';
import type { Call, Outcome, Preview } from '../../../gateway/call.js';
import type { ClientQuestion } from '../../../gateway/client-line.js';
import { writePreview } from '../../../transport/call-answer.js';
import { memberOf, ownMeta } from '../wire.js';
import { scopeOf } from './exchange.js';
import type { ToolCallOptions } from './root.js';
import type { ToolCalling } from './tool-calling.js';
import { refusalOf } from './tool-result.js';
import { confirmCallName, maxWaiting } from './waiting-calls.js';

/** Name of the question and of its answer. */
export const question = 'confirmation';

/** Maximum characters of the input in the question. */
const maxShown = 1000;

/** Maximum characters of the input, and steps of a workflow, in a refusal. */
const maxRefused = 400;
const maxSteps = 5;

/** True when the client says that it can ask its user with a form. */
export function canAskUser({ capabilities }: Pick<ToolCalling, 'capabilities'>): boolean {
  const elicitation = capabilities?.elicitation;
  return isJsonObject(elicitation) && isJsonObject(elicitation.form);
}

/** The question to the user, and the token that is valid with the answer. */
export interface Confirmation {
  question: ClientQuestion;
  token: string;
}

/** The question; undefined when this client cannot ask. */
export async function confirmationFor(call: Call, calling: ToolCalling): Promise<Confirmation | undefined> {
  // Do not ask again after a rejected token, which would loop forever.
  if (!canAskUser(calling) || call.confirmation !== undefined) return undefined;
  const { token, outcome } = await rehearse(call, calling, 'asking');
  if (token === undefined) return undefined;
  const preview = outcome?.kind === 'preview' ? outcome.preview : undefined;
  const effect = `It ${kindOf(call, preview)}.`;
  const message = `Call '${nameOf(call)}' of ${call.agentId}? ${effect} Input: ${shorten(call.input, maxShown)}`;
  const confirm = { type: 'boolean', title: 'Do it', description: `Execute the call now. ${effect}` };
  const requestedSchema = { type: 'object', properties: { confirm }, required: ['confirm'] };
  return { token, question: { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } } };
}

/** The question as the result of a stateless request. */
export function askInResult({ question: asked, token }: Confirmation): JsonObject {
  return { resultType: 'input_required', inputRequests: { [question]: { ...asked } }, requestState: token };
}

/** The token of the question and the user's answer in a repeated stateless request. */
export function answerGiven(params: JsonObject): Pick<ToolCallOptions, 'confirmation' | 'elicited'> {
  const responses = memberOf(params, 'inputResponses');
  const state = memberOf(params, 'requestState');
  const answer = isJsonObject(responses) ? memberOf(responses, question) : undefined;
  return isJsonObject(answer) && typeof state === 'string' ? readAnswer(answer, state) : {};
}

/** The options of the call after the user's answer: everything but an explicit yes is a decline. */
export function readAnswer(answer: JsonObject, token: string): Pick<ToolCallOptions, 'confirmation' | 'elicited'> {
  const agreed = answer.action === 'accept' && isJsonObject(answer.content) && answer.content.confirm === true;
  return { confirmation: token, elicited: agreed ? 'accepted' : 'declined' };
}

const anew = 'Call the tool again without a confirmation; the refusal has a new token.';
const byMeta = `Call the tool with "${ownMeta}dry_run": true in _meta, check the preview, then call it again with its token as "${ownMeta}confirmation".`;

const tooMany = `${maxWaiting} of your calls wait for a confirmation; confirm them, or call the tool again when they have expired.`;

/** The refusal of a call without a valid confirmation, for the model of a client that cannot ask its user. */
export async function refuseUnconfirmed(call: Call, calling: ToolCalling, failure: Failure): Promise<JsonObject> {
  const { waitingCalls, called, context, root, hasConfirmTool } = calling;
  if (call.confirmation !== undefined || called === undefined) {
    return refusalOf(call, changeFailure(failure, { help: anew }));
  }
  if (waitingCalls === undefined || hasConfirmTool !== true) {
    return refusalOf(call, changeFailure(failure, { help: byMeta }));
  }
  const { token, expiresAt, outcome } = await rehearse(call, calling, undefined);
  if (token === undefined || expiresAt === undefined) return refusalOf(call, changeFailure(failure, { help: byMeta }));
  const refused = await waitingCalls.keep(token, called, { scope: scopeOf(root, context), expiresAt });
  if (refused !== undefined) {
    return refusalOf(call, changeFailure(failure, { help: refused === 'too many' ? tooMany : byMeta }));
  }
  const preview = outcome?.kind === 'preview' ? outcome.preview : undefined;
  const said = outcome?.kind === 'answer' && outcome.body !== undefined ? shorten(outcome.body, maxShown) : undefined;
  const message = `Nothing was executed yet: ${effectOf(call, preview)}`;
  const help = `If the user agrees to it, call ${confirmCallName} with {"token": "${token}"} before ${expiresAt}; it executes exactly this call, once.`;
  const refusal = refusalOf(call, changeFailure(failure, { message, help, ...(said === undefined ? {} : { said }) }));
  const confirmation = { tool: confirmCallName, token, expires_at: expiresAt };
  const meta = {
    ...(refusal._meta as JsonObject),
    [`${ownMeta}confirm`]: confirmation,
    ...(preview === undefined ? {} : { [`${ownMeta}preview`]: writePreview(preview) }),
  };
  return { ...refusal, _meta: meta };
}

/** What the call would do, in one sentence. */
function effectOf(call: Call, preview: Preview | undefined): string {
  const what = `'${nameOf(call)}' of ${call.agentId}`;
  const input = `with the input ${shorten(call.input, maxRefused)}`;
  if (preview === undefined) return `${what} requires a confirmation; it would be called ${input}.`;
  const { method, target, steps = [] } = preview;
  const names = steps.slice(0, maxSteps).map(({ operation }) => operation);
  const more = steps.length > maxSteps ? ` and ${steps.length - maxSteps} more` : '';
  const binding = call.target?.operation.binding;
  const verb = binding?.kind === 'mcp' ? `the tool '${binding.tool}' of` : method;
  const calls = names.length === 0 ? `${verb} ${target.slice(0, maxRefused)}` : `${names.join(', ')}${more}`;
  return `${what} ${kindOf(call, preview)}. It would call ${calls} ${input}.`;
}

/** Why the call requires a confirmation; a preview of the service itself does not say. */
function kindOf({ target }: Call, preview: Preview | undefined): string {
  const impact = preview?.impact ?? target?.operation.impact;
  if (impact === undefined) return 'requires a confirmation';
  return impact === 'irreversible' ? 'cannot be undone' : `requires a confirmation (impact: ${impact})`;
}

interface Rehearsal {
  token: string | undefined;
  expiresAt: string | undefined;
  outcome: Outcome | undefined;
}

/** The preview of the call and its token. */
async function rehearse(call: Call, calling: ToolCalling, elicited: 'asking' | undefined): Promise<Rehearsal> {
  const rehearsal: Call = { ...call, signal: call.signal, dryRun: true, facts: {} };
  delete rehearsal.idempotencyKey;
  delete rehearsal.elicited;
  if (elicited !== undefined) rehearsal.elicited = elicited;
  const outcome = await calling.gateway?.invoke(rehearsal);
  const given = outcome?.kind === 'preview' ? outcome.preview.confirmation : undefined;
  return {
    token: given?.token ?? rehearsal.headers?.['x-confirm'],
    expiresAt: given?.expiresAt ?? rehearsal.headers?.['x-confirm-expires'],
    outcome,
  };
}

function nameOf({ target, operationName = '' }: Call): string {
  return target?.operation.name ?? operationName;
}

function shorten(value: JsonValue, most: number): string {
  const text = typeof value === 'string' ? visibleText(value) : escapeJson(JSON.stringify(value));
  return text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text;
}
