/** How sure an agent must be before it acts alone: the service's own word, and floors that no service can lower. */
import type { MappedEndpoint } from './service-map.js';

/** Verbs whose slip costs money or cannot be taken back, whatever the document says. */
const grave: ReadonlySet<string> = new Set([
  'TRANSFER',
  'PAY',
  'EXECUTE',
  'PURCHASE',
  'BUY',
  'SELL',
  'REFUND',
  'WITHDRAW',
  'WIRE',
  'REMIT',
  'TRADE',
  'CHARGE',
]);

/** The runtime's own floors. */
export const confidenceFloors = Object.freeze({ grave: 0.85, plain: 0.5 });

/** True when the runtime holds an operation to be of high consequence, whatever confidence its document asks for. */
export function isGrave({ method, impact }: Pick<MappedEndpoint, 'method' | 'impact'>): boolean {
  return impact === 'irreversible' || grave.has(method.toUpperCase());
}

/** The confidence that a call needs: the higher of the declared value and the floor. */
export function thresholdOf(endpoint: Pick<MappedEndpoint, 'method' | 'impact' | 'confidence'>): number {
  const floor = isGrave(endpoint) ? confidenceFloors.grave : confidenceFloors.plain;
  return Math.max(floor, endpoint.confidence ?? 0);
}
