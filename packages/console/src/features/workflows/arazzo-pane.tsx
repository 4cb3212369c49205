/** The text of a workflow in the editor with language features: completion, hover, definitions, diagnostics, quick fixes. */
import { isJsonObject, type JsonSchema } from '@dragoman/model';
import { useEffect, useState } from 'react';
import { LoadingState } from '../../components/states.js';
import type { EditedDraft } from '../../components/use-draft.js';
import { createLanguageClient, type LanguageClient } from '../../language/language-client.js';
import { LanguageEditor } from '../../language/language-editor.js';
import type { useWorkflow } from './use-workflow.js';

/** Props of the pane. */
export interface ArazzoPaneProps {
  edited: EditedDraft<string>;
  model: ReturnType<typeof useWorkflow>;
}

/** The pane; the operations of the steps are those that completion knows. */
export function ArazzoPane({ edited, model }: ArazzoPaneProps) {
  const [client, setClient] = useState<LanguageClient>();
  useEffect(() => {
    const created = createLanguageClient('arazzo', { arazzo: { ownOrigins: [location.origin] } });
    setClient(created);
    return () => created.close();
  }, []);
  const operations = 'document' in model ? model.operations : undefined;
  useEffect(() => {
    if (operations === undefined || !('document' in model)) return;
    const known = model.targets.flatMap(({ agent }, at) => {
      const found = operations[at];
      if (agent === undefined || typeof found !== 'object') return [];
      const { operation, summary, input_schema: input, output_schema: output } = found;
      const about = summary === undefined ? {} : { summary };
      return [{ service: agent, operation, ...about, inputs: namesOf(input), outputs: namesOf(output) }];
    });
    client?.configure({ arazzo: { ownOrigins: [location.origin], operations: known } });
  }, [client, model, operations]);
  return (
    <section aria-label="Text" className="min-w-0 flex-1 p-3">
      {client === undefined ? (
        <LoadingState label="Starting the checks" />
      ) : (
        <LanguageEditor
          label="Arazzo document"
          language="yaml"
          height="100%"
          text={edited.draft}
          client={client}
          onChange={(text) => edited.change(text, 'text')}
        />
      )}
    </section>
  );
}

function namesOf(schema: JsonSchema): string[] {
  return isJsonObject(schema) && isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
}
