/** The node that an arrow key leads to. */
import type { Position } from './layered-layout.js';

const ways: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** The nearest node in the direction of the key; undefined when there is none, or when the key is not an arrow. */
export function nearestNode(positions: ReadonlyMap<string, Position>, from: string, key: string): string | undefined {
  const [right, down] = ways[key] ?? [0, 0];
  const start = positions.get(from);
  if (start === undefined || (right === 0 && down === 0)) return undefined;
  let best: { id: string; distance: number } | undefined;
  for (const [id, { x, y }] of positions) {
    const [ahead, aside] = right === 0 ? [(y - start.y) * down, x - start.x] : [(x - start.x) * right, y - start.y];
    if (id === from || ahead <= 0) continue;
    // What lies straight ahead is nearer than what lies aside.
    const distance = ahead + 3 * Math.abs(aside);
    if (best === undefined || distance < best.distance) best = { id, distance };
  }
  return best?.id;
}
