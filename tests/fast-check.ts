/**
 * fast-check as the tests get it: with a fixed seed, so that a run of the gate can be repeated and fails for what was
 * changed, not by the luck of the draw. `FUZZ=1 npx vitest run --project unit` draws anew, `FUZZ=10` ten times as many cases.
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
