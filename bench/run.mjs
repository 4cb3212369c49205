/** Starts the benches, which are written in TypeScript: `npm run bench -- [name…] [--json] [--quick]`. */
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { register } from 'tsx/esm/api';

// Memory can only be compared after a garbage collection, which needs this flag.
setFlagsFromString('--expose-gc');
register({ tsconfig: fileURLToPath(new URL('./tsconfig.json', import.meta.url)) });
const { main } = await import('./main.ts');
// Node 20 can wait forever for its loader thread when it ends by itself.
process.exit(await main(process.argv.slice(2)));
