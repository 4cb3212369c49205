/** An existing pharmacy API with its own route and tokens; N-ACT is added in front of it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineTool, Failure } from '@dragoman/middleware';
import { addNact } from '@dragoman/middleware/node';

/** The running pharmacy. */
export interface Pharmacy {
  /** Root of its API. */
  root: string;
  /** Orders by idempotency key: the same key is the same order. */
  orders: Map<string, number>;
  /** Number of calls that will fail before one succeeds. */
  trouble: number;
  close(): Promise<void>;
}

/** Starts the pharmacy on a free port. */
export async function startPharmacy(token: string): Promise<Pharmacy> {
  const orders = new Map<string, number>();
  const rx = { name: 'Prescription Number', description: 'The number printed on the label.', maxLength: 20 } as const;
  const checkRefill = defineTool({
    toolId: '5d2b8c1e-7f43-4a8e-9a55-0c1b7a9d4e10',
    name: 'check_refill_status_by_prescription',
    description: 'Reports the progress of a refill. Use it when the patient asks whether a refill is ready.',
    inputs: { rx },
    outputs: { minutes: { name: 'Wait in Minutes', type: 'int', description: 'Minutes until it can be collected.' } },
    run: () => ({ minutes: 25 }),
  });
  const orderRefill = defineTool({
    toolId: 'c0a1f6b2-3d94-4b7e-8f21-6f2f1f0c9a77',
    name: 'order_refill_for_prescription',
    description: 'Orders a refill. Use it after the patient has confirmed the delivery method.',
    inputs: {
      rx,
      days: { name: 'Days of Supply', type: 'int', description: 'How long it should last.', min: 1, max: 90 },
      delivery: {
        name: 'Delivery',
        type: 'enum',
        description: 'How the patient gets it.',
        values: { PICKUP: 'Collected at the branch.', HOME_COURIER: 'Brought to the home address on file.' },
      },
    },
    outputs: { order: { name: 'Order Number', type: 'int', description: 'Number to quote at the counter.' } },
    run(_inputs, { idempotencyKey = '' }) {
      const order = orders.get(idempotencyKey) ?? 4_817_733 + orders.size;
      orders.set(idempotencyKey, order);
      if (pharmacy.trouble > 0) {
        pharmacy.trouble -= 1;
        throw new Failure('UNAVAILABLE', { message: 'The order system is restarting.' });
      }
      return { order };
    },
  });
  const own = createServer(
    addNact((_request, response) => response.end('open'), {
      tools: [checkRefill, orderRefill],
      root: '/v2',
      // The failures in this scenario are intended.
      report: () => undefined,
      authenticate: (request) =>
        request.headers.get('authorization') === `Bearer ${token}` ? { subject: 'clinic' } : undefined,
    }),
  );
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  const pharmacy: Pharmacy = {
    root: `http://127.0.0.1:${(own.address() as AddressInfo).port}/v2`,
    orders,
    trouble: 0,
    close: () => new Promise((resolve) => void own.close(() => resolve()).closeAllConnections()),
  };
  return pharmacy;
}
