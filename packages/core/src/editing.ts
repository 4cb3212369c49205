/**
 * Entry point `@dragoman/core/editing`: checks and previews for editors of descriptions, workflows and procedures. Runs
 * in a browser: it imports no Node module.
 */
export type { PreviewedDescription } from './conversion/preview-operations.js';
export { previewDescription, previewOperation } from './conversion/preview-operations.js';
export type { Projection, ProjectionTarget } from './conversion/project-operation.js';
export { parseArazzo } from './documents/arazzo/parse-arazzo.js';
export type { ProcedureContext } from './procedures/check-procedure.js';
export { checkProcedure } from './procedures/check-procedure.js';
export type { ProcedureParameter, ProcedureTool } from './procedures/procedure-tools.js';
export { resolveTool } from './procedures/procedure-tools.js';
export { meantMentions, readProcedure } from './procedures/read-procedure.js';
