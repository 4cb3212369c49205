/**
 * How a skill of somebody's agent is called: its input goes as a message, and the call ends when the agent has answered
 * or its task has. A task that takes long is asked for until it ends, and is ended when its caller leaves.
 */
import type { A2aBinding } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { BindingCaller, Outcome, Target, TargetedCall, UpstreamLine } from '../../gateway/call.js';
import type { PreparedCall } from '../../gateway/prepared-call.js';
import { eventStreamType } from '../../gateway/relay-stream.js';
import { sendRequest } from './call-request.js';
import { relayEvents } from './call-stream.js';
import type { FollowPorts } from './follow-task.js';
import { cancelTask, followTask, offers, read } from './follow-task.js';

/** What the caller of agents needs. */
export interface A2aCallerOptions extends FollowPorts {
  /** Origins under which this gateway itself is reached; an agent there would be called in circles. */
  ownOrigins: readonly string[];
  /** Makes a new id of a message. */
  newId: () => string;
}

/** Makes the way to call operations that came as skills. */
export function createA2aCaller(options: A2aCallerOptions): BindingCaller {
  return {
    kind: 'a2a',
    prepare(target, call) {
      const binding = bindingOf(target);
      refuseCircle(binding.agent, options.ownOrigins);
      const streamed = call.wantsStream && offers(target, 'streaming');
      const atOnce = call.accepted === true && offers(target, 'pushNotifications');
      return sendRequest({ target, binding, call, newId: options.newId, streamed, atOnce });
    },
    converse: (call, prepared, line) => converse(options, call, { prepared, line }),
  };
}

function bindingOf({ operation }: Target): A2aBinding {
  if (operation.binding.kind !== 'a2a') throw new Error('an operation of another kind was given to the A2A caller');
  return operation.binding;
}

function refuseCircle(agent: string, ownOrigins: readonly string[]): void {
  if (!URL.canParse(agent)) throw new Failure('UPSTREAM_REFUSED', { message: 'The agent has no address.' });
  const { origin } = new URL(agent);
  if (ownOrigins.some((own) => URL.canParse(own) && new URL(own).origin === origin)) {
    throw new Failure('UPSTREAM_REFUSED', { message: "The agent's address leads back to this gateway." });
  }
}

interface Talk {
  prepared: PreparedCall;
  line: UpstreamLine;
}

async function converse(options: A2aCallerOptions, call: TargetedCall, { prepared, line }: Talk): Promise<Outcome> {
  const binding = bindingOf(call.target);
  const response = await line.send(prepared);
  if (response.mediaType === eventStreamType && response.status < 300) {
    const endTask = (taskId: string) => cancelTask({ binding, line, taskId });
    return relayEvents({ binding, response, endTask }, call);
  }
  const first = await read(binding, response, { call, line });
  return first.kind === 'done' ? first.outcome : await followTask(options, call, { binding, line, running: first });
}
