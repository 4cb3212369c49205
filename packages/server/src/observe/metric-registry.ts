/** The metrics of this process. prom-client, which writes them in the Prometheus format, is loaded on the first scrape. */
import type { Metric, Registry } from 'prom-client';
import { loadPromClient } from './libraries.js';

/** A metric that reports its values on a scrape, in the form of prom-client. */
export interface ReportedMetric {
  name: string;
  get(): Promise<unknown>;
}

/** Holds metrics until they are read. */
export class MetricRegistry {
  readonly #metrics: ReportedMetric[] = [];
  #opened: Registry | undefined;

  /** Adds a metric; later ones are reported too. */
  add(metric: ReportedMetric): void {
    this.#metrics.push(metric);
    if (this.#opened !== undefined) register(this.#opened, metric);
  }

  /** All metrics as text. */
  metrics(): Promise<string> {
    return this.#open().metrics();
  }

  /** All metrics as JSON, for adding up those of several processes. */
  getMetricsAsJSON(): ReturnType<Registry['getMetricsAsJSON']> {
    return this.#open().getMetricsAsJSON();
  }

  /** Media type of the text. */
  get contentType(): string {
    return this.#open().contentType;
  }

  #open(): Registry {
    if (this.#opened === undefined) {
      this.#opened = new (loadPromClient().Registry)();
      for (const metric of this.#metrics) register(this.#opened, metric);
    }
    return this.#opened;
  }
}

/** The registry uses `name` and `get` alone, but its types accept only the metrics of prom-client. */
function register(registry: Registry, metric: ReportedMetric): void {
  registry.registerMetric(metric as unknown as Metric<string>);
}
