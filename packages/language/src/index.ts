/** Public API of `@dragoman/language`. Every export is named by hand. */
export type { Projection, ProjectionTarget } from '@dragoman/core/editing';
export type { ServiceOptions } from './create-service.js';
export { createLanguageService } from './create-service.js';
export type { AssessedCondition, Assessment, RuleGroup } from './descriptions/assess.js';
export type {
  DescribedOperation,
  DescribedOperations,
  DescriptionService,
} from './descriptions/description-service.js';
export { createDescriptionService } from './descriptions/description-service.js';
export { detectKind } from './detect-kind.js';
export type { ArazzoOptions, KnownOperation } from './kinds/arazzo.js';
export { createArazzoService } from './kinds/arazzo.js';
export type { DescribedTool, ProcedureOptions } from './kinds/procedure.js';
export { createProcedureService } from './kinds/procedure.js';
export type {
  Completion,
  CompletionKind,
  DocumentKind,
  Hover,
  LanguageDiagnostic,
  LanguageService,
  OutlineItem,
  TextEdit,
  TextRange,
} from './service/language-service.js';
export { documentKinds } from './service/language-service.js';
export { applyEdits } from './text/edits.js';
