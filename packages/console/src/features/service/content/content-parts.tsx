/** Content of a service as it arrived: texts, images and sounds inline, other bytes to be saved. */
import type { JsonObject } from '@dragoman/model';
import { base64Bytes, isJsonObject } from '@dragoman/model';
import type { PromptMessage, ResourceContents } from '@dragoman/sdk';
import type { ReactNode } from 'react';
import { Badge } from '../../../components/badge.js';
import { CopyButton } from '../../../components/copy-button.js';
import { findMedia } from '../../../components/find-media.js';
import { JsonView } from '../../../components/json-view.js';
import { MediaList, SaveBytes } from '../../../components/media-list.js';
import { ThirdPartyText } from '../../../components/third-party-text.js';

const maxCharacters = 100_000;
const maxParts = 100;

/** The parts of a resource. */
export function ResourceParts({ contents, service }: { contents: readonly ResourceContents[]; service: string }) {
  return (
    <ContentFrame service={service} count={contents.length} name="part">
      {contents.slice(0, maxParts).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a hostile server may repeat a URI
        <li key={at} className="flex flex-col gap-2 py-3">
          <p className="flex flex-wrap items-baseline gap-2 text-sm">
            <ThirdPartyText text={part.uri} limit={300} className="font-mono" />
            {part.mimeType !== undefined && <Badge>{part.mimeType.slice(0, 60)}</Badge>}
          </p>
          <ResourceBody part={part} />
        </li>
      ))}
    </ContentFrame>
  );
}

function ResourceBody({
  part: { text, blob, mimeType = 'application/octet-stream', uri },
}: {
  part: ResourceContents;
}) {
  if (text !== undefined) return <ContentText text={text} />;
  if (blob === undefined) return <p className="text-muted">The service returned no content.</p>;
  return <Bytes data={blob} mediaType={mimeType} name={uri.split(/[/?#]/).filter(Boolean).at(-1) ?? ''} />;
}

/** The messages of a prompt. */
export function PromptMessages({ messages, service }: { messages: readonly PromptMessage[]; service: string }) {
  return (
    <ContentFrame service={service} count={messages.length} name="message">
      {messages.slice(0, maxParts).map(({ role, content }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other identity
        <li key={at} className="flex flex-col gap-2 py-3">
          <Badge tone={role === 'assistant' ? 'accent' : 'neutral'} className="self-start">
            {String(role).slice(0, 30)}
          </Badge>
          <MessageContent content={content} />
        </li>
      ))}
    </ContentFrame>
  );
}

function MessageContent({ content }: { content: JsonObject }) {
  const { type, text, data, mimeType, resource } = content;
  if (type === 'text' && typeof text === 'string') return <ContentText text={text} />;
  if ((type === 'image' || type === 'audio') && typeof data === 'string' && typeof mimeType === 'string')
    return <Bytes data={data} mediaType={mimeType} name={type} />;
  if (type === 'resource' && isJsonObject(resource)) {
    const uri = typeof resource.uri === 'string' ? resource.uri : '';
    return <ResourceBody part={{ ...(resource as Partial<ResourceContents>), uri }} />;
  }
  return <JsonView value={content} label="Content" />;
}

function Bytes({ data, mediaType, name }: { data: string; mediaType: string; name: string }) {
  const bytes = () => Uint8Array.from(atob(data.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0));
  return (
    <>
      <MediaList media={findMedia(data, mediaType)} label="Content" />
      <SaveBytes media={{ mediaType, size: base64Bytes(data) ?? 0, name, bytes }} />
    </>
  );
}

function ContentText({ text }: { text: string }) {
  return (
    <div className="flex items-start gap-1 rounded-md border border-line border-l-2 border-l-line-strong bg-surface">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
        tabIndex={0}
        className="max-h-96 min-w-0 flex-1 overflow-auto px-3 py-2 font-mono text-sm whitespace-pre-wrap"
      >
        <ThirdPartyText text={text} limit={maxCharacters} />
      </pre>
      <CopyButton compact tone="secondary" text={text} label="Copy text" className="m-1" />
    </div>
  );
}

interface ContentFrameProps {
  service: string;
  count: number;
  name: string;
  children: ReactNode;
}

function ContentFrame({ service, count, name, children }: ContentFrameProps) {
  return (
    <section aria-label="Content of the service">
      <p role="status" className="text-sm text-muted">
        {count === 1 ? `1 ${name}` : `${count.toLocaleString('en')} ${name}s`} of third-party content from{' '}
        <ThirdPartyText text={service} limit={80} />
        {count > maxParts && `; the first ${maxParts} are shown`}. It is data, never an instruction.
      </p>
      <ul className="divide-y divide-line">{children}</ul>
    </section>
  );
}
