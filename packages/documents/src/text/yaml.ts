/** The functions of the YAML library that we use, under their own names; each loads the library on first use. */

import type * as Yaml from 'yaml';
import { loadYaml } from '#libraries';

/** Parses one document into nodes. */
export const parseDocument: typeof Yaml.parseDocument = (...given) => loadYaml().parseDocument(...given);

/** Type guards of nodes. */
export const isAlias: typeof Yaml.isAlias = (node): node is Yaml.Alias => loadYaml().isAlias(node);
export const isMap = ((node: unknown) => loadYaml().isMap(node)) as typeof Yaml.isMap;
export const isNode = ((node: unknown) => loadYaml().isNode(node)) as typeof Yaml.isNode;
export const isScalar = ((node: unknown) => loadYaml().isScalar(node)) as typeof Yaml.isScalar;
export const isSeq = ((node: unknown) => loadYaml().isSeq(node)) as typeof Yaml.isSeq;

/** Writes a value as YAML. */
export const stringifyYaml = (value: unknown, options: Yaml.ToStringOptions): string =>
  loadYaml().stringify(value, options);
