/**
 * One description → another protocol's, always through the entry: any reader in, one of the writers out. What was
 * chosen, derived, withheld or lost on the way comes along as findings.
 */

import type { AgisValidator } from '@dragoman/agis';
import type { Diagnostic, JsonObject, JsonValue, Protocol } from '@dragoman/model';
import type { EntryDraft, ReadContext } from '../documents/reader.js';
import { openFindings, writeAgis } from '../protocols/agis/write.js';
import { protocols, readDescription } from '../protocols/index.js';
import type { WriteToolsOptions } from '../protocols/mcp/write.js';
import { writeMcpTools } from '../protocols/mcp/write.js';
import { writeOpenApi } from '../protocols/openapi/write.js';

/** Protocols that entries can be written in as a document of their own. */
export const conversionTargets = Object.freeze(['agis', 'openapi', 'mcp'] as const);

/** A protocol to convert to. */
export type ConversionTarget = (typeof conversionTargets)[number];

/** How a description is to be converted. */
export interface ConversionOptions {
  to: ConversionTarget;
  /** The protocol that it is in; found out from the document when absent. */
  from?: Protocol;
  context: ReadContext;
  /** How tools are written, for MCP. */
  tools?: WriteToolsOptions;
  /** Judges what is written in AGIS; whoever converts many keeps one, since its words take longer to load than a document. */
  validator?: AgisValidator;
}

/** What came of a conversion; no document when the description could not be read or nothing of it be written. */
export interface Conversion {
  document?: JsonObject;
  /** Protocol that the description was in, where it was read. */
  from?: Protocol;
  /** What the reader found in the description. */
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
  if (reader === undefined) throw new Error(`no protocol called '${from}' can be read`);
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
