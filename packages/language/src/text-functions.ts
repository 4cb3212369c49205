/** Entry point `@dragoman/language/text`: small functions for pages that leave the checks to a worker. */
export { detectKind } from './detect-kind.js';
export { applyEdits } from './text/edits.js';
