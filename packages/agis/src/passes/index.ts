/** The eight passes, in the order of AGIS §9.1. To add a pass, add a file and a line here. */
import type { RuleTable } from '../finding.js';
import { everyPassRules } from '../finding.js';
import type { Pass } from '../pass.js';
import { shorthandRules, sourceRules } from '../source-rules.js';
import { manifestRules } from './manifest-rules.js';
import { methodClass } from './method-class.js';
import { methodClassRules } from './method-class-rules.js';
import { methodSyntax } from './method-syntax.js';
import { methodSyntaxRules } from './method-syntax-rules.js';
import { pathSyntax } from './path-syntax.js';
import { pathSyntaxRules } from './path-syntax-rules.js';
import { schemaCompleteness } from './schema-completeness.js';
import { schemaCompletenessRules } from './schema-completeness-rules.js';
import { semanticCompleteness } from './semantic-completeness.js';
import { completenessRules } from './semantic-completeness-rules.js';
import { semanticConsistency } from './semantic-consistency.js';
import { consistencyRules } from './semantic-consistency-rules.js';
import { structural } from './structural.js';
import { structuralRules } from './structural-rules.js';
import { vocabularyIntegrity } from './vocabulary-integrity.js';
import { vocabularyRules } from './vocabulary-integrity-rules.js';

/** Every pass, in order. */
export const passes: readonly Pass[] = Object.freeze([
  structural,
  methodSyntax,
  methodClass,
  pathSyntax,
  semanticCompleteness,
  semanticConsistency,
  vocabularyIntegrity,
  schemaCompleteness,
]);

/** Every rule of every pass: code → row. */
export const agisRules: RuleTable = Object.freeze({
  ...everyPassRules,
  ...sourceRules,
  ...structuralRules,
  ...manifestRules,
  ...methodSyntaxRules,
  ...methodClassRules,
  ...pathSyntaxRules,
  ...completenessRules,
  ...consistencyRules,
  ...vocabularyRules,
  ...shorthandRules,
  ...schemaCompletenessRules,
});
