/**
 * Converts a description into another protocol, always through the entry: any reader on one side, one of the writers on
 * the other. Everything chosen, derived, withheld or lost is reported as findings.
 */

import type { AgisValidator } from '@dragoman/agis';
import type { Diagnostic, JsonObject, JsonValue, Protocol } from '@dragoman/model';
import type { EntryDraft, ReadContext } from '../documents/reader.js';
import { openFindings, writeAgis } from '../protocols/agis/write.js';
import { protocols, readDescription } from '../protocols/index.js';
import type { WriteToolsOptions } from '../protocols/mcp/write.js';
import { writeMcpTools } from '../protocols/mcp/write.js';
import { writeOpenApi } from '../protocols/openapi/write.js';

/** Protocols in which an entry can be written as a document. */
export const conversionTargets = Object.freeze(['agis', 'openapi', 'mcp'] as const);

/** A protocol to convert to. */
export type ConversionTarget = (typeof conversionTargets)[number];

/** Options of a conversion. */
export interface ConversionOptions {
  to: ConversionTarget;
  /** Protocol of the description; detected from the document when absent. */
  from?: Protocol;
  context: ReadContext;
  /** How tools are written for MCP. */
  tools?: WriteToolsOptions;
  /**
   * Validates written AGIS. Share one checker between conversions, because loading its word lists takes longer than
   * checking a document.
   */
  validator?: AgisValidator;
}

/**
 * Result of a conversion. The document is absent when the description could not be read or nothing could be written.
 */
export interface Conversion {
  document?: JsonObject;
  /** Protocol of the description, where it was read. */
  from?: Protocol;
  /** Findings of the reader on the description. */
  read: Diagnostic[];
  /** What the writer chose, drafted, withheld or lost. */
  written: Diagnostic[];
  /** Open findings on the new document itself. */
  open: Diagnostic[];
}

/** Converts one description. */
export function convertDescription(document: JsonValue, options: ConversionOptions): Conversion {
  const { from, context } = options;
  const reader = from === undefined ? readDescription : protocols.find(({ name }) => name === from)?.read;
  if (reader === undefined) throw new Error(`Cannot read descriptions of protocol '${from}'`);
  const { value, diagnostics } = reader(document, context);
  if (value === undefined) return { read: diagnostics, written: [], open: [] };
  return { from: value.origin.protocol, read: diagnostics, ...writers[options.to](value, options) };
}

type Written = Pick<Conversion, 'document' | 'written' | 'open'>;

const writers: Readonly<Record<ConversionTarget, (entry: EntryDraft, options: ConversionOptions) => Written>> = {
  agis(entry, { validator }) {
    const { document, report, diagnostics } = writeAgis(entry, validator === undefined ? {} : { validator });
    return { document, written: diagnostics, open: openFindings(report) };
  },
  openapi(entry) {
    const { value, diagnostics } = writeOpenApi({ id: entry.slug, ...entry }, { face: 'own' });
    return { document: value, written: diagnostics, open: [] };
  },
  mcp(entry, { tools: wanted }) {
    const { tools, diagnostics } = writeMcpTools(entry, wanted);
    if (tools.length === 0) return { written: diagnostics, open: [] };
    return { document: { tools }, written: diagnostics, open: [] };
  },
};
