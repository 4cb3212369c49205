/** The one function that creates a language service, for editors that handle several kinds. */
import { createDescriptionService } from './descriptions/description-service.js';
import type { ArazzoOptions } from './kinds/arazzo.js';
import { createArazzoService } from './kinds/arazzo.js';
import type { ProcedureOptions } from './kinds/procedure.js';
import { createProcedureService } from './kinds/procedure.js';
import type { DocumentKind, LanguageService } from './service/language-service.js';

/** What documents of some kinds are checked against. */
export interface ServiceOptions {
  arazzo?: ArazzoOptions;
  /** Without it, a procedure has no tools and every mention is unknown. */
  procedure?: ProcedureOptions;
}

/** Creates the service of a kind. */
export function createLanguageService(kind: DocumentKind, options: ServiceOptions = {}): LanguageService {
  if (kind === 'arazzo') return createArazzoService(options.arazzo);
  if (kind === 'procedure') return createProcedureService(options.procedure ?? { tools: [] });
  return createDescriptionService(kind).language;
}
