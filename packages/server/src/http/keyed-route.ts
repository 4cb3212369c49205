/** Which routes honour an Idempotency-Key, and how that is described: one rule for both. */
import type { ParameterDescription, Route } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';

/** Name of the header. */
export const keyHeader = 'Idempotency-Key';

/** True for writes, whose keys are looked at before the route runs. */
export function takesKey({ budget, method }: Route): boolean {
  return budget === 'write' && method !== 'GET';
}

/** True for writes and for calls of agents, whose keys the gateway looks at; GET may be repeated without one. */
export function honoursKey(route: Route): boolean {
  return takesKey(route) || (route.budget === 'invoke' && route.method !== 'GET');
}

/** The header as a parameter of every such route. */
export function keyParameter(windowSeconds: number): ParameterDescription {
  return {
    name: keyHeader,
    in: 'header',
    description:
      'Makes it safe to send this request again: with the same key it is carried out once, and a repeat gets the first answer ' +
      'with `Idempotency-Replayed: true`. Choose a new random value for each new request. ' +
      `A key is remembered for ${duration(windowSeconds)}, per caller and operation. Temporary failures are not kept: the same request may be sent again. ` +
      'The key with another request is refused with 409, and so is a repeat while the first still runs.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
  };
}

/** The same for machines, in `x-agent`. */
export function keyMetadata(windowSeconds: number): JsonObject {
  return { in: 'header', name: keyHeader, window: duration(windowSeconds), scope: 'per caller and operation' };
}

/** A duration as ISO 8601 writes it, in the largest unit that fits. */
export function duration(seconds: number): string {
  if (seconds % 3600 === 0) return `PT${seconds / 3600}H`;
  return seconds % 60 === 0 ? `PT${seconds / 60}M` : `PT${seconds}S`;
}
