/** A gateway in memory with background work, for tests; several nodes can share one store. */

import { setImmediate as turn } from 'node:timers/promises';
import type { RunState } from '@dragoman/model';
import type { RunRecord } from '../../catalogue/runs.js';
import type { Clock } from '../../documents/host.js';
import type { Call } from '../call.js';
import type { TestGateway } from '../gateway.support.js';
import { createTestGateway } from '../gateway.support.js';
import type { GatewayPorts, GatewaySettings } from '../ports.js';
import type { AcceptRun } from './accept-run.js';
import { createAcceptRun } from './accept-run.js';
import { createNotifyEnds } from './notify-ends.js';
import type { Runner, RunnerPorts, RunSettings } from './runner.js';
import { createRunner } from './runner.js';

/** Server secret in these tests. */
export const serverSecret = 'a secret of this test';

/** A gateway with a runner. */
export interface RunGateway {
  test: TestGateway;
  runner: Runner;
  /** Sends a call to the background; resolves to its id. */
  defer(change?: Partial<Call>): Promise<string>;
  find(id: string): Promise<RunRecord>;
  /** Waits until the run has this state. */
  until(id: string, state: RunState): Promise<RunRecord>;
  /** Another process on the same store. */
  another(node: string, change?: Partial<RunnerPorts>): Runner;
}

const usual: RunSettings = {
  concurrency: 4,
  perCaller: 4,
  leaseSeconds: 30,
  timeoutSeconds: 900,
  keepSeconds: 3600,
};

/** Options of a test. */
export interface RunGatewayOptions {
  settings?: Partial<GatewaySettings>;
  ports?: Partial<GatewayPorts>;
  runs?: Partial<RunSettings>;
  /** Clock of leases; the clock of the gateway when absent. */
  steady?: Clock;
  /** False: accepted calls are not executed. */
  works?: boolean;
}

/** Creates a gateway with one entry and a runner. */
export async function createRunGateway(options: RunGatewayOptions = {}): Promise<RunGateway> {
  const { works = true } = options;
  let intake: AcceptRun | undefined;
  const accept: AcceptRun = (call) => {
    if (intake === undefined) throw new Error('called before it was made');
    return intake(call);
  };
  const test = await createTestGateway(options.settings, { accept, ...options.ports });
  const { store, clock, upstream } = test.ports;
  const { steady = clock } = options;
  const settings = { ...usual, ...options.runs };
  const another = (node: string, change: Partial<RunnerPorts> = {}) =>
    createRunner({
      runs: store.runs,
      invoke: test.gateway.invoke,
      clock,
      steady,
      node,
      settings,
      notifyEnds: createNotifyEnds({ runs: store.runs, clock, upstream, secret: serverSecret, random: () => 0.5 }),
      onError: (error) => {
        throw error;
      },
      ...change,
    });
  const runner = another('first');
  let made = 0;
  intake = createAcceptRun({
    runs: store.runs,
    clock,
    steady,
    newId: () => `run-${++made}`,
    node: 'first',
    keepSeconds: settings.keepSeconds,
    wake: () => (works ? runner.wake() : undefined),
  });
  const find = async (id: string) => {
    const run = await store.runs.find(id);
    if (run === undefined) throw new Error(`no run ${id}`);
    return run;
  };
  return {
    test,
    runner,
    find,
    another,
    async defer(change = {}) {
      const { body } = await test.answer({ background: true, ...change });
      return String((body as { id: string }).id);
    },
    async until(id, state) {
      for (let polls = 0; polls < 10_000; polls += 1) {
        const run = await find(id);
        if (run.state === state) return run;
        await turn();
      }
      throw new Error(`the run is '${(await find(id)).state}' and not '${state}'`);
    },
  };
}
