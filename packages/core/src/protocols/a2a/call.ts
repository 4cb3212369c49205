/**
 * Calls skills of remote agents: the input is sent as a message, and the call ends when the agent has answered or its
 * task has ended. The agent is asked to return its task at once, because a task can be polled and canceled only by its
 * id: it is canceled when the call is, when the caller disconnects, and when the time is up.
 */
import type { A2aBinding } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { BindingCaller, Call, Outcome, Target, TargetedCall, UpstreamLine } from '../../gateway/call.js';
import type { PreparedCall } from '../../gateway/prepared-call.js';
import { eventStreamType } from '../../gateway/relay-stream.js';
import { sendRequest, taskRequest } from './call-request.js';
import { relayEvents } from './call-stream.js';
import type { Conversation, ConversationIds } from './conversation-ids.js';
import type { FollowPorts } from './follow-task.js';
import { cancelTask, endTask, followTask, offers, read } from './follow-task.js';
import { createGrpcLine } from './grpc/grpc-line.js';
import { createStartSignal } from './start-signal.js';

/** Dependencies of the A2A caller. */
export interface A2aCallerOptions extends FollowPorts {
  /** Origins of this gateway; an agent at one of them would cause a call loop. */
  ownOrigins: readonly string[];
  /** Creates a message id. */
  newId: () => string;
  /** Binds ids of remote tasks to their callers. */
  ids: ConversationIds;
}

/** Creates the caller for operations that were imported from skills. */
export function createA2aCaller(options: A2aCallerOptions): BindingCaller {
  return {
    kind: 'a2a',
    prepare(target, call) {
      const binding = bindingOf(target);
      refuseLoop(binding.agent, options.ownOrigins);
      const streamed = call.wantsStream && offers(target, 'streaming');
      const conversation = conversationOf(options, binding, call, target);
      if (call.endsTask === true) return taskRequest(binding, 'cancel', conversation.place.taskId ?? '');
      return sendRequest({ target, binding, call, conversation, newId: options.newId, streamed });
    },
    converse: (call, prepared, line) => converse(options, call, { prepared, line }),
  };
}

function bindingOf({ operation }: Target): A2aBinding {
  if (operation.binding.kind !== 'a2a') throw new Error('the A2A caller received an operation with another binding');
  return operation.binding;
}

/** Skills with schemas have no conversations; a member of their input with such a name is their own. */
function conversationOf(
  { ids }: A2aCallerOptions,
  { structured }: A2aBinding,
  { caller, input }: Call,
  { stored }: Target,
): Conversation {
  return ids.open({ subject: caller.subject, entryId: stored.entry.id }, structured === true ? null : input);
}

function refuseLoop(agent: string, ownOrigins: readonly string[]): void {
  if (!URL.canParse(agent)) throw new Failure('UPSTREAM_REFUSED', { message: 'The agent has no URL.' });
  const { origin } = new URL(agent);
  if (ownOrigins.some((own) => URL.canParse(own) && new URL(own).origin === origin)) {
    throw new Failure('UPSTREAM_REFUSED', { message: "The agent's URL points back to this gateway." });
  }
}

interface Talk {
  prepared: PreparedCall;
  line: UpstreamLine;
}

async function converse(options: A2aCallerOptions, call: TargetedCall, talk: Talk): Promise<Outcome> {
  const { prepared } = talk;
  const binding = bindingOf(call.target);
  const line = binding.transport === 'GRPC' ? createGrpcLine(talk.line) : talk.line;
  const conversation = conversationOf(options, binding, call, call.target);
  if (call.endsTask === true) return endTask(call, { binding, conversation, line }, prepared);
  const start = createStartSignal(call.signal, () => line.departed);
  const response = await line.send(prepared, { signal: start.signal });
  if (response.mediaType === eventStreamType && response.status < 300) {
    const leave = (taskId: string) => cancelTask(call, { binding, line, taskId });
    return relayEvents({ binding, response, conversation, start, endTask: leave }, call);
  }
  const exchange = { binding, conversation, line };
  const first = await read(exchange, response, call);
  start.release();
  return first.kind === 'done' ? first.outcome : await followTask(options, call, { ...exchange, running: first });
}
