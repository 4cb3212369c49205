/** Test signatures: a refill tool with every kind of parameter. */
import type { JsonObject } from '../json.js';
import { checkSignature } from './check-signature.js';
import type { ToolSignature } from './signature.js';

/** The refill tool as a provider would write it, with members overridden. */
export function refillDocument(change: JsonObject = {}): JsonObject {
  return {
    toolId: 'c0a1f6b2-3d94-4b7e-8f21-6f2f1f0c9a77',
    name: 'order_refill_for_prescription',
    description: 'Orders a refill of one prescription. Use it after the patient has confirmed.',
    version: 1,
    currentVersion: 1,
    tags: ['refills'],
    input_parameters: [
      { id: 'rx', name: 'Prescription Number', description: 'The number on the label.', maxLength: 10 },
      { id: 'days', name: 'Days of Supply', type: 'int', description: 'How many days.', min: 1, max: 90 },
      { id: 'count', name: 'Count', type: 'int', description: 'How many packages.', required: false },
      {
        id: 'delivery',
        name: 'Delivery',
        type: 'enum',
        description: 'How it is handed out.',
        'allowed-values': [
          { name: 'PICKUP', description: 'At the branch.' },
          { name: 'HOME_COURIER', description: 'To the home address.' },
        ],
      },
      { id: 'generic', name: 'Accept Generic', type: 'boolean', description: 'A generic will do.', required: false },
    ],
    output_parameters: [
      { id: 'order_no', name: 'Order Number', type: 'int', description: 'Number to quote.' },
      { id: 'lines', name: 'Order Lines', type: 'json', description: 'What is handed out.' },
    ],
    ...change,
  };
}

/** The same, validated. */
export function refillTool(change: JsonObject = {}): ToolSignature {
  const { value, diagnostics } = checkSignature(refillDocument(change));
  if (value === undefined) throw new Error(JSON.stringify(diagnostics));
  return value;
}

/** The inputs of the refill tool with one of them changed. */
export function changedInput(id: string, change: JsonObject): JsonObject {
  return changedMember('input_parameters', id, change);
}

/** The outputs of the refill tool with one of them changed. */
export function changedOutput(id: string, change: JsonObject): JsonObject {
  return changedMember('output_parameters', id, change);
}

function changedMember(member: string, id: string, change: JsonObject): JsonObject {
  const list = refillDocument()[member] as JsonObject[];
  return { [member]: list.map((each) => (each.id === id ? { ...each, ...change } : each)) };
}
