/**
 * Figures of what happens with every call: plain numbers, found by the values of their labels, and brought into the form
 * that Prometheus reads only when somebody reads them. The library's own counters look their labels over each time.
 */
import type { Metric, Registry } from 'prom-client';

/** What a figure is called and told by. */
export interface TallyOptions<L extends string> {
  name: string;
  help: string;
  labelNames: readonly L[];
}

/** One figure as the library wants it told. */
interface Told {
  value: number;
  labels: Record<string, string | number>;
  metricName?: string;
}

type Labels<L extends string> = Readonly<Record<L, string>>;

/** Things of one kind by the values of their labels. */
class LabelTree<L extends string, T> {
  readonly #names: readonly L[];
  readonly #make: (labels: Labels<L>) => T;
  readonly #root = new Map<string, unknown>();
  readonly all: T[] = [];

  constructor(names: readonly L[], make: (labels: Labels<L>) => T) {
    this.#names = names;
    this.#make = make;
  }

  /** The thing of these labels, made at the first look. There is one level of maps for each label. */
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

  #add(level: Map<string, unknown>, value: string, labels: Labels<L>): T {
    // Whoever counts may know more than this figure is told by.
    const own = Object.fromEntries(this.#names.map((name) => [name, labels[name]])) as Labels<L>;
    const made = this.#make(own);
    level.set(value, made);
    this.all.push(made);
    return made;
  }
}

/** Counts. */
export class Tally<L extends string> {
  readonly name: string;
  readonly #help: string;
  readonly #counts: LabelTree<L, { labels: Labels<L>; value: number }>;

  constructor({ name, help, labelNames }: TallyOptions<L>, registry: Registry) {
    this.name = name;
    this.#help = help;
    this.#counts = new LabelTree(labelNames, (labels) => ({ labels, value: 0 }));
    register(registry, this);
  }

  inc(labels: Labels<L>): void {
    this.#counts.find(labels).value += 1;
  }

  /** What the registry asks for. */
  async get() {
    const values: Told[] = this.#counts.all.map(({ labels, value }) => ({ labels, value }));
    return { name: this.name, help: this.#help, type: 'counter', values, aggregator: 'sum' };
  }
}

interface Spread<L extends string> {
  labels: Labels<L>;
  sum: number;
  /** Observations up to each bound and above the one before; the last are those above every bound. */
  counts: number[];
}

/** Counts by size: how many observations were not larger than each bound. */
export class SpreadTally<L extends string> {
  readonly name: string;
  readonly #help: string;
  readonly #bounds: readonly number[];
  readonly #spreads: LabelTree<L, Spread<L>>;

  /** Bounds from the smallest up. */
  constructor({ name, help, labelNames, bounds }: TallyOptions<L> & { bounds: readonly number[] }, registry: Registry) {
    this.name = name;
    this.#help = help;
    this.#bounds = bounds;
    this.#spreads = new LabelTree(labelNames, (labels) => ({
      labels,
      sum: 0,
      counts: new Array<number>(bounds.length + 1).fill(0),
    }));
    register(registry, this);
  }

  observe(labels: Labels<L>, value: number): void {
    const spread = this.#spreads.find(labels);
    const bounds = this.#bounds;
    let at = 0;
    while (at < bounds.length && value > (bounds[at] ?? 0)) at += 1;
    spread.sum += value;
    spread.counts[at] = (spread.counts[at] ?? 0) + 1;
  }

  /** What the registry asks for. */
  async get() {
    const values = this.#spreads.all.flatMap((spread) => this.#tell(spread));
    return { name: this.name, help: this.#help, type: 'histogram', values, aggregator: 'sum' };
  }

  #tell({ labels, sum, counts }: Spread<L>): Told[] {
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

/** The registry asks its members for their name and `get` alone; its typing knows only the library's own kinds. */
function register(registry: Registry, tally: { name: string; get(): Promise<unknown> }): void {
  registry.registerMetric(tally as unknown as Metric<string>);
}
