/**
 * Counters and histograms of the server: plain numbers, found by the values of their labels, and converted to the form
 * that Prometheus reads only on a scrape. The counters of prom-client validate their labels on every increment.
 */
import type { MetricRegistry } from './metric-registry.js';

/** Name, help text and labels of a metric. */
export interface MetricOptions<L extends string> {
  name: string;
  help: string;
  labelNames: readonly L[];
}

/** One value in the form of prom-client. */
export interface MetricValue {
  value: number;
  labels: Record<string, string | number>;
  metricName?: string;
}

type Labels<L extends string> = Readonly<Record<L, string>>;

/** Values of one metric by the values of their labels. */
class LabelTree<L extends string, T extends { labels: Labels<L> }> {
  readonly #names: readonly L[];
  readonly #make: (labels: Labels<L>) => T;
  readonly #root = new Map<string, unknown>();
  all: T[] = [];

  constructor(names: readonly L[], make: (labels: Labels<L>) => T) {
    this.#names = names;
    this.#make = make;
  }

  /** The value of these labels, created on first use. There is one level of maps for each label. */
  find(labels: Labels<L>): T {
    let level = this.#root;
    const last = this.#names.length - 1;
    for (let at = 0; at < last; at += 1) {
      const value = labels[this.#names[at] as L];
      const below = (level.get(value) as Map<string, unknown> | undefined) ?? new Map<string, unknown>();
      if (below.size === 0) level.set(value, below);
      level = below;
    }
    const value = last < 0 ? '' : labels[this.#names[last] as L];
    return (level.get(value) as T | undefined) ?? this.#add(level, value, labels);
  }

  /** Removes every value whose first labels, in the order of their names, are these. */
  remove(first: readonly string[]): void {
    let level: Map<string, unknown> | undefined = this.#root;
    for (const value of first.slice(0, -1)) level = level?.get(value) as Map<string, unknown> | undefined;
    level?.delete(first.at(-1) ?? '');
    const begins = ({ labels }: T) => first.every((value, at) => labels[this.#names[at] as L] === value);
    this.all = this.all.filter((each) => !begins(each));
  }

  #add(level: Map<string, unknown>, value: string, labels: Labels<L>): T {
    // Extra labels are ignored.
    const own = Object.fromEntries(this.#names.map((name) => [name, labels[name]])) as Labels<L>;
    const made = this.#make(own);
    level.set(value, made);
    this.all.push(made);
    return made;
  }
}

/** A counter. */
export class MetricCounter<L extends string> {
  readonly name: string;
  readonly #help: string;
  readonly #counts: LabelTree<L, { labels: Labels<L>; value: number }>;

  constructor({ name, help, labelNames }: MetricOptions<L>, registry: MetricRegistry) {
    this.name = name;
    this.#help = help;
    this.#counts = new LabelTree(labelNames, (labels) => ({ labels, value: 0 }));
    // Without labels there is one value, which is reported as 0 before anything is counted.
    if (labelNames.length === 0) this.#counts.find({} as Labels<L>);
    registry.add(this);
  }

  inc(labels: Labels<L>): void {
    this.at(labels).value += 1;
  }

  /** The count of these labels, for callers that count often and look it up once; it ends with `remove`. */
  at(labels: Labels<L>): { value: number } {
    return this.#counts.find(labels);
  }

  /** Stops reporting the values whose first labels are these. */
  remove(first: readonly string[]): void {
    this.#counts.remove(first);
  }

  /** Called by the registry. */
  async get() {
    const values: MetricValue[] = this.#counts.all.map(({ labels, value }) => ({ labels, value }));
    return { name: this.name, help: this.#help, type: 'counter', values, aggregator: 'sum' };
  }
}

/** What a histogram has observed under the same labels. */
export interface Distribution<L extends string> {
  labels: Labels<L>;
  sum: number;
  /** Observations up to each bound and above the one before; the last are those above every bound. */
  counts: number[];
}

/** A histogram: how many observations were not larger than each bound. */
export class MetricHistogram<L extends string> {
  readonly name: string;
  readonly #help: string;
  readonly #bounds: readonly number[];
  readonly #distributions: LabelTree<L, Distribution<L>>;

  /** Bounds from the smallest up. */
  constructor(
    { name, help, labelNames, bounds }: MetricOptions<L> & { bounds: readonly number[] },
    registry: MetricRegistry,
  ) {
    this.name = name;
    this.#help = help;
    this.#bounds = bounds;
    this.#distributions = new LabelTree(labelNames, (labels) => ({
      labels,
      sum: 0,
      counts: new Array<number>(bounds.length + 1).fill(0),
    }));
    registry.add(this);
  }

  observe(labels: Labels<L>, value: number): void {
    this.observeAt(this.at(labels), value);
  }

  /** The distribution of these labels, for callers that observe often and look it up once; it ends with `remove`. */
  at(labels: Labels<L>): Distribution<L> {
    return this.#distributions.find(labels);
  }

  observeAt(distribution: Distribution<L>, value: number): void {
    const bounds = this.#bounds;
    let at = 0;
    while (at < bounds.length && value > (bounds[at] ?? 0)) at += 1;
    distribution.sum += value;
    distribution.counts[at] = (distribution.counts[at] ?? 0) + 1;
  }

  /** Stops reporting the values whose first labels are these. */
  remove(first: readonly string[]): void {
    this.#distributions.remove(first);
  }

  /** Called by the registry. */
  async get() {
    const values = this.#distributions.all.flatMap((each) => this.#toValues(each));
    return { name: this.name, help: this.#help, type: 'histogram', values, aggregator: 'sum' };
  }

  #toValues({ labels, sum, counts }: Distribution<L>): MetricValue[] {
    let count = 0;
    const buckets = counts.map((each, at) => {
      count += each;
      return { labels: { le: this.#bounds[at] ?? '+Inf', ...labels }, value: count, metricName: `${this.name}_bucket` };
    });
    return [
      ...buckets,
      { labels, value: sum, metricName: `${this.name}_sum` },
      { labels, value: count, metricName: `${this.name}_count` },
    ];
  }
}

/** A value, or one value for each label, that is read on a scrape. */
export class MetricGauge {
  readonly name: string;
  readonly #options: GaugeOptions;

  constructor(options: GaugeOptions, registry: MetricRegistry) {
    this.name = options.name;
    this.#options = options;
    registry.add(this);
  }

  /** Called by the registry. */
  async get() {
    const { name, help, read, type = 'gauge', aggregator = 'sum' } = this.#options;
    return { name, help, type, values: read(), aggregator };
  }
}

/** A gauge and how several workers' values are put together. */
export interface GaugeOptions {
  name: string;
  help: string;
  /** The current values; none while there is nothing to report. */
  read(): MetricValue[];
  /** `counter` for a value that is counted elsewhere and only grows. */
  type?: 'gauge' | 'counter';
  aggregator?: 'sum' | 'max' | 'min' | 'first';
}
