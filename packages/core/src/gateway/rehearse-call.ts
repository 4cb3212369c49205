/**
 * Makes a dry run fail where the call would fail before anything is sent: the service has no credential, its URL may
 * not be called, or calls to it are suspended.
 */
import { bindingOrigin } from '../documents/binding-origin.js';
import type { Target, TargetedCall } from './call.js';
import type { GatewayPorts } from './ports.js';
import type { UpstreamCredential } from './upstream.js';

/**
 * Throws the failure that the call would have; resolves, to the credential that the gateway would add, when nothing is
 * known to be in its way.
 */
export type RehearseCall = (call: TargetedCall) => Promise<UpstreamCredential | undefined>;

/** Creates the rehearsal. The steps of a workflow are rehearsed one by one. */
export function createRehearseCall({
  upstream,
  credentialsFor,
}: Pick<GatewayPorts, 'upstream' | 'credentialsFor'>): RehearseCall {
  const rehearse = async (call: TargetedCall): Promise<UpstreamCredential | undefined> => {
    const { agentAuthorization: authorization } = call;
    const credential = authorization === undefined ? await credentialsFor(call) : { headers: { authorization } };
    const origin = bindingOrigin(call.target.operation.binding);
    if (origin !== undefined) await upstream.check?.(origin);
    return credential;
  };
  return async (call) => {
    if (call.plan === undefined) return rehearse(call);
    for (const target of call.plan.targets) await rehearse(stepOf(call, target));
    return undefined;
  };
}

/** A step runs with the caller's identity, and without the credential that the caller gave for the workflow. */
function stepOf(call: TargetedCall, target: Target): TargetedCall {
  const { agentAuthorization: _, plan: __, ...rest } = call;
  return { ...rest, signal: call.signal, agentId: target.stored.entry.id, target };
}
