/** A tiny MCP server over stdio whose resources can be watched; of 2025, or of the stateless revision. */

const common = `
const subscribed = []; const unsubscribed = []; const levels = [];
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const updated = (uri, _meta) => send({ method: 'notifications/resources/updated', params: { uri, ...(_meta ? { _meta } : {}) } });
const capabilities = { resources: { subscribe: true }, logging: {} };
const serve = (handle) => require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (method === 'state') send({ id, result: { subscribed, unsubscribed, levels, pid: process.pid } });
  else if (method === 'exit') process.exit(3);
  else handle(id, method, params);
});`;

/** Sends updates for \`update\` ({ uri, times }), log messages for \`log\`, and refuses the resource "refused:x". */
export const sessionServer = `${common}
serve((id, method, params) => {
  if (method === 'initialize') send({ id, result: { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'one', version: '1' } } });
  if (method === 'resources/subscribe' && params.uri === 'refused:x') send({ id, error: { code: -32602, message: 'no such resource' } });
  else if (method === 'resources/subscribe') { subscribed.push(params.uri); send({ id, result: {} }); }
  if (method === 'resources/unsubscribe') { unsubscribed.push(params.uri); send({ id, result: {} }); }
  if (method === 'update') { for (let at = 0; at < (params.times ?? 1); at += 1) updated(params.uri); send({ id, result: {} }); }
  if (method === 'logging/setLevel') { levels.push(params.level); send({ id, result: {} }); }
  if (method === 'log') { send({ method: 'notifications/message', params: { level: 'info', data: params.text } }); if (!params.stays) send({ id, result: {} }); }
});`;

/** The same in the stateless revision; \`lists\` reports changed lists to the requests that asked for them. */
export const statelessServer = `${common}
const open = new Map(); const key = 'io.modelcontextprotocol/subscriptionId';
serve((id, method, params) => {
  if (method === 'initialize') send({ id, error: { code: -32022, message: 'unsupported', data: { supported: ['2026-07-28'] } } });
  if (method === 'server/discover') send({ id, result: { supportedVersions: ['2026-07-28'], capabilities } });
  if (method === 'subscriptions/listen') {
    const { resourceSubscriptions: [uri] = [] } = params.notifications;
    if (uri === 'refused:x') return send({ id, error: { code: -32602, message: 'no such resource' } });
    if (uri !== undefined) subscribed.push(uri);
    open.set(id, params.notifications);
    send({ method: 'notifications/subscriptions/acknowledged', params: { notifications: params.notifications, _meta: { [key]: id } } });
  }
  if (method === 'notifications/cancelled' && open.has(params.requestId)) { unsubscribed.push(...(open.get(params.requestId).resourceSubscriptions ?? [])); open.delete(params.requestId); }
  if (method === 'update') {
    for (const [listen, { resourceSubscriptions = [] }] of open)
      for (let at = 0; resourceSubscriptions.includes(params.uri) && at < (params.times ?? 1); at += 1) updated(params.uri, { [key]: listen });
    send({ id, result: {} });
  }
  if (method === 'end') { for (const listen of open.keys()) send({ id: listen, result: { _meta: { [key]: listen } } }); open.clear(); send({ id, result: {} }); }
  if (method === 'lists') {
    for (const [listen, { toolsListChanged }] of open) if (toolsListChanged) send({ method: 'notifications/tools/list_changed', params: { _meta: { [key]: listen } } });
    send({ id, result: {} });
  }
});`;
