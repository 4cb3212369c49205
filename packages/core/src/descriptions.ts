/**
 * Entry point `@dragoman/core/descriptions`: API descriptions as documents. Runs in a browser: it imports no Node
 * module.
 */
export { nameWords, plainText, toolText } from './discovery/tool-text.js';
export type { ScaffoldOperation } from './documents/arazzo/scaffold.js';
export { scaffoldArazzo, writeYaml } from './documents/arazzo/scaffold.js';
export { deriveConduct, isRisky, mayAct } from './documents/derive-conduct.js';
export type { ReferencePolicy } from './documents/description-reading.js';
export { writeApiText } from './protocols/llms-txt/write-api.js';
export { bundleDocuments, bundledPlace, parseReferenced, refusedOf, withRefused } from './protocols/openapi/bundle.js';
export { readMcpHints } from './protocols/openapi/declared-conduct.js';
export { findOfficialFaults } from './protocols/openapi/official/official-faults.js';
export { convertSwagger, isSwagger } from './protocols/openapi/swagger/convert-swagger.js';
