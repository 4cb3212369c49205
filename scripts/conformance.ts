/** `npm run conformance`: reports which requirements in docs/spec the last test run proves. */
import { fileURLToPath } from 'node:url';
import { runConformance } from './conformance/run-conformance.js';

const ci = process.argv.includes('--ci') || process.env.CI === 'true';
const { lines, problems } = runConformance(fileURLToPath(new URL('..', import.meta.url)), ci);
for (const line of lines) console.log(line);
for (const problem of problems) console.error(`conformance: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
