/** Loads the validator and the YAML library on first use: together they take as long to load as Node itself. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The parts of the JSON Schema validator that we use. */
export const loadAjv = (): Pick<typeof import('ajv/dist/2020.js'), '_' | 'Ajv2020' | 'Name'> =>
  require('ajv/dist/2020.js');

/** The YAML library. */
export const loadYaml = (): typeof import('yaml') => require('yaml');
