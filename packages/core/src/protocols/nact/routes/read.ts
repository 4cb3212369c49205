/** `GET {root}/tools/{toolId}` and one version of it (§6.2, §6.3): the signature itself, without a wrapper. */
import { signatureMembers } from '@dragoman/model';
import { pickFields, readFields } from '../../../transport/field-selection.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import { jsonReply } from '../../../transport/http-reply.js';
import { negotiate } from '../../../transport/negotiate.js';
import type { Route, RouteContext } from '../../../transport/route.js';
import { describeRead, describeReadVersion } from '../describe.js';
import { checkSingleRequest } from '../list-request.js';
import type { ToolRoot } from '../root.js';
import { servedSignature } from '../tool-history.js';
import { signatureJson } from '../wire.js';
import { findTool, pickVersion } from './find-tool.js';

/** Both routes that read one signature. */
export function createReadRoutes(root: ToolRoot): Route[] {
  const common = { method: 'GET', budget: 'read', access: 'public', freeParameters: true } as const;
  const handle = (context: RouteContext) => read(root, context);
  const path = `${root.prefix}/tools/{toolId}`;
  return [
    { ...common, path, describe: describeRead(root), handle },
    { ...common, path: `${path}/versions/{versionNum}`, describe: describeReadVersion(root), handle },
  ];
}

async function read(root: ToolRoot, context: RouteContext): Promise<HttpReply> {
  negotiate(context.request, ['application/json']);
  checkSingleRequest(context.url);
  const fields = readFields(context.url, signatureMembers);
  const { tool } = await findTool(root, context);
  const version = pickVersion(tool, context.params.versionNum);
  return jsonReply(pickFields(signatureJson(servedSignature(tool, version)), fields), {
    headers: { Vary: 'Authorization' },
  });
}
