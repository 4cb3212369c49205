/** The libraries in a browser, where a bundler puts them into the page; the counterpart of `node.ts`. */
import { _, Ajv2020, Name } from 'ajv/dist/2020.js';
import * as yaml from 'yaml';

/** The parts of the JSON Schema validator that we use. */
export const loadAjv = () => ({ _, Ajv2020, Name });

/** The YAML library. */
export const loadYaml = (): typeof import('yaml') => yaml;
