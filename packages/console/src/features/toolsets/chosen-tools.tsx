/** The header of a toolset and its chosen tools. */
import { Blocks } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { SelectField, TextAreaField, TextField } from '../../components/field.js';
import { EmptyState } from '../../components/states.js';
import { changeTool, type Draft, keyOf, moveTool, toggleTool } from './draft.js';
import { type CardActions, ToolCard } from './tool-card.js';
import type { Foreseen } from './use-foreseen.js';
import { useToolFacts } from './use-tool-facts.js';

/** Props of the part. */
export interface ChosenToolsProps {
  toolsetId: string;
  draft: Draft;
  foreseen: Foreseen;
  /** The tool that a tool reads like, by their names. */
  twins: ReadonlyMap<string, string>;
  onChange: (draft: Draft, place?: string) => void;
}

/** The part. */
export function ChosenTools({ toolsetId, draft, foreseen, twins, onChange }: ChosenToolsProps) {
  const facts = useToolFacts(toolsetId);
  const actions = useActions(draft, onChange);
  const storedTools = foreseen.toolset?.tools;
  const byKey = useMemo(
    () =>
      new Map(
        storedTools?.map((tool) => [keyOf({ agent: tool.choice.agent_id, tool: tool.choice.tool }), tool] as const),
      ),
    [storedTools],
  );
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
      tabIndex={0}
      aria-label="Chosen tools"
      className="min-w-0 flex-1 overflow-y-auto px-page py-4 focus-visible:-outline-offset-2"
    >
      <div className="mx-auto flex max-w-3xl flex-col gap-4">
        <Header draft={draft} onChange={onChange} />
        {draft.tools.length === 0 && (
          <EmptyState icon={Blocks} title="No tools yet">
            Choose tools from the list: search for a task, and add the tools that match.
          </EmptyState>
        )}
        <ol className="flex flex-col gap-3">
          {draft.tools.map((tool, at) => {
            const key = keyOf(tool);
            const stored = byKey.get(key);
            const name = stored?.name ?? tool.name;
            return (
              <ToolCard
                key={key}
                toolsetId={toolsetId}
                tool={tool}
                isFirst={at === 0}
                isLast={at === draft.tools.length - 1}
                foreseen={stored}
                impact={tool.impact ?? facts.impacts.get(name)}
                update={facts.updates.get(name)}
                twin={twins.get(name)}
                problems={(foreseen.failure?.ofTool(at) ?? []).join('\n')}
                actions={actions}
              />
            );
          })}
        </ol>
      </div>
    </section>
  );
}

/** Functions that stay the same while the draft changes. */
function useActions(draft: Draft, onChange: ChosenToolsProps['onChange']): CardActions {
  const now = useRef({ draft, onChange });
  now.current = { draft, onChange };
  return useMemo(() => {
    const apply = (edit: (draft: Draft) => Draft, place?: string) =>
      now.current.onChange(edit(now.current.draft), place);
    return {
      onChange: (key, change, place) => apply((draft) => changeTool(draft, key, change), `${key} ${place}`),
      onMove: (key, by) => apply((draft) => moveTool(draft, key, by)),
      onRemove: (tool) => apply((draft) => toggleTool(draft, tool)),
    };
  }, []);
}

function Header({ draft, onChange }: Pick<ChosenToolsProps, 'draft' | 'onChange'>) {
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
      <TextField
        label="Name"
        dir="auto"
        value={draft.name}
        maxLength={200}
        onChange={(event) => onChange({ ...draft, name: event.target.value }, 'name')}
      />
      <SelectField
        label="Visible to"
        value={draft.visibility}
        options={[
          { value: 'private', label: 'its owner' },
          { value: 'public', label: 'everyone' },
        ]}
        onChange={(event) => onChange({ ...draft, visibility: event.target.value as Draft['visibility'] })}
      />
      <div className="sm:col-span-2">
        <TextAreaField
          label="Description"
          rows={2}
          dir="auto"
          value={draft.description}
          onChange={(event) => onChange({ ...draft, description: event.target.value }, 'description')}
        />
      </div>
    </div>
  );
}
