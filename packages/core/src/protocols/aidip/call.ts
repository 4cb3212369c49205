/**
 * Calls AIDIP agents: a POST of the inputs as JSON to the agent's URL, with nothing appended (-01 §5.1; aidip.md
 * GAP-13). The operation name is sent only if several operations share the URL (GAP-27).
 */
import type { AidipBinding, Entry, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { BindingCaller, Target } from '../../gateway/call.js';

/** Dependencies of the AIDIP caller. */
export interface AidipCallerOptions {
  /** Origins of this gateway; an agent at one of them would cause a call loop. */
  ownOrigins: readonly string[];
}

/** Creates the caller for operations that were imported from AIDIP documents. */
export function createAidipCaller({ ownOrigins }: AidipCallerOptions): BindingCaller {
  const place = createPlaces(ownOrigins);
  return {
    kind: 'aidip',
    prepare(target, call) {
      const binding = bindingOf(target);
      return {
        url: binding.endpoint,
        origin: place(binding),
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: bodyFor(target, binding, call.input),
      };
    },
  };
}

function bindingOf({ operation }: Target): AidipBinding {
  if (operation.binding.kind !== 'aidip')
    throw new Error('the AIDIP caller received an operation with another binding');
  return operation.binding;
}

/** Maximum number of cached origins. */
const maxPlaces = 1000;

/** Returns the origin of a binding's URL, checked once while this gateway's origins stay the same. */
function createPlaces(ownOrigins: readonly string[]): (binding: AidipBinding) => string {
  const known = new Map<string, string>();
  let judgedFor = '';
  return (binding) => {
    const own = ownOrigins.join(' ');
    if (own !== judgedFor || known.size >= maxPlaces) known.clear();
    judgedFor = own;
    const found = known.get(binding.endpoint) ?? originOf(binding, ownOrigins);
    known.set(binding.endpoint, found);
    return found;
  };
}

function originOf({ endpoint }: AidipBinding, ownOrigins: readonly string[]): string {
  if (endpoint.startsWith('/') || !URL.canParse(endpoint)) {
    throw refused(
      "The agent's endpoint is a path on this gateway, and its owner has not set the URL of the agent " + '(upstream).',
    );
  }
  const { origin } = new URL(endpoint);
  if (ownOrigins.some((own) => URL.canParse(own) && new URL(own).origin === origin)) {
    throw refused("The agent's URL points back to this gateway.");
  }
  return origin;
}

function refused(message: string): Failure {
  return new Failure('UPSTREAM_REFUSED', { message });
}

/** An input member of the same name belongs to the agent and is kept. */
function bodyFor({ stored, operation }: Target, binding: AidipBinding, input: JsonValue): JsonValue {
  if (binding.operation === undefined || !isJsonObject(input) || Object.hasOwn(input, 'operation')) return input;
  return isShared(stored.entry, binding, operation.id) ? { operation: binding.operation, ...input } : input;
}

/** True when another operation of the entry has the same URL. */
function isShared({ operations }: Entry, { endpoint, ownEndpoint }: AidipBinding, id: string): boolean {
  if (ownEndpoint === true) return false;
  return operations.some(
    ({ id: other, binding }) => other !== id && binding.kind === 'aidip' && binding.endpoint === endpoint,
  );
}
