/**
 * `confirm_call`: makes a call that was refused because it needs a confirmation, for clients that cannot ask their user
 * and send no `_meta`. The store keeps the refused call under its token, which the gateway then checks like any other:
 * it is valid once, for this caller, operation and arguments.
 */
import type { JsonObject } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { SessionStore } from '../../../catalogue/sessions.js';
import type { Clock } from '../../../documents/host.js';
import { memberOf } from '../wire.js';
import type { McpTool, WaitingCall } from './root.js';
import type { SessionScope } from './sessions.js';

/** Name of the tool. */
export const confirmCallName = 'confirm_call';

/** The refused calls of all callers. */
export interface WaitingCalls {
  /** Keeps a call of this caller at this endpoint as long as its token is valid; otherwise returns why it is not kept. */
  keep(
    token: string,
    call: WaitingCall,
    until: { scope: SessionScope; expiresAt: string },
  ): Promise<'too large' | 'too many' | undefined>;
  /** The call; undefined when there is none for this caller at this endpoint, or it has expired. */
  find(token: string, scope: SessionScope): Promise<WaitingCall | undefined>;
}

/** Dependencies. */
export interface WaitingCallPorts {
  sessions: Pick<SessionStore, 'read' | 'change' | 'count'>;
  clock: Clock;
}

/** No entry has this id, and no caller this name. */
const board = 'mcp waiting calls';

/** Maximum number of calls that wait for one caller, and of characters of the arguments of one. */
export const maxWaiting = 200;
const maxArguments = 500_000;

/** Maximum length of a token. */
const maxToken = 90;

/** Creates the list. */
export function createWaitingCalls({ sessions, clock }: WaitingCallPorts): WaitingCalls {
  const now = () => new Date(clock.now()).toISOString();
  const scopeText = ({ subject, prefix, id }: SessionScope) => JSON.stringify([subject, prefix, id]);
  return {
    async keep(token, { tool, arguments: given, options }, { scope, expiresAt }) {
      if (JSON.stringify(given).length > maxArguments) return 'too large';
      const owner = `${board} ${scope.subject}`;
      if ((await sessions.count(owner, now())) >= maxWaiting) return 'too many';
      const id = `${board} ${token}`;
      const document = { scope: scopeText(scope), tool, arguments: given, options: { ...options } };
      await sessions.change(id, () => ({ id, entryId: board, owner, document, expiresAt }), now());
      return undefined;
    },
    async find(token, scope) {
      const record = await sessions.read(`${board} ${token}`, now());
      if (record === undefined || record.document.scope !== scopeText(scope)) return undefined;
      const { tool, arguments: given, options } = record.document;
      return { tool: String(tool), arguments: given as JsonObject, options: options as WaitingCall['options'] };
    },
  };
}

const listed: JsonObject = {
  name: confirmCallName,
  title: 'Confirm a call',
  description:
    'Executes a call of another tool that was refused because it requires a confirmation. Use it only after the user ' +
    'has agreed to what the refusal describes, with the token of the refusal. A token is valid once, for that call.',
  inputSchema: {
    type: 'object',
    required: ['token'],
    properties: { token: { type: 'string', description: 'Token of the refusal.', maxLength: maxToken } },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

/** The tool. */
export function createConfirmTool(calls: WaitingCalls): McpTool {
  return {
    name: confirmCallName,
    listed,
    async confirms(given, scope) {
      const token = memberOf(given, 'token');
      const odd = Object.keys(given).find((name) => name !== 'token');
      if (odd !== undefined)
        throw wrong(odd.slice(0, 80), 'is unknown; the token stands for the call with its arguments');
      if (typeof token !== 'string' || token === '' || token.length > maxToken) {
        throw wrong('token', 'must be the token of a refused call');
      }
      const found = await calls.find(token, scope);
      if (found !== undefined && isJsonObject(found.arguments)) return { ...found, token };
      throw new Failure('CONFIRMATION_REQUIRED', {
        message: 'No call waits for this token: it has expired, or belongs to another caller or endpoint.',
        help: 'Call the tool itself again; the refusal has a new token.',
      });
    },
  };
}

function wrong(field: string, detail: string): Failure {
  return new Failure('INVALID_INPUT', {
    message: "The only argument is 'token', the token of a refused call.",
    fieldErrors: [{ field, pointer: `/${field}`, code: 'request/argument', detail }],
  });
}
