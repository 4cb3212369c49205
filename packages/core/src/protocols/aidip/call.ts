/**
 * How an AIDIP agent is called: POST of the inputs as JSON to its address as it stands, with nothing appended
 * (-01 §5.1; aidip.md GAP-13). The name of the operation goes along only where several share the address (GAP-27).
 */
import type { AidipBinding, Entry, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { BindingCaller, Target } from '../../gateway/call.js';

/** What the caller of agents needs to know. */
export interface AidipCallerOptions {
  /** Origins under which this gateway itself is reached; an agent there would be called in circles. */
  ownOrigins: readonly string[];
}

/** Makes the way to call operations that came from AIDIP documents. */
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
  if (operation.binding.kind !== 'aidip') throw new Error('an operation of another kind was given to the AIDIP caller');
  return operation.binding;
}

/** Addresses whose origins are remembered. */
const mostPlaces = 1000;

/** Tells the origin of a binding's address, judged once while our own origins stay the same. */
function createPlaces(ownOrigins: readonly string[]): (binding: AidipBinding) => string {
  const known = new Map<string, string>();
  let judgedFor = '';
  return (binding) => {
    const own = ownOrigins.join(' ');
    if (own !== judgedFor || known.size >= mostPlaces) known.clear();
    judgedFor = own;
    const found = known.get(binding.endpoint) ?? originOf(binding, ownOrigins);
    known.set(binding.endpoint, found);
    return found;
  };
}

function originOf({ endpoint }: AidipBinding, ownOrigins: readonly string[]): string {
  if (endpoint.startsWith('/') || !URL.canParse(endpoint)) {
    throw refused(
      "The agent's address is a path on this gateway, and its owner has not said where it runs (upstream).",
    );
  }
  const { origin } = new URL(endpoint);
  if (ownOrigins.some((own) => URL.canParse(own) && new URL(own).origin === origin)) {
    throw refused("The agent's address leads back to this gateway.");
  }
  return origin;
}

function refused(message: string): Failure {
  return new Failure('UPSTREAM_REFUSED', { message });
}

/** A member of the same name that the input has of its own is the agent's to read, and stays. */
function bodyFor({ stored, operation }: Target, binding: AidipBinding, input: JsonValue): JsonValue {
  if (binding.operation === undefined || !isJsonObject(input) || Object.hasOwn(input, 'operation')) return input;
  return isShared(stored.entry, binding, operation.id) ? { operation: binding.operation, ...input } : input;
}

/** True when another operation of the entry has the same address. */
function isShared({ operations }: Entry, { endpoint, ownEndpoint }: AidipBinding, id: string): boolean {
  if (ownEndpoint === true) return false;
  return operations.some(
    ({ id: other, binding }) => other !== id && binding.kind === 'aidip' && binding.endpoint === endpoint,
  );
}
