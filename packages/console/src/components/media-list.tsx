/** Images and sounds of third parties, shown inline, and bytes of any type, to be saved as a file. */
import { Download } from 'lucide-react';
import { Button } from './button.js';
import type { Media } from './find-media.js';

/** The media; `label` names what they belong to for screen readers. */
export function MediaList({ media, label }: { media: readonly Media[]; label: string }) {
  return (
    <div className="flex flex-wrap gap-3">
      {media.map(({ id, kind, type, url }) =>
        kind === 'image' ? (
          <img
            key={id}
            src={url}
            alt={`${label} ${id}, ${type}`}
            className="bg-sunken max-h-80 min-h-8 min-w-8 max-w-full rounded-md border border-line object-contain"
          />
        ) : (
          // biome-ignore lint/a11y/useMediaCaption: third-party sound has no captions
          <audio key={id} controls src={url} aria-label={`${label} ${id}, ${type}`} className="max-w-full" />
        ),
      )}
    </div>
  );
}

/** Bytes that can be saved. */
export interface SavedBytes {
  mediaType: string;
  size: number;
  name?: string;
  bytes: () => Uint8Array;
}

/** Type and size of bytes, with a button that saves them. The browser never opens them. */
export function SaveBytes({ media }: { media: SavedBytes }) {
  const { mediaType, size, bytes } = media;
  const save = () => {
    // Never the declared type, which a browser may open as a page.
    const url = URL.createObjectURL(new Blob([bytes().slice()], { type: 'application/octet-stream' }));
    const link = Object.assign(document.createElement('a'), { href: url, download: fileName(media) });
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="text-muted tabular-nums">
        <span className="font-mono text-sm text-text">{mediaType.slice(0, 80)}</span>, {size.toLocaleString('en')} bytes
      </span>
      <Button icon={Download} onClick={save}>
        Save
      </Button>
    </p>
  );
}

/** A name without folders and control characters; its ending is that of the type where it has none. */
export function fileName({ name = 'result', mediaType }: Pick<SavedBytes, 'name' | 'mediaType'>): string {
  const plain =
    name
      .replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')
      .replace(/^\.+/, '')
      .slice(0, 100) || 'result';
  const ending = /^[a-z]+\/(?:x-)?([a-z0-9]{2,5})$/.exec(mediaType)?.[1];
  return plain.includes('.') || ending === undefined ? plain : `${plain}.${ending === 'jpeg' ? 'jpg' : ending}`;
}
