/** Collects the metrics of all workers and adds them up, for the worker that was scraped. */
import type { MetricObject } from 'prom-client';
import { loadPromClient } from '../observe/libraries.js';
import type { Line, Message } from './message.js';

/** Milliseconds after which a worker that has not responded is left out. */
const timeoutMs = 2000;

/** Handles requests and responses for metrics. */
export interface MetricsAggregator {
  /** Asks every worker, and replies on `to` when all have responded. */
  ask(to: Line, id: number, workers: readonly Line[]): void;
  answer(message: Extract<Message, { about: 'own-figures' }>): void;
}

/** Creates the aggregator. */
export function createMetricsAggregator(): MetricsAggregator {
  const open = new Map<number, (figures: MetricObject[]) => void>();
  let last = 0;
  return {
    ask(to, id, workers) {
      last += 1;
      const question = last;
      const found: MetricObject[][] = [];
      let answers = 0;
      const settle = () => {
        clearTimeout(timer);
        open.delete(question);
        void addUp(found).then((text) => to.say({ about: 'all-figures', id, text }));
      };
      const timer = setTimeout(settle, timeoutMs).unref();
      const waiting = workers.filter((worker) => worker.say({ about: 'ask-own-figures', id: question })).length;
      open.set(question, (figures) => {
        answers += 1;
        if (figures.length > 0) found.push(figures);
        if (answers >= waiting) settle();
      });
    },
    answer: ({ id, figures }) => open.get(id)?.(figures),
  };
}

/** The library's type names its own class; its code accepts the result of `getMetricsAsJSON`. */
function addUp(figures: MetricObject[][]): Promise<string> {
  return loadPromClient()
    .AggregatorRegistry.aggregate(figures as unknown as object[])
    .metrics();
}
