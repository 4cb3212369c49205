/** Logistic regression with Newton's method and light regularization. */

/** One example: its features, whether it is positive, and how much it counts. */
export interface WeightedExample {
  features: readonly number[];
  positive: boolean;
  weight: number;
}

const rounds = 40;
const ridge = 0.05;

/** The probability of an example. */
export function probabilityOf(weights: readonly number[], features: readonly number[]): number {
  const sum = features.reduce((total, value, at) => total + value * (weights[at] ?? 0), 0);
  return 1 / (1 + Math.exp(-sum));
}

/** Fits one weight per feature. */
export function fitLogistic(examples: readonly WeightedExample[]): number[] {
  const size = examples[0]?.features.length ?? 0;
  let weights: number[] = Array.from({ length: size }, () => 0);
  for (let round = 0; round < rounds; round += 1) {
    const gradient = weights.map((value) => -ridge * value);
    const curve = weights.map((_, at) => weights.map((_, other): number => (at === other ? ridge : 0)));
    for (const { features, positive, weight } of examples) {
      const p = probabilityOf(weights, features);
      features.forEach((value, at) => {
        gradient[at] = (gradient[at] ?? 0) + weight * ((positive ? 1 : 0) - p) * value;
        features.forEach((other, place) => {
          const row = curve[at] ?? [];
          row[place] = (row[place] ?? 0) + weight * p * (1 - p) * value * other;
        });
      });
    }
    const step = solve(curve, gradient);
    weights = weights.map((value, at) => value + (step[at] ?? 0));
  }
  return weights;
}

/** Gaussian elimination for a small positive system. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  for (let pivot = 0; pivot < rows.length; pivot += 1) {
    for (let at = 0; at < rows.length; at += 1) {
      const [own, top] = [rows[at] ?? [], rows[pivot] ?? []];
      if (at === pivot) continue;
      const factor = (own[pivot] ?? 0) / (top[pivot] ?? 1);
      rows[at] = own.map((value, place) => value - factor * (top[place] ?? 0));
    }
  }
  return rows.map((row, at) => (row[rows.length] ?? 0) / (row[at] ?? 1));
}
