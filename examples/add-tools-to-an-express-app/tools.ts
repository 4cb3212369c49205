/** The tools of the pharmacy: the same function that its own route uses, with a signature. */
import { defineTool, type Tool } from '@dragoman/middleware';
import type { Pharmacy } from './pharmacy.js';

const toolId = 'c0a1f6b2-3d94-4b7e-8f21-6f2f1f0c9a77';
const name = 'order_refill_for_prescription';
const inputs = {
  rx: { name: 'Prescription Number', description: 'The number printed on the label.', maxLength: 20 },
  days: { name: 'Days of Supply', type: 'int', description: 'How many days it should last.', min: 1, max: 90 },
} as const;
const outputs = {
  order: { name: 'Order Number', type: 'int', description: 'Number to quote at the counter.' },
} as const;

/** Version 1, as published; the scenario passes another `description` to simulate a mistake. */
export function firstTools(
  { orderRefill }: Pharmacy,
  description = 'Orders a refill of one prescription. Use it after the patient has stated the duration.',
): Tool[] {
  const run = ({ rx, days }: { rx: string; days: number }) => ({ order: orderRefill(rx, days) });
  return [defineTool({ toolId, name, description, tags: ['refills'], inputs, outputs, run })];
}

/** Version 2: adds an optional input and an output. */
export function secondTools({ orderRefill }: Pharmacy): Tool[] {
  const description = 'Orders a refill of one prescription. Use it after the patient has stated the duration.';
  return [
    defineTool({
      toolId,
      name,
      description,
      tags: ['refills'],
      earlier: [{ description, tags: ['refills'], inputs, outputs }],
      inputs: {
        ...inputs,
        generic: {
          name: 'Accept Generic',
          type: 'boolean',
          description: 'Whether a generic is acceptable.',
          required: false,
        },
      },
      outputs: { ...outputs, generic: { name: 'Is Generic', type: 'boolean', description: 'What was ordered.' } },
      run: ({ rx, days, generic = false }) => ({ order: orderRefill(rx, days), generic }),
    }),
  ];
}
