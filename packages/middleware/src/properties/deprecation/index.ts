/** Deprecation: the entry point `@dragoman/middleware/deprecation`. */
export type { DeprecationNotice, DeprecationOptions } from './deprecation.js';
export { createDeprecation } from './deprecation.js';
export type { DescribedDeprecationOptions } from './described-deprecation.js';
export { createDescribedDeprecation } from './described-deprecation.js';
