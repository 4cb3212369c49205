/**
 * The engine's small door, for programs that start often and only read descriptions: the same names as in the index,
 * without the catalogue, the gateway and the faces, which take ten times as long to load.
 */
export type { Embedder } from './discovery/embedder.js';
export { EmbedderUnavailable } from './discovery/embedder.js';
export { nameWords, plainText } from './discovery/tool-text.js';
export { writeYaml } from './documents/arazzo/scaffold.js';
export type { LocatedDocument } from './documents/located-document.js';
export { createLineFinder } from './documents/located-document.js';
export type { OpenedDescription } from './documents/parse-description.js';
export { openDescription, parseDescription } from './documents/parse-description.js';
export { locateJson, parseLocatedJson } from './documents/parse-located-json.js';
export { parseYaml } from './documents/parse-yaml.js';
export { childPointer, getPointer, parsePointer } from './documents/pointer.js';
export { bundleDocuments, bundledPlace, parseReferenced, refusedOf, withRefused } from './protocols/openapi/bundle.js';
export { convertSwagger, isSwagger } from './protocols/openapi/swagger/convert-swagger.js';
export { compileSchema } from './schema/compile-schema.js';
