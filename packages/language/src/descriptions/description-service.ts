/** Everything that a workbench for descriptions shows: the language service, the score, the checklist, the projections. */
import type { AgisValidator } from '@dragoman/agis';
import { createAgisValidator, parseAgis } from '@dragoman/agis';
import type { PreviewedDescription, Projection, ProjectionTarget } from '@dragoman/core/editing';
import { previewDescription, previewOperation } from '@dragoman/core/editing';
import { parseDescription } from '@dragoman/documents';
import type { ApiDifference, LintReport } from '@dragoman/lint';
import { compareApis, createIncrementalLinter, defaultSettings, openApi } from '@dragoman/lint';
import type { JsonValue } from '@dragoman/model';
import { isFailure, isJsonObject } from '@dragoman/model';
import { createAgisService } from '../kinds/agis.js';
import { createOpenApiService } from '../kinds/openapi.js';
import type { LanguageService } from '../service/language-service.js';
import { rememberLast } from '../text/remember-last.js';
import type { Assessment } from './assess.js';
import { assessReport } from './assess.js';

/** An operation of the description. */
export interface DescribedOperation {
  id: string;
  name: string;
  summary?: string;
}

/** The operations as a server would offer them, or why it would reject the description. */
export interface DescribedOperations {
  operations: DescribedOperation[];
  problems: string[];
}

/** The language service of a kind of description, and what only descriptions have. */
export interface DescriptionService {
  language: LanguageService;
  /** Score, conditions and findings by rule. */
  assess(text: string): Assessment;
  operations(text: string): DescribedOperations;
  /** One operation in the given protocols. */
  project(text: string, operation: string, targets: readonly ProjectionTarget[]): Promise<Projection[]>;
  /** Differences with their effect on callers; undefined when one of the texts cannot be read. */
  compare(before: string, after: string): ApiDifference | undefined;
}

/** Base URL of projections: nothing is served there. */
const origin = 'https://gateway.example';

/** Creates the service of a kind. */
export function createDescriptionService(kind: 'openapi' | 'agis'): DescriptionService {
  const validator = createSharedValidator();
  const linter = createIncrementalLinter();
  const lint = rememberLast((text): LintReport => linter(new TextEncoder().encode(plainText(text, kind))));
  const language = kind === 'agis' ? createAgisService(validator) : createOpenApiService(lint);
  const read = rememberLast((text): PreviewedDescription => {
    const value = readValue(text, kind);
    return value === undefined ? { diagnostics: [] } : previewDescription(value, { kind, validator });
  });
  return {
    language,
    assess: (text) => assessReport({ text, kind, report: lint(text), diagnostics: language.check(text), validator }),
    operations: (text) => listOperations(read(text)),
    async project(text, operation, targets) {
      const { entry } = read(text);
      return entry === undefined ? [] : previewOperation({ entry, operation, targets, origin }, validator);
    },
    compare: (before, after) => compare([before, after].map((text) => readValue(text, kind))),
  };
}

function createSharedValidator(): () => AgisValidator {
  let validator: AgisValidator | undefined;
  return () => {
    validator ??= createAgisValidator();
    return validator;
  };
}

/** The linter does not read the notation, so it gets the document as JSON. */
function plainText(text: string, kind: 'openapi' | 'agis'): string {
  if (kind === 'openapi') return text;
  const { value } = parseAgis(new TextEncoder().encode(text));
  return value?.syntax === 'notation' ? JSON.stringify(value.document) : text;
}

function readValue(text: string, kind: 'openapi' | 'agis'): JsonValue | undefined {
  const bytes = new TextEncoder().encode(text);
  if (kind === 'agis') return parseAgis(bytes).value?.document;
  try {
    return parseDescription(bytes);
  } catch (error) {
    if (isFailure(error)) return undefined;
    throw error;
  }
}

function listOperations({ entry, diagnostics }: PreviewedDescription): DescribedOperations {
  return {
    operations: (entry?.operations ?? []).map(({ id, name, summary }) => ({
      id,
      name,
      ...(summary === undefined ? {} : { summary }),
    })),
    problems: diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
  };
}

function compare([before, after]: readonly (JsonValue | undefined)[]): ApiDifference | undefined {
  const [old, now] = [before, after].map((value) =>
    isJsonObject(value) ? openApi(value, defaultSettings) : undefined,
  );
  return old === undefined || now === undefined ? undefined : compareApis(old, now);
}
