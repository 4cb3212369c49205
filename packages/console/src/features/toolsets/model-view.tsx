/** What a model gets of a draft, with its size. */
import { CodeView } from '../../components/code-view.js';
import { visibleJson } from '../../components/visible-text.js';
import { tokensOf, toModelTool } from './model-tools.js';
import type { Foreseen } from './use-foreseen.js';

/** The view. */
export function ModelView({ foreseen: { toolset, isCurrent } }: { foreseen: Foreseen }) {
  const tools = toolset?.tools ?? [];
  const tokens = tools.reduce((sum, tool) => sum + tokensOf(tool), 0);
  return (
    <div className="flex h-full flex-col gap-3 overflow-y-auto p-4" aria-busy={!isCurrent}>
      <div>
        <h2 className="font-semibold">What models see</h2>
        <p className="text-sm text-muted tabular-nums">
          About {tokens.toLocaleString('en')} tokens: name, description and inputs of{' '}
          {tools.length.toLocaleString('en')} {tools.length === 1 ? 'tool' : 'tools'}.
        </p>
      </div>
      {tools.length > 0 && (
        <CodeView
          label="tools for models"
          language="json"
          text={visibleJson(JSON.stringify(tools.map(toModelTool), null, 2))}
          height="calc(100vh - 20rem)"
        />
      )}
    </div>
  );
}
