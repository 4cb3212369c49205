/** The head of the workflow page: its title, the id of its service, and the commands that do the same. */
import { isJsonObject } from '@dragoman/model';
import { Badge } from '../../components/badge.js';
import { CopyAs } from '../../components/copy-button.js';
import { DetailHeader } from '../../components/detail-header.js';
import { useClient, useSession } from '../../session/console-context.js';
import { commandLine, curlCommand } from '../../session/copy-text.js';
import { objectOf, wordOf } from './raw-document.js';
import type { WorkflowModel } from './use-workflow.js';

/** The header. */
export function WorkflowHeader({
  id,
  model: { parsed },
  isPublished,
}: {
  id: string;
  model: Pick<WorkflowModel, 'parsed'>;
  isPublished: boolean;
}) {
  const { baseUrl } = useClient();
  const { access } = useSession();
  const document = isJsonObject(parsed.document) ? parsed.document : {};
  const title = wordOf(objectOf(document, 'info').title) || id;
  const path = `/agents/${encodeURIComponent(id)}/arazzo.json`;
  return (
    <DetailHeader
      parent={{ to: '/workflows', label: 'Workflows' }}
      title={title}
      badges={<Badge tone={isPublished ? 'good' : 'note'}>{isPublished ? 'published' : 'draft'}</Badge>}
      code={id}
      actions={
        isPublished ? (
          <CopyAs
            command={commandLine(baseUrl, ['sculpt', 'show', id])}
            curl={curlCommand(baseUrl, { path, keyed: access !== 'open' })}
          />
        ) : (
          <CopyAs
            command={commandLine(baseUrl, ['add', `${id}.yaml`])}
            curl={() =>
              curlCommand(baseUrl, {
                method: 'POST',
                path: '/imports',
                body: { items: [{ document }] },
                keyed: access !== 'open',
              })
            }
          />
        )
      }
    />
  );
}
