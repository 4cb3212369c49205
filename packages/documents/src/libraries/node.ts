/** Loads libraries on first use: together they take longer to load than Node itself. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The parts of the JSON Schema validator that we use. */
export const loadAjv = (): Pick<typeof import('ajv/dist/2020.js'), '_' | 'Ajv2020' | 'Name'> =>
  require('ajv/dist/2020.js');

/** The YAML library. */
export const loadYaml = (): typeof import('yaml') => require('yaml');

/** The fast YAML library, which gives no positions. */
export const loadJsYaml = (): typeof import('js-yaml') => require('js-yaml');

/** The engine for untrusted regular expressions. */
export const loadRe2 = (): Pick<typeof import('re2js'), 'RE2JS'> => require('re2js');
