/**
 * fast-check as the tests get it: with a fixed seed, so that a run of the gate can be repeated and fails for what was
 * changed, not by the luck of the draw. `FUZZ=1 npx vitest run --project unit` draws anew, `FUZZ=10` ten times as many cases
 * where a test does not say how many.
 */
import fc from '../node_modules/fast-check/lib/fast-check.js';

const { FUZZ } = process.env;
const usualRuns = 100;

fc.configureGlobal(FUZZ === undefined ? { seed: 1 } : { numRuns: usualRuns * Number(FUZZ) });

export * from '../node_modules/fast-check/lib/fast-check.js';
export default fc;
