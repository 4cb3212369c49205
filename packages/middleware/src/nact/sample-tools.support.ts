/** The pharmacy of nact.md's worked examples, as tools in code, with a log of executed calls. */
import { defineTool, Failure, type NactOptions, type RunContext, type Tool } from '../index.js';

/** Ids of the tools. */
export const ids = {
  order: 'c0a1f6b2-3d94-4b7e-8f21-6f2f1f0c9a77',
  status: '5d2b8c1e-7f43-4a8e-9a55-0c1b7a9d4e10',
  stock: '8b7d0f7a-51a6-4a0c-b0b5-2b1f5a3f6c31',
} as const;

/** A call that reached a tool. */
export interface Ran {
  tool: string;
  input: unknown;
  context: Omit<RunContext, 'signal'>;
}

/** The tools, with every call that reached one. */
export function createPharmacy(): { tools: Tool[]; ran: Ran[] } {
  const ran: Ran[] = [];
  const note = (tool: string, input: unknown, { signal: _, ...context }: RunContext) =>
    ran.push({ tool, input, context });
  return { tools: [orderRefill(note), checkStatus(note), countStock(note)], ran };
}

type Note = (tool: string, input: unknown, context: RunContext) => void;

const orderInputs = {
  rx: { name: 'Prescription Number', description: 'The number printed on the label.', maxLength: 20 },
  days: { name: 'Days of Supply', type: 'int', description: 'How many days the refill should last.', min: 1, max: 90 },
  delivery: {
    name: 'Delivery',
    type: 'enum',
    description: 'How the patient gets the medicine.',
    values: { PICKUP: 'Collected at the branch.', HOME_COURIER: 'Brought to the home address on file.' },
  },
} as const;

const orderNumber = { name: 'Order Number', type: 'int', description: 'Number to quote at the counter.' } as const;

const generic = {
  name: 'Accept Generic',
  type: 'boolean',
  description: 'Whether an equivalent generic is welcome.',
  required: false,
} as const;

const lines = { name: 'Order Lines', type: 'json', description: 'What will be handed out.' } as const;

function orderRefill(note: Note): Tool {
  return defineTool({
    toolId: ids.order,
    name: 'order_refill_for_prescription',
    description: 'Orders a refill of one prescription. Use it after the patient has confirmed the way of delivery.',
    tags: ['refills'],
    earlier: [
      {
        description: 'Orders a refill of one prescription.',
        tags: ['refills'],
        inputs: orderInputs,
        outputs: { order_no: orderNumber },
      },
      {
        description: 'Orders a refill of one prescription, by the original or a generic.',
        tags: ['refills'],
        inputs: { ...orderInputs, generic },
        outputs: { order_no: orderNumber, lines },
      },
    ],
    inputs: { ...orderInputs, generic },
    outputs: { order_no: orderNumber, lines },
    run(input, context) {
      note('order', input, context);
      return { order_no: 4_817_733, lines: [{ medicine: 'Metformin 500 mg', packages: input.days > 30 ? 2 : 1 }] };
    },
  });
}

function checkStatus(note: Note): Tool {
  return defineTool({
    toolId: ids.status,
    name: 'check_refill_status_by_prescription',
    description: 'Returns how far a refill order has come. Use it when the patient asks whether a refill is ready.',
    tags: ['refills', 'read_only'],
    inputs: { rx: { name: 'Prescription Number', description: 'The number printed on the label.' } },
    outputs: {
      state: {
        name: 'Refill State',
        type: 'enum',
        description: 'Where the order stands.',
        values: { RECEIVED: 'The order has come in.', READY_FOR_PICKUP: 'It can be collected.' },
      },
      minutes: { name: 'Estimated Wait in Minutes', type: 'int', description: 'Minutes until it is ready.' },
    },
    run(input, context) {
      note('status', input, context);
      return { state: input.rx === 'lost' ? ('LOST' as 'RECEIVED') : 'RECEIVED', minutes: null };
    },
  });
}

/** The medicine in the request determines what the stock tool does. */
function countStock(note: Note): Tool {
  return defineTool({
    toolId: ids.stock,
    name: 'count_packages_in_stock',
    description: 'Counts the packages of one medicine at one branch.',
    inputs: {
      medicine: { name: 'Medicine', description: 'Name on the package.' },
      limit: { name: 'Limit', type: 'int', description: 'Where to stop counting.', required: false },
      shelf: { name: 'Shelf', type: 'int', description: 'Only there.', required: false, min: 1, max: 100_000 },
      box: { name: 'Box', type: 'int', description: 'Only in that one.', required: false, max: 10 },
      batch: { name: 'Batch', description: 'Only of that one.', required: false, maxLength: 10 },
      reserved: { name: 'Reserved', type: 'boolean', description: 'Count the reserved ones too.', required: false },
    },
    outputs: { packages: { name: 'Packages', type: 'int', description: 'How many there are.' } },
    async run({ medicine }, context) {
      note('stock', { medicine }, context);
      if (medicine === 'shut') throw new Failure('UNAVAILABLE', { message: 'The stock system is restarting.' });
      if (medicine === 'bug') throw new Error('password=hunter2');
      if (medicine === 'text') return { packages: '12' as unknown as number };
      if (medicine === 'extra') return { packages: 12, secret: 'x' };
      if (medicine === 'spelling') return { Packages: 12 } as unknown as { packages: number };
      if (medicine === 'slow') await new Promise((resolve) => context.signal.addEventListener('abort', resolve));
      return { packages: 1_200_000 };
    },
  });
}

/** Bearer tokens of the host: `alice` may do everything, `bob` may not order, `eve` is known and may do nothing. */
export function hostAuthentication(request: Request): { subject: string } | undefined {
  const [, subject] = /^Bearer (\w+)$/.exec(request.headers.get('authorization') ?? '') ?? [];
  if (subject === 'eve') throw new Failure('FORBIDDEN', { message: 'eve may not use this API.' });
  return subject === undefined ? undefined : { subject };
}

/** The response of the host's own route. */
export function hostHealth(authorization: string | null | undefined): { status: number; body: { well: boolean } } {
  const known = authorization?.startsWith('Bearer ') === true;
  return { status: known ? 200 : 401, body: { well: known } };
}

/** How the suites mount the pharmacy. */
export function pharmacyOptions(tools: readonly Tool[], report: (problem: unknown) => void): NactOptions<unknown> {
  return {
    tools,
    authenticate: hostAuthentication,
    allow: ({ subject }, { toolId }) => subject !== 'bob' || toolId !== ids.order,
    limits: { bodyBytes: 4_000, runMs: 50 },
    report,
  };
}
