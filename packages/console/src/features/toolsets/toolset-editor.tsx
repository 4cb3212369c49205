/** The editor of a toolset: tools to choose from, the chosen ones, and what models see of them. */
import { useMemo, useState } from 'react';
import { Segmented } from '../../components/segmented.js';
import type { EditedDraft } from '../../components/use-draft.js';
import { useIsNarrow } from '../../components/use-media-query.js';
import { ChosenTools } from './chosen-tools.js';
import { type Draft, toggleTool } from './draft.js';
import { ModelView } from './model-view.js';
import { ToolPicker } from './tool-picker.js';
import type { Foreseen } from './use-foreseen.js';
import { useSimilar } from './use-similar.js';

type Part = 'choose' | 'chosen' | 'model';

/** Props of the editor. */
export interface ToolsetEditorProps {
  toolsetId: string;
  edited: EditedDraft<Draft>;
  foreseen: Foreseen;
}

/** The editor. */
export function ToolsetEditor({ toolsetId, edited: { draft, change }, foreseen }: ToolsetEditorProps) {
  const similar = useSimilar(foreseen.toolset?.tools);
  const twins = useMemo(
    () => new Map(similar?.pairs.flatMap(({ tools: [one, other] }) => [[one, other] as const, [other, one] as const])),
    [similar],
  );
  const [part, setPart] = useState<Part>('chosen');
  const narrow = useIsNarrow();
  const shows = (each: Part) => !narrow || part === each;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {narrow && (
        <div className="border-b border-line px-page py-2">
          <Segmented
            label="Part of the editor"
            value={part}
            options={[
              { value: 'choose', label: 'Choose' },
              { value: 'chosen', label: 'Chosen' },
              { value: 'model', label: 'Model' },
            ]}
            onChange={setPart}
          />
        </div>
      )}
      <div className="flex min-h-0 flex-1">
        {shows('choose') && (
          <section
            aria-label="Tools to choose from"
            className="w-84 shrink-0 border-r border-line max-md:w-full max-md:border-r-0"
          >
            <ToolPicker draft={draft} onToggle={(tool) => change(toggleTool(draft, tool))} />
          </section>
        )}
        {shows('chosen') && (
          <ChosenTools toolsetId={toolsetId} draft={draft} foreseen={foreseen} twins={twins} onChange={change} />
        )}
        {shows('model') && (
          <aside
            aria-label="What models see"
            className="w-92 shrink-0 border-l border-line max-xl:hidden max-md:block! max-md:w-full max-md:border-l-0"
          >
            <ModelView foreseen={foreseen} similar={similar} />
          </aside>
        )}
      </div>
    </div>
  );
}
