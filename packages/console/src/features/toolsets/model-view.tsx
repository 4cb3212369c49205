/** What MCP clients and model APIs get of a draft, with its size, and what an API cannot express or take. */
import { useMemo, useState } from 'react';
import { CodeView } from '../../components/code-view.js';
import { SelectField } from '../../components/field.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { visibleJson } from '../../components/visible-text.js';
import { type ModelTarget, modelTargets, toolsFor } from './model-tools.js';
import type { Foreseen } from './use-foreseen.js';

/** The view. */
export function ModelView({ foreseen: { toolset, isCurrent } }: { foreseen: Foreseen }) {
  const [target, setTarget] = useState<ModelTarget>('mcp');
  const tools = toolset?.tools;
  const { definitions, tokens, loosened, tooMany } = useMemo(() => toolsFor(target, tools ?? []), [target, tools]);
  return (
    <div className="flex h-full flex-col gap-3 overflow-y-auto p-4" aria-busy={!isCurrent}>
      <h2 className="font-semibold">What models see</h2>
      <SelectField
        label="As"
        value={target}
        options={modelTargets}
        onChange={(event) => setTarget(event.target.value as ModelTarget)}
      />
      <p role="status" className="text-sm text-muted tabular-nums">
        About {tokens.toLocaleString('en')} tokens: name, description and inputs of{' '}
        {definitions.length.toLocaleString('en')} {definitions.length === 1 ? 'tool' : 'tools'}.
      </p>
      {tooMany !== undefined && (
        <p className="rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
          This API accepts at most {tooMany} tools in a request.
        </p>
      )}
      {loosened.length > 0 && (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          The description states what this API cannot express, and the gateway validates it:{' '}
          <ThirdPartyText text={loosened.join(', ')} limit={300} className="font-mono" />
        </p>
      )}
      {definitions.length > 0 && (
        <CodeView
          label="tools for models"
          language="json"
          text={visibleJson(JSON.stringify(definitions, null, 2))}
          height="calc(100vh - 24rem)"
        />
      )}
    </div>
  );
}
