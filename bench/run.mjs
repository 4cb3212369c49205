/** Starts the benches, which are written in TypeScript: `npm run bench -- [name…] [--json] [--quick]`. */
import { setFlagsFromString } from 'node:v8';
import { register } from 'tsx/esm/api';

// Memory is only comparable after a collection, and only the flag makes that possible.
setFlagsFromString('--expose-gc');
register();
const { main } = await import('./main.ts');
process.exitCode = await main(process.argv.slice(2));
