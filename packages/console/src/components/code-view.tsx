/** Code to read, copy or edit. The editor is loaded on demand; until then, and for short snippets, the plain text is shown. */
import { lazy, Suspense } from 'react';
import { classNames } from './class-names.js';
import { CopyButton } from './copy-button.js';

/** Languages with highlighting. */
export type CodeLanguage = 'json' | 'yaml' | 'markdown' | 'text';

const CodeEditor = lazy(() => import('./code-editor.js'));

/** A short text to copy, such as a command line. */
export function Snippet({ text, label, wrap = false }: { text: string; label: string; wrap?: boolean }) {
  return (
    <figure className="flex items-start overflow-hidden rounded-md border border-line bg-sunken" aria-label={label}>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
        tabIndex={0}
        className={classNames(
          'max-h-96 min-w-0 flex-1 overflow-auto py-2.5 pr-2 pl-3 font-mono text-sm focus-visible:-outline-offset-2',
          wrap && 'whitespace-pre-wrap text-anywhere',
        )}
      >
        {text}
      </pre>
      <CopyButton compact tone="secondary" text={text} label={`Copy ${label}`} className="m-1" />
    </figure>
  );
}

/** Props of a code view. */
export interface CodeViewProps {
  /** Name for screen readers. */
  label: string;
  text: string;
  language?: CodeLanguage;
  /** Makes the text editable. */
  onChange?: (text: string) => void;
  /** CSS height, such as `100%` of the parent; by default the content decides, up to 32rem. */
  height?: string;
}

/** Code with line numbers, highlighting, folding and search. */
export function CodeView(props: CodeViewProps) {
  const plain = (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
      tabIndex={0}
      className="overflow-auto p-3 font-mono text-sm whitespace-pre-wrap text-anywhere"
      style={{ maxHeight: props.height ?? '32rem' }}
    >
      {props.text}
    </pre>
  );
  return (
    <div
      className={classNames(
        'relative overflow-hidden rounded-md border border-line bg-surface',
        props.height === '100%' && 'min-h-0 flex-1',
      )}
    >
      <Suspense fallback={plain}>
        <CodeEditor {...props} />
      </Suspense>
      <CopyButton
        compact
        tone="secondary"
        text={props.text}
        label={`Copy ${props.label}`}
        className="absolute top-1.5 right-3"
      />
    </div>
  );
}
