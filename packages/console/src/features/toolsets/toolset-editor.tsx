/** The editor of a toolset: tools to choose from, the chosen ones, and what models see of them. */
import type { StoredToolset } from '@dragoman/sdk';
import { Blocks, Redo2, Save, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../components/button.js';
import { SelectField, TextAreaField, TextField } from '../../components/field.js';
import { Segmented } from '../../components/segmented.js';
import { EmptyState } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { type EditedDraft, useDraft } from '../../components/use-draft.js';
import { useIsNarrow } from '../../components/use-media-query.js';
import { ScopedButton } from '../../session/scoped-button.js';
import { changeTool, type Draft, isDraft, keyOf, moveTool, toDraft, toggleTool } from './draft.js';
import { ModelView } from './model-view.js';
import { SaveDialog } from './save-dialog.js';
import { ToolCard } from './tool-card.js';
import { ToolPicker } from './tool-picker.js';
import { type Foreseen, useForeseen } from './use-foreseen.js';

type Part = 'choose' | 'chosen' | 'model';

/** The editor. */
export function ToolsetEditor({ stored }: { stored: StoredToolset }) {
  const { toolset, etag } = stored;
  const edited = useDraft({ kind: 'toolset', id: toolset.id, isDraft }, { draft: toDraft(toolset), etag });
  const foreseen = useForeseen(toolset.id, edited.draft, toolset);
  const [part, setPart] = useState<Part>('chosen');
  const [isSaving, setSaving] = useState(false);
  const narrow = useIsNarrow();
  const shows = (each: Part) => !narrow || part === each;
  const { draft, change } = edited;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <EditorBar edited={edited} foreseen={foreseen} onSave={() => setSaving(true)} />
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
          <section aria-label="Tools to choose from" className="w-84 shrink-0 border-r border-line max-md:w-full">
            <ToolPicker draft={draft} onToggle={(tool) => change(toggleTool(draft, tool))} />
          </section>
        )}
        {shows('chosen') && <ChosenTools draft={draft} foreseen={foreseen} onChange={change} />}
        {shows('model') && (
          <aside
            aria-label="What models see"
            className="w-92 shrink-0 border-l border-line max-xl:hidden max-md:block! max-md:w-full"
          >
            <ModelView foreseen={foreseen} />
          </aside>
        )}
      </div>
      {isSaving && <SaveDialog stored={stored} edited={edited} onClose={() => setSaving(false)} />}
    </div>
  );
}

interface EditorBarProps {
  edited: EditedDraft<Draft>;
  foreseen: Foreseen;
  onSave: () => void;
}

function EditorBar({ edited: { draft, isChanged, undo, redo }, foreseen, onSave }: EditorBarProps) {
  const { failure } = foreseen;
  const count = draft.tools.length === 1 ? '1 tool' : `${draft.tools.length.toLocaleString('en')} tools`;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-page py-2">
      <p role="status" className="min-w-0 flex-1 text-sm text-muted">
        {count}
        {isChanged ? ', not saved yet' : ', saved'}
        {failure !== undefined && (
          <span className="text-bad">
            {'; it cannot be saved: '}
            <ThirdPartyText text={[failure.message, ...failure.others].join(' ')} limit={300} />
          </span>
        )}
      </p>
      <IconButton icon={Undo2} label="Undo" disabled={undo === undefined} onClick={undo} />
      <IconButton icon={Redo2} label="Redo" disabled={redo === undefined} onClick={redo} />
      <ScopedButton
        scope="registry:write"
        tone="primary"
        icon={Save}
        disabled={!isChanged || failure !== undefined}
        onClick={onSave}
      >
        Save
      </ScopedButton>
    </div>
  );
}

interface ChosenToolsProps {
  draft: Draft;
  foreseen: Foreseen;
  onChange: (draft: Draft) => void;
}

function ChosenTools({ draft, foreseen, onChange }: ChosenToolsProps) {
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
            Choose tools from the list: search for a task, and add what fits.
          </EmptyState>
        )}
        <ol className="flex flex-col gap-3">
          {draft.tools.map((tool, at) => {
            const key = keyOf(tool);
            return (
              <ToolCard
                key={key}
                tool={tool}
                isFirst={at === 0}
                isLast={at === draft.tools.length - 1}
                foreseen={foreseen.toolset?.tools.find(
                  ({ choice }) => keyOf({ agent: choice.agent_id, tool: choice.tool }) === key,
                )}
                problems={foreseen.failure?.ofTool(at) ?? []}
                onChange={(change) => onChange(changeTool(draft, key, change))}
                onMove={(by) => onChange(moveTool(draft, key, by))}
                onRemove={() => onChange(toggleTool(draft, tool))}
              />
            );
          })}
        </ol>
      </div>
    </section>
  );
}

function Header({ draft, onChange }: Omit<ChosenToolsProps, 'foreseen'>) {
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
      <TextField
        label="Name"
        value={draft.name}
        maxLength={200}
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
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
          value={draft.description}
          onChange={(event) => onChange({ ...draft, description: event.target.value })}
        />
      </div>
    </div>
  );
}
