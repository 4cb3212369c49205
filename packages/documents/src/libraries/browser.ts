/** The libraries in a browser, where a bundler puts them into the page; the counterpart of `node.ts`. */
import { _, Ajv2020, Name } from 'ajv/dist/2020.js';
import * as jsYaml from 'js-yaml';
import { RE2JS } from 're2js';
import * as yaml from 'yaml';

/** The parts of the JSON Schema validator that we use. */
export const loadAjv = () => ({ _, Ajv2020, Name });

/** The YAML library. */
export const loadYaml = (): typeof import('yaml') => yaml;

/** The fast YAML library, which gives no positions. */
export const loadJsYaml = (): typeof import('js-yaml') => jsYaml;

/** The engine for untrusted regular expressions. */
export const loadRe2 = () => ({ RE2JS });
