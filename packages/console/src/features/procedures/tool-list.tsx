/** The tools of the toolset: dragged into the text, or inserted where the cursor is; mentioned ones are marked. */
import type { DescribedTool } from '@dragoman/language';
import { Link } from '@tanstack/react-router';
import { Check, GripVertical, Plus } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../components/button.js';
import { SearchField } from '../../components/field.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { visibleText } from '../../components/visible-text.js';
import { toolsetTarget } from '../links.js';
import { mentionOf } from './draft.js';

/** Props of the list. */
export interface ToolListProps {
  tools: readonly DescribedTool[];
  /** Id of the toolset. */
  toolset: string;
  mentions: readonly { tool: string; line: number }[] | undefined;
  onInsert: (mention: string) => void;
}

/** The list. */
export function ToolList({ tools, toolset, mentions = [], onInsert }: ToolListProps) {
  const [text, setText] = useState('');
  const mentioned = new Set(mentions.map(({ tool }) => tool));
  const shown = tools.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="border-b border-line p-3">
        <SearchField label="Find a tool" value={text} onChange={setText} />
      </div>
      <ul
        aria-label="Tools to mention"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
        tabIndex={0}
        className="min-h-0 flex-1 divide-y divide-line overflow-y-auto focus-visible:-outline-offset-2"
      >
        {shown.map((tool) => (
          <li
            key={tool.name}
            draggable
            onDragStart={(event) => event.dataTransfer.setData('text/plain', mentionOf(tool))}
            className="flex cursor-grab items-start gap-1.5 py-2 pr-1.5 pl-2"
          >
            <GripVertical aria-hidden className="mt-0.5 size-3.5 shrink-0 text-faint" />
            <div className="min-w-0 flex-1">
              <p className="flex items-center gap-1">
                <ThirdPartyText
                  text={tool.name}
                  limit={64}
                  truncate
                  className="min-w-0 font-mono text-sm font-medium"
                />
                {mentioned.has(tool.name) && <Check aria-label="mentioned" className="size-3.5 shrink-0 text-good" />}
              </p>
              <p className="line-clamp-2 text-xs text-muted">
                <ThirdPartyText plain text={tool.description ?? ''} limit={160} />
              </p>
            </div>
            <IconButton
              icon={Plus}
              label={`Insert ${visibleText(tool.name, 64)}`}
              onClick={() => onInsert(mentionOf(tool))}
            />
          </li>
        ))}
        {shown.length === 0 && <li className="px-3 py-6 text-center text-sm text-muted">No tool matches.</li>}
      </ul>
      <p className="border-t border-line px-3 py-2 text-sm">
        <Link {...toolsetTarget(toolset)} className="text-accent-strong underline">
          Add tools to the toolset
        </Link>
      </p>
    </div>
  );
}
