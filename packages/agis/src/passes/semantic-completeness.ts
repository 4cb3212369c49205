/** Pass 5: every endpoint declares its meaning with the fields and values of AGIS §6, at the checked level. */
import type { Findings } from '../finding.js';
import { createFindings } from '../finding.js';
import type { EndpointView, Pass, PassContext } from '../pass.js';
import { checkSemanticMaps } from './check-semantic-maps.js';
import { checkSemanticTexts } from './check-semantic-texts.js';
import { checkSemanticValues } from './check-semantic-values.js';
import { checkToolNames } from './check-tool-names.js';
import type { DescribedText } from './described-texts.js';
import { findOrder, listDescribedTexts, listFurtherTexts } from './described-texts.js';
import { hasParameters, lacksTransition, level2Fields } from './level2.js';
import type { CompletenessCode } from './semantic-completeness-rules.js';
import { completenessRules } from './semantic-completeness-rules.js';
import type { SemanticReading } from './semantic-reading.js';
import { createSemanticReading } from './semantic-reading.js';

/** Pass 5. */
export const semanticCompleteness: Pass = {
  number: 5,
  name: 'Semantic Completeness',
  run(context) {
    const findings = createFindings(5, completenessRules, context);
    for (const endpoint of context.endpoints) checkEndpoint(context, endpoint, findings);
    checkToolNames(context, findings);
    checkDescription(context, findings);
    return findings.list();
  },
};

function checkEndpoint(context: PassContext, endpoint: EndpointView, findings: Findings<CompletenessCode>): void {
  const { semantic, node, pointer, label, elided } = endpoint;
  if (semantic === undefined || Object.keys(semantic).length === 0) {
    // Pass 1 reports a block of a wrong type.
    if (semantic === undefined && node.semantic !== undefined && node.semantic !== null) return;
    const code = elided ? 'agis/semantic-elided' : 'agis/no-semantic';
    const parameters = { endpoint: label, field: 'the semantic block' };
    findings.report(code, { pointer: `${pointer}/semantic`, element: label, parameters });
    return;
  }
  const reading = createSemanticReading(context, { endpoint, semantic }, findings);
  checkSemanticTexts(reading);
  checkSemanticValues(reading);
  checkSemanticMaps(reading);
  checkLevel(reading);
}

function checkLevel(reading: SemanticReading): void {
  const { semantic, context, endpoint, pointer } = reading;
  const second = context.options.level === 2;
  for (const { field, missing, code } of level2Fields) {
    if (semantic[field] !== undefined) continue;
    // An irreversible endpoint without guidance has its own, more severe finding.
    if (!second && field === 'confidence_guidance' && semantic.impact_tier === 'irreversible') continue;
    reading.report(second ? code : missing, { pointer: `${pointer}/${field}`, element: field });
  }
  if (!second) return;
  if (semantic.parameter_hints === undefined && hasParameters(endpoint, context.document)) {
    reading.report('agis/level2-hints', { pointer, element: 'parameter_hints' });
  }
  if (lacksTransition(semantic)) reading.report('agis/level2-transition', { pointer, element: 'state_transition' });
}

function checkDescription({ document, words: known }: PassContext, findings: Findings<CompletenessCode>): void {
  const { description, schemas } = document;
  const report = (text: DescribedText, place: string) => {
    const words = findOrder(text, known);
    if (words === undefined) return;
    const { pointer, text: element } = text;
    findings.report('agis/instruction-elsewhere', { pointer, element, parameters: { place, words } });
  };
  if (typeof description === 'string')
    report({ text: description, pointer: '/description', isData: false }, 'the description of the service');
  for (const text of listDescribedTexts(schemas, '/schemas'))
    report(text, `a ${text.isData ? 'name or value' : 'description'} in a shared schema`);
  for (const text of listFurtherTexts(document))
    report(text, `the member "${text.pointer.slice(text.pointer.lastIndexOf('/') + 1).slice(0, 80)}"`);
}
