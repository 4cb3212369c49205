/**
 * fast-check as the tests get it: with a fixed seed, so that a run of the gate can be repeated and fails for what was
 * changed, not by the luck of the draw. `FUZZ=1` draws anew: `FUZZ=1 npx vitest run --project unit`.
 */
import fc from '../node_modules/fast-check/lib/fast-check.js';

if (process.env.FUZZ === undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1 });

export * from '../node_modules/fast-check/lib/fast-check.js';
export default fc;
