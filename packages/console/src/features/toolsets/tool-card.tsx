/** A chosen tool: its name and texts next to the vendor's, its version, its size, and what is wrong with it. */
import type { ToolsetTool } from '@dragoman/sdk';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../components/badge.js';
import { IconButton } from '../../components/button.js';
import { SelectField, TextAreaField, TextField } from '../../components/field.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { visibleText } from '../../components/visible-text.js';
import type { DraftTool } from './draft.js';
import { tokensOf } from './model-tools.js';

/** Props of a card. */
export interface ToolCardProps {
  tool: DraftTool;
  isFirst: boolean;
  isLast: boolean;
  /** As the server would store it. */
  foreseen: ToolsetTool | undefined;
  problems: readonly string[];
  onChange: (change: Partial<DraftTool>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** The card. */
export function ToolCard({ tool, isFirst, isLast, foreseen, problems, onChange, onMove, onRemove }: ToolCardProps) {
  const [isOpen, setOpen] = useState(false);
  const shown = visibleText(tool.name || tool.vendorName, 60);
  const texts = Object.values(tool.inputTexts).filter((text) => text !== '').length;
  return (
    <li className="rounded-lg border border-line bg-raised shadow-panel">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-3 py-2">
        <h2 className="min-w-0 flex-1 truncate font-mono text-sm font-semibold">{shown}</h2>
        <ThirdPartyText text={tool.agent} limit={60} truncate className="max-w-40 text-sm text-muted" />
        {foreseen !== undefined && (
          <span className="text-sm text-faint tabular-nums">
            about {tokensOf(foreseen).toLocaleString('en')} tokens
          </span>
        )}
        <IconButton icon={ChevronUp} label={`Move ${shown} up`} disabled={isFirst} onClick={() => onMove(-1)} />
        <IconButton icon={ChevronDown} label={`Move ${shown} down`} disabled={isLast} onClick={() => onMove(1)} />
        <IconButton icon={X} label={`Remove ${shown}`} onClick={onRemove} />
      </div>
      <div className="flex flex-col gap-3 p-3">
        {problems.length > 0 && (
          <div role="alert" className="text-sm text-bad">
            {problems.map((problem) => (
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
            onChange={(event) => onChange({ name: event.target.value })}
          />
          <SelectField
            label="Version"
            value={String(tool.version)}
            options={versionOptions(tool, foreseen)}
            onChange={({ target: { value } }) => onChange({ version: value === 'latest' ? value : Number(value) })}
          />
        </div>
        <OwnText
          label="Description"
          vendor={tool.vendorText}
          value={tool.text}
          onChange={(text) => onChange({ text })}
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
                    onChange={(text) => onChange({ inputTexts: { ...tool.inputTexts, [name]: text } })}
                  />
                ))}
              </div>
            )}
          </details>
        )}
      </div>
    </li>
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
