/** The parts of a call through the gateway, in the words that records, traces and people share. */

/** What takes the time of a part: a check of this server, its other work, waiting, or the service. */
export type CallPartKind = 'check' | 'work' | 'wait' | 'try';

/** Every part, roughly in the order in which calls have them; a part may occur several times. */
export const callParts = {
  access: { kind: 'check', label: 'Access' },
  limit: { kind: 'check', label: 'Rate limit' },
  plan: { kind: 'check', label: 'Plan of the workflow' },
  ledger: { kind: 'check', label: 'Idempotency key' },
  input: { kind: 'check', label: 'Input' },
  confirm: { kind: 'check', label: 'Confirmation' },
  accept: { kind: 'work', label: 'Handed to the background' },
  items: { kind: 'work', label: 'Calls of the batch' },
  steps: { kind: 'work', label: 'Steps of the workflow' },
  function: { kind: 'work', label: 'Function of this server' },
  credential: { kind: 'work', label: 'Credential and address' },
  intent: { kind: 'work', label: 'Note before the call' },
  queue: { kind: 'wait', label: 'Queue for the service' },
  connect: { kind: 'work', label: 'Connection' },
  try: { kind: 'try', label: 'Try' },
  wait: { kind: 'wait', label: 'Wait before the next try' },
  answer: { kind: 'work', label: 'Body of the answer' },
  stream: { kind: 'try', label: 'Stream of the answer' },
  output: { kind: 'check', label: 'Output' },
  verify: { kind: 'check', label: 'State afterwards' },
  more: { kind: 'work', label: 'Further parts' },
} as const satisfies Record<string, { kind: CallPartKind; label: string }>;

/** Name of a part. */
export type CallPart = keyof typeof callParts;
