/** A JSON value as a tree that can be opened level by level; long lists are shown in portions. */
import { useState } from 'react';
import { ThirdPartyText } from './third-party-text.js';

/** Members shown at first, and with each request for more. */
const portion = 100;

/** Levels that are open at first. */
const openLevels = 2;

/** A JSON value. */
export function JsonView({ value, label }: { value: unknown; label: string }) {
  return (
    <div role="group" aria-label={label} className="overflow-x-auto font-mono text-sm">
      <JsonNode value={value} level={0} />
    </div>
  );
}

function JsonNode({ name, value, level }: { name?: string; value: unknown; level: number }) {
  const [open, setOpen] = useState(level < openLevels);
  if (typeof value !== 'object' || value === null) {
    return (
      <div className="flex gap-2 py-px pl-4">
        <Name name={name} />
        <Leaf value={value} />
      </div>
    );
  }
  const members = Array.isArray(value) ? value.map((each, at) => [String(at), each] as const) : Object.entries(value);
  const size = Array.isArray(value) ? `[${members.length}]` : `{${members.length}}`;
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer py-px select-none marker:text-faint">
        <Name name={name} /> <span className="text-faint">{size}</span>
      </summary>
      {open && <Members members={members} level={level} />}
    </details>
  );
}

function Members({ members, level }: { members: readonly (readonly [string, unknown])[]; level: number }) {
  const [shown, setShown] = useState(portion);
  return (
    <div className="ml-1.5 border-l border-line pl-2.5">
      {members.slice(0, shown).map(([name, value]) => (
        <JsonNode key={name} name={name} value={value} level={level + 1} />
      ))}
      {members.length > shown && (
        <button
          type="button"
          className="py-px pl-4 text-accent hover:underline"
          onClick={() => setShown(shown + portion)}
        >
          {(members.length - shown).toLocaleString('en')} more
        </button>
      )}
    </div>
  );
}

function Name({ name }: { name: string | undefined }) {
  if (name === undefined) return null;
  return (
    <span className="shrink-0 text-note">
      <ThirdPartyText text={name} limit={200} />:
    </span>
  );
}

/** Characters of a text that are shown at first. */
const shownCharacters = 1000;

function Leaf({ value }: { value: unknown }) {
  const [whole, setWhole] = useState(false);
  if (typeof value !== 'string') return <span className="text-warn">{String(value)}</span>;
  const isLong = value.length > shownCharacters;
  return (
    <span className="min-w-0 text-good">
      &quot;
      <ThirdPartyText text={value} limit={isLong && !whole ? shownCharacters : 200_000} />
      &quot;
      {isLong && (
        <button type="button" className="ml-2 font-sans text-accent hover:underline" onClick={() => setWhole(!whole)}>
          {whole ? 'Show less' : `Show all ${value.length.toLocaleString('en')} characters`}
        </button>
      )}
    </span>
  );
}
