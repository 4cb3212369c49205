/** The linter's public surface. Each export is named by hand. */

export type { Api, ApiOperation, LintTarget } from './api/api.js';
export { readApi } from './api/read-api.js';
export type { Baseline } from './baseline.js';
export { onlyNew, readBaseline, writeBaseline } from './baseline.js';
export { findCollisions } from './collisions.js';
export type { IgnoreLine, LintConfig } from './config.js';
export { createPassOver, defaultConfig, readLintConfig } from './config.js';
export type { ApiChange, ChangeEffect, DiffRuleId } from './diff/change.js';
export { diffRules } from './diff/change.js';
export type { ApiDifference } from './diff/compare-apis.js';
export { compareApis } from './diff/compare-apis.js';
export type { FixedDocument } from './fix-document.js';
export { fixDocument } from './fix-document.js';
export type { WriteFormat } from './formats/index.js';
export { formats } from './formats/index.js';
export type { Attestations, LabelLine, Verdict } from './label.js';
export type { RuleLevels } from './lint-api.js';
export type { LintOptions, LintReport } from './lint-document.js';
export { lintDocument, openApi } from './lint-document.js';
export type { LintFinding, Rule, RuleCases, Section } from './rule.js';
export { sectionOf, sections } from './rule.js';
export { buildCase } from './rule-cases.js';
export { rules } from './rules/index.js';
export type { Score, SectionScore } from './score.js';
export { countBySeverity } from './score.js';
export type { LintSettings, Names, Thresholds } from './settings.js';
export { defaultSettings } from './settings.js';
