/**
 * fast-check with a fixed seed, so that CI runs are reproducible and fail only because of changes. `FUZZ=1 npx vitest run
 * --project unit` uses a new seed, `FUZZ=10` also ten times as many cases.
 */
import fc from '../node_modules/fast-check/lib/fast-check.js';

const { FUZZ } = process.env;
const usualRuns = 100;

const assertMore = ((property: fc.IRawProperty<unknown>, parameters: fc.Parameters<unknown> = {}) =>
  fc.assert(property, {
    ...parameters,
    numRuns: (parameters.numRuns ?? usualRuns) * Number(FUZZ),
  })) as typeof fc.assert;

if (FUZZ === undefined) fc.configureGlobal({ seed: 1 });

export default FUZZ === undefined ? fc : { ...fc, assert: assertMore };
