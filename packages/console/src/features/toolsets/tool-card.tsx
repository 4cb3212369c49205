/** A chosen tool: its name and texts next to the vendor's, its version, its size, and what is wrong with it. */
import type { Impact } from '@dragoman/model';
import type { ToolsetTool, ToolsetUpdate } from '@dragoman/sdk';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { Badge, ImpactBadge } from '../../components/badge.js';
import { IconButton } from '../../components/button.js';
import { SelectField, TextAreaField, TextField } from '../../components/field.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { visibleText } from '../../components/visible-text.js';
import { hrefOf, updatesTarget } from '../links.js';
import { type DraftTool, keyOf } from './draft.js';
import { tokensOf } from './model-tools.js';
import { updateTones } from './use-tool-facts.js';

/** What a card changes; the functions must stay the same, so that only the changed card is rendered again. */
export interface CardActions {
  onChange: (key: string, change: Partial<DraftTool>, place: string) => void;
  onMove: (key: string, by: -1 | 1) => void;
  onRemove: (tool: DraftTool) => void;
}

/** Props of a card. */
export interface ToolCardProps {
  toolsetId: string;
  tool: DraftTool;
  isFirst: boolean;
  isLast: boolean;
  /** As the server would store it. */
  foreseen: ToolsetTool | undefined;
  impact: Impact | undefined;
  /** What the vendor changed. */
  update: ToolsetUpdate | undefined;
  /** The tool that it reads like. */
  twin: string | undefined;
  /** What is wrong with it, one per line. */
  problems: string;
  actions: CardActions;
}

/** The card. */
export const ToolCard = memo(function ToolCard(props: ToolCardProps) {
  const { tool, foreseen, problems, actions } = props;
  const [isOpen, setOpen] = useState(false);
  const key = keyOf(tool);
  const texts = Object.values(tool.inputTexts).filter((text) => text !== '').length;
  return (
    <li className="rounded-lg border border-line bg-raised shadow-panel [contain-intrinsic-size:auto_18rem] [content-visibility:auto]">
      <CardHeader {...props} />
      <div className="flex flex-col gap-3 p-3">
        {problems !== '' && (
          <div role="alert" className="text-sm text-bad">
            {problems.split('\n').map((problem) => (
              <p key={problem}>
                <ThirdPartyText text={problem} limit={300} />
              </p>
            ))}
          </div>
        )}
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
          <TextField
            mono
            label="Name for models"
            value={tool.name}
            placeholder={visibleText(tool.vendorName, 64)}
            maxLength={64}
            spellCheck={false}
            onChange={(event) => actions.onChange(key, { name: event.target.value }, 'name')}
          />
          <SelectField
            label="Version"
            value={String(tool.version)}
            options={versionOptions(tool, foreseen)}
            onChange={({ target: { value } }) =>
              actions.onChange(key, { version: value === 'latest' ? value : Number(value) }, 'version')
            }
          />
        </div>
        <OwnText
          label="Description"
          vendor={tool.vendorText}
          value={tool.text}
          onChange={(text) => actions.onChange(key, { text }, 'text')}
        />
        {tool.inputs.length > 0 && (
          <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary className="cursor-pointer text-sm font-medium">
              {tool.inputs.length === 1 ? '1 input' : `${tool.inputs.length} inputs`}
              {texts > 0 && <Badge className="ml-2">{texts} in your words</Badge>}
            </summary>
            {isOpen && (
              <div className="flex flex-col gap-3 pt-3">
                {tool.inputs.map(({ name, vendorText }) => (
                  <OwnText
                    key={name}
                    label={visibleText(name, 60)}
                    vendor={vendorText}
                    value={tool.inputTexts[name] ?? ''}
                    onChange={(text) =>
                      actions.onChange(key, { inputTexts: { ...tool.inputTexts, [name]: text } }, `text of ${name}`)
                    }
                  />
                ))}
              </div>
            )}
          </details>
        )}
      </div>
    </li>
  );
});

function CardHeader({ toolsetId, tool, isFirst, isLast, foreseen, impact, update, twin, actions }: ToolCardProps) {
  const key = keyOf(tool);
  const shown = visibleText(tool.name || tool.vendorName, 60);
  const tokens = useMemo(() => (foreseen === undefined ? undefined : tokensOf(foreseen)), [foreseen]);
  return (
    <div className="flex items-start gap-x-2 border-b border-line px-3 py-2">
      <div className="flex min-h-control min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
        <h2 className="max-w-full min-w-0 truncate font-mono text-sm font-semibold" title={shown}>
          {shown}
        </h2>
        {impact !== undefined && <ImpactBadge impact={impact} />}
        {update !== undefined && (
          <a href={hrefOf(updatesTarget(toolsetId))} title={visibleText(update.message, 300)} className="rounded">
            <Badge tone={updateTones[update.class] ?? 'neutral'}>update: {update.class}</Badge>
          </a>
        )}
        {twin !== undefined && <Badge tone="warn">reads like {visibleText(twin, 40)}</Badge>}
        <ThirdPartyText text={tool.agent} limit={60} truncate className="max-w-40 text-sm text-muted" />
        {tokens !== undefined && (
          <span className="text-sm text-faint tabular-nums">about {tokens.toLocaleString('en')} tokens</span>
        )}
      </div>
      <div className="flex shrink-0">
        <IconButton
          icon={ChevronUp}
          label={`Move ${shown} up`}
          disabled={isFirst}
          onClick={() => actions.onMove(key, -1)}
        />
        <IconButton
          icon={ChevronDown}
          label={`Move ${shown} down`}
          disabled={isLast}
          onClick={() => actions.onMove(key, 1)}
        />
        <IconButton icon={X} label={`Remove ${shown}`} onClick={() => actions.onRemove(tool)} />
      </div>
    </div>
  );
}

function versionOptions({ version }: DraftTool, foreseen: ToolsetTool | undefined) {
  const pinned = version === 'latest' ? (foreseen?.version ?? 1) : version;
  return [
    { value: String(pinned), label: `pinned to ${pinned}` },
    { value: 'latest', label: 'follows the vendor' },
  ];
}

interface OwnTextProps {
  label: string;
  /** The vendor's text, which counts while there is none of ours. */
  vendor: string;
  value: string;
  onChange: (text: string) => void;
}

function OwnText({ label, vendor, value, onChange }: OwnTextProps) {
  return (
    <TextAreaField
      label={label}
      rows={2}
      dir="auto"
      value={value}
      placeholder="As the vendor writes it"
      help={
        <>
          Vendor: <ThirdPartyText plain text={vendor} limit={400} />
        </>
      }
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
