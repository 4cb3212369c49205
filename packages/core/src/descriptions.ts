/**
 * Entry point `@dragoman/core/descriptions`: API descriptions as documents. Runs in a browser: it imports no Node
 * module.
 */
export { sha256Hex } from '#digest';
export { nameWords, plainText, toolText } from './discovery/tool-text.js';
export { checkCallInputs } from './documents/arazzo/check-call.js';
export { chooseAction, evaluateOutputs, evaluateStep } from './documents/arazzo/evaluate-step.js';
export type { Scope } from './documents/arazzo/expression.js';
export { listExpressions, parseExpression } from './documents/arazzo/expression.js';
export { parseArazzo } from './documents/arazzo/parse-arazzo.js';
export type { ScaffoldOperation } from './documents/arazzo/scaffold.js';
export { scaffoldArazzo, writeYaml } from './documents/arazzo/scaffold.js';
export { inputOf } from './documents/arazzo/step-input.js';
export type { Workflow, WorkflowCall } from './documents/arazzo/workflow.js';
export { words as englishWords } from './documents/conduct-readings.js';
export { assessRisk, deriveConduct, deriveImpact, mayAct, showsKind } from './documents/derive-conduct.js';
export type { ReferencePolicy } from './documents/description-reading.js';
export { unknownName } from './documents/unknown-names.js';
export { writeApiText } from './protocols/llms-txt/write-api.js';
export { bundleDocuments, bundledPlace, parseReferenced, refusedOf, withRefused } from './protocols/openapi/bundle.js';
export { readMcpHints } from './protocols/openapi/declared-conduct.js';
export { findOfficialFaults } from './protocols/openapi/official/official-faults.js';
export { convertSwagger, isSwagger } from './protocols/openapi/swagger/convert-swagger.js';
