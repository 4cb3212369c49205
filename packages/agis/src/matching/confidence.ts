/**
 * The confidence that an agent needs to act unattended: the value of the service, and minimums that no service can
 * lower.
 */
import type { MappedEndpoint } from './service-map.js';

/** Verbs whose mistakes cost money or are irreversible, whatever the document says. */
const highImpactVerbs: ReadonlySet<string> = new Set([
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

/** The minimums of the runtime. */
export const confidenceFloors = Object.freeze({ highImpact: 0.85, plain: 0.5 });

/** True when the runtime treats an operation as high-impact, whatever confidence its document requires. */
export function isHighImpact({ method, impact }: Pick<MappedEndpoint, 'method' | 'impact'>): boolean {
  return impact === 'irreversible' || highImpactVerbs.has(method.toUpperCase());
}

/** The confidence that a call requires: the higher of the declared value and the minimum. */
export function thresholdOf(endpoint: Pick<MappedEndpoint, 'method' | 'impact' | 'confidence'>): number {
  const floor = isHighImpact(endpoint) ? confidenceFloors.highImpact : confidenceFloors.plain;
  return Math.max(floor, endpoint.confidence ?? 0);
}
