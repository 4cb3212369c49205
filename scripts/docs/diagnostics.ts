/** The reference page of every diagnostics table; add new tables here. */

import type { DiagnosticRow, DiagnosticTable } from '@dragoman/model';
import { summaryDiagnostics } from '../../packages/agis/src/summary/summary-diagnostics.js';
import { lookAlikeDiagnostics } from '../../packages/core/src/catalogue/look-alikes/diagnostics.js';
import { arazzoDiagnostics } from '../../packages/core/src/documents/arazzo/diagnostics.js';
import { addressDiagnostics } from '../../packages/core/src/documents/check-addresses.js';
import { gatewayDiagnostics } from '../../packages/core/src/gateway/diagnostics.js';
import { procedureDiagnostics } from '../../packages/core/src/procedures/diagnostics.js';
import { a2aDiagnostics } from '../../packages/core/src/protocols/a2a/diagnostics.js';
import { agisDiagnostics } from '../../packages/core/src/protocols/agis/diagnostics.js';
import { aidipDiagnostics } from '../../packages/core/src/protocols/aidip/diagnostics.js';
import { mcpDiagnostics } from '../../packages/core/src/protocols/mcp/diagnostics.js';
import { nactDiagnostics } from '../../packages/core/src/protocols/nact/diagnostics.js';
import { openApiDiagnostics } from '../../packages/core/src/protocols/openapi/diagnostics.js';
import { writeDiagnostics as openApiWriteDiagnostics } from '../../packages/core/src/protocols/openapi/write-diagnostics.js';
import { teamDiagnostics } from '../../packages/core/src/teams/diagnostics.js';
import { textDiagnostics } from '../../packages/documents/src/inspection/untrusted-diagnostics.js';
import { schemaDiagnostics } from '../../packages/documents/src/schema/diagnostics.js';
import { syntaxDiagnostics } from '../../packages/documents/src/text/syntax-diagnostics.js';
import { signatureDiagnostics } from '../../packages/model/src/tool-signature/diagnostics.js';
import { signatureAdvice } from '../../packages/model/src/tool-signature/lint-signature.js';
import { generatedNote, type PageMaker } from '../generated-file.js';

const tables: readonly DiagnosticTable[] = [
  schemaDiagnostics,
  syntaxDiagnostics,
  signatureDiagnostics,
  signatureAdvice,
  aidipDiagnostics,
  agisDiagnostics,
  summaryDiagnostics,
  mcpDiagnostics,
  nactDiagnostics,
  a2aDiagnostics,
  lookAlikeDiagnostics,
  openApiDiagnostics,
  openApiWriteDiagnostics,
  arazzoDiagnostics,
  addressDiagnostics,
  gatewayDiagnostics,
  textDiagnostics,
  procedureDiagnostics,
  teamDiagnostics,
];

/** Generates docs/reference/diagnostics.md. Throws if two tables use the same code. */
export const makeDiagnostics: PageMaker = async () => {
  const rows = tables.flatMap((table) => Object.entries(table)).sort(([a], [b]) => (a < b ? -1 : 1));
  const twice = rows.find(([code], at) => rows[at + 1]?.[0] === code);
  if (twice !== undefined) throw new Error(`The diagnostic ${twice[0]} is in two tables.`);
  const text = [
    '# Diagnostics',
    '',
    generatedNote,
    '',
    'Findings about a description or a response. Only an error rejects the document; words in braces are placeholders.',
    'Compare the code, never the text.',
    '',
    ...rows.map(([code, row]) => writeDiagnostic(code, row)),
  ].join('\n');
  return [{ path: 'docs/reference/diagnostics.md', text }];
};

function writeDiagnostic(code: string, row: DiagnosticRow): string {
  return [
    `## ${code}`,
    '',
    `**${row.severity}**: ${row.message}`,
    '',
    `- Why: ${row.why}`,
    `- What to do: ${row.help}`,
    '',
  ].join('\n');
}
