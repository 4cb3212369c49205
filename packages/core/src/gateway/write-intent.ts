/** Whether a call needs an intent before it leaves: every call that can change something does. */
import { isDoubtfulRead } from '../documents/doubtful-read.js';
import type { TargetedCall } from './call.js';

/** True unless the operation certainly only reads or the call is a dry run at the service. */
export function canChange({ target, dryRun }: Pick<TargetedCall, 'target' | 'dryRun'>): boolean {
  const { operation } = target;
  return (operation.impact !== 'informational' || isDoubtfulRead(operation)) && !dryRun;
}

/** Writes the intent of the call; undefined when it needs none. The call leaves after it is stored. */
export function writeIntent(call: TargetedCall): Promise<void> | undefined {
  return call.intend !== undefined && canChange(call) ? call.intend() : undefined;
}
