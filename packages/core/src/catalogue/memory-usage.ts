/** Usage of services in memory; it lasts as long as the process. */
import type { UsagePoint, UsageStep, UsageStore } from './usage.js';
import { addUsage, noUsage, startOfPeriod } from './usage.js';

/** Keeps usage in memory; everything is copied in and out. */
export function createMemoryUsage(): UsageStore {
  const steps: Record<UsageStep, Map<string, UsagePoint>> = { minute: new Map(), hour: new Map() };
  const addTo = (step: UsageStep, { service, at, ...counts }: UsagePoint) => {
    const start = startOfPeriod(at, step);
    const key = JSON.stringify([service, start]);
    const kept = steps[step].get(key) ?? { service, at: start, ...noUsage() };
    addUsage(kept, counts);
    steps[step].set(key, kept);
  };
  return {
    async add(points) {
      for (const point of points) for (const step of ['minute', 'hour'] as const) addTo(step, point);
    },
    read: async (service, step, { since, until }) =>
      [...steps[step].values()]
        .filter((point) => point.service === service && point.at >= since && point.at < until)
        .sort((a, b) => (a.at < b.at ? -1 : 1))
        .map((point) => ({ ...point, durations: [...point.durations] })),
    async totals(since, limit, services) {
      const sums = new Map<string, UsagePoint>();
      for (const { service, at, ...counts } of steps.hour.values()) {
        if (at < since || services?.includes(service) === false) continue;
        const sum = sums.get(service) ?? { service, at: since, ...noUsage() };
        addUsage(sum, counts);
        sums.set(service, sum);
      }
      return [...sums.values()]
        .sort((a, b) => b.calls - a.calls || (a.service < b.service ? -1 : 1))
        .slice(0, limit)
        .map(({ at: _at, durations: _durations, ...sum }) => sum);
    },
    async prune({ minutes, hours }) {
      let removed = 0;
      for (const [step, before] of [
        ['minute', minutes],
        ['hour', hours],
      ] as const) {
        for (const [key, { at }] of steps[step]) {
          if (at >= before) continue;
          steps[step].delete(key);
          removed += 1;
        }
      }
      return removed;
    },
  };
}
