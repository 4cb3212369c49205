#!/usr/bin/env node
// The command as installed. The program itself is built from the sources, so say so when it is not there yet.
import { existsSync } from 'node:fs';

const program = new URL('../dist/main.js', import.meta.url);
if (existsSync(program)) {
  const { main } = await import(program.href);
  await main();
} else {
  process.stderr.write('dragoman is not built yet: run npm run build first\n');
  process.exitCode = 2;
}
