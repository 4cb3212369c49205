/** Selects the routes that support an Idempotency-Key; used both to handle the header and to describe it. */
import type { ParameterDescription, Route } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';

/** Name of the header. */
export const keyHeader = 'Idempotency-Key';

/** True for writes, whose keys are checked before the route runs. */
export function takesKey({ budget, method }: Route): boolean {
  return budget === 'write' && method !== 'GET';
}

/** True for writes and for service calls, whose keys the gateway checks; GET may be repeated without a key. */
export function honoursKey(route: Route): boolean {
  return takesKey(route) || (route.budget === 'invoke' && route.method !== 'GET');
}

/** The header as a parameter of each such route. */
export function keyParameter(windowSeconds: number): ParameterDescription {
  return {
    name: keyHeader,
    in: 'header',
    description:
      `Random value: for ${duration(windowSeconds)} a repeat gets the first response, per caller and ` +
      'operation, except temporary failures; another or a running request gets 409.',
    schema: { type: 'string', maxLength: 255, pattern: '^[!-~]+$' },
    example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
  };
}

/** The same in machine-readable form, for `x-agent`. */
export function keyMetadata(windowSeconds: number): JsonObject {
  return { in: 'header', name: keyHeader, window: duration(windowSeconds), scope: 'per caller and operation' };
}

/** Formats a duration as ISO 8601, in the largest unit that fits. */
export function duration(seconds: number): string {
  if (seconds % 3600 === 0) return `PT${seconds / 3600}H`;
  return seconds % 60 === 0 ? `PT${seconds / 60}M` : `PT${seconds}S`;
}
