/** One key with everything about it, and what can be done with it. */
import type { ApiKey, IssuedApiKey } from '@dragoman/sdk';
import { Ban, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { CopyButton } from '../../components/copy-button.js';
import { Dialog } from '../../components/dialog.js';
import { Facts } from '../../components/page.js';
import { dateText, relativeTime } from '../../components/relative-time.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { visibleText } from '../../components/visible-text.js';
import { RevokeKey, RotateKey } from './key-dialogs.js';
import { keyState } from './key-state.js';

/** Props of the sheet. */
export interface KeySheetProps {
  apiKey: ApiKey;
  /** Called with the key that replaces it. */
  onIssued: (issued: IssuedApiKey) => void;
  onClose: () => void;
}

/** The sheet. */
export function KeySheet({ apiKey, onIssued, onClose }: KeySheetProps) {
  const [doing, setDoing] = useState<'rotate' | 'revoke'>();
  const { meaning } = keyState(apiKey);
  return (
    <Dialog
      open
      onClose={onClose}
      placement="sheet"
      title={<ThirdPartyText text={apiKey.name} limit={120} />}
      description={meaning}
      actions={
        apiKey.usable && (
          <>
            <Button tone="danger" icon={Ban} onClick={() => setDoing('revoke')}>
              Revoke
            </Button>
            {apiKey.replaced_by === undefined && (
              <Button icon={RefreshCw} onClick={() => setDoing('rotate')}>
                Rotate
              </Button>
            )}
          </>
        )
      }
    >
      <KeyFacts apiKey={apiKey} />
      {doing === 'rotate' && <RotateKey apiKey={apiKey} onIssued={onIssued} onClose={() => setDoing(undefined)} />}
      {doing === 'revoke' && <RevokeKey apiKey={apiKey} onClose={() => setDoing(undefined)} />}
    </Dialog>
  );
}

function KeyFacts({ apiKey }: { apiKey: ApiKey }) {
  const { word, tone } = keyState(apiKey);
  const time = (at: string) => <time dateTime={at}>{`${relativeTime(at)}, ${dateText(at)}`}</time>;
  return (
    <Facts
      facts={[
        [
          'State',
          <Badge key="state" tone={tone}>
            {word}
          </Badge>,
        ],
        [
          'Id',
          <span key="id" className="flex items-center gap-1">
            <code className="min-w-0 font-mono text-sm text-anywhere">{visibleText(apiKey.id, 60)}</code>
            <CopyButton compact text={apiKey.id} label="Copy id" className="size-6!" />
          </span>,
        ],
        ['Identity', <ThirdPartyText key="subject" text={apiKey.subject} limit={200} />],
        [
          'Scopes',
          <span key="scopes" className="flex flex-wrap gap-1">
            {apiKey.scopes.map((scope) => (
              <Badge key={scope}>{visibleText(scope, 60)}</Badge>
            ))}
          </span>,
        ],
        ['Created', time(apiKey.created_at)],
        ['Expires', apiKey.expires_at === undefined ? 'never' : time(apiKey.expires_at)],
        ['Last use', apiKey.last_used_at === undefined ? 'never' : time(apiKey.last_used_at)],
        ...(apiKey.revoked_at === undefined ? [] : [['Revoked', time(apiKey.revoked_at)] as const]),
        ...(apiKey.replaced_by === undefined
          ? []
          : [
              [
                'Replaced by',
                <code key="by" className="font-mono text-sm">
                  {visibleText(apiKey.replaced_by, 60)}
                </code>,
              ] as const,
            ]),
      ]}
    />
  );
}
