/** `dragoman events`: follows what happens on the server. */
import type { EventTopic, FollowedEvent } from '@dragoman/sdk';
import { eventTopics } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { connect } from '../registry/connect.js';
import type { Painted, Palette } from '../terminal/paint.js';
import { line } from '../terminal/paint.js';
import { escapeJson } from '../terminal/sanitize.js';

/** Follows events. */
export const events: Command = {
  name: 'events',
  summary: 'Follow the events of the registry',
  details:
    'Prints changes of the catalogue, progress of imports, ended calls, waiting vectors, checks of sources, stdio ' +
    'MCP servers and MCP clients ' +
    'as they happen, until you interrupt it. You see only events that you may see. It reconnects and resumes ' +
    'automatically; "reload" means that events were missed. With --json, one object per line.',
  arguments: [],
  options: [
    { name: 'topic', value: 'topic', multiple: true, description: 'Only these events', choices: eventTopics },
    { name: 'after', value: 'id', description: 'Start after this event' },
    { name: 'limit', value: 'n', description: 'Stop after this many events' },
  ],
  examples: [
    { line: 'dragoman events', explanation: 'Everything that you may see' },
    { line: 'dragoman events --topic calls --topic sources', explanation: 'Ended calls and checks of sources' },
    { line: 'dragoman events --json --limit 1 --topic imports', explanation: 'For programs' },
  ],
  async run(context) {
    const { options, print, runtime } = context;
    const limit = options.number('limit', { min: 1, max: 1_000_000 }) ?? Number.POSITIVE_INFINITY;
    const after = options.text('after');
    if (after === '') throw new UsageError('--after needs the id of an event');
    const topics = options.texts('topic') as EventTopic[];
    let shown = 0;
    for await (const event of connect(context).events.follow({
      signal: runtime.signal,
      ...(topics.length === 0 ? {} : { topics }),
      ...(after === undefined ? {} : { lastEventId: after }),
      onReconnect: (ms, error) => {
        if (error !== undefined) print.note(line`The connection was lost; connecting again in ${ms / 1000} s.`);
      },
    })) {
      if (print.json) print.raw(escapeJson(JSON.stringify(event)));
      else print.out(describe(event, print.color));
      await print.settled();
      if (event.type !== 'ready') shown += 1;
      if (shown >= limit) return 0;
    }
    return 0;
  },
};

function describe(event: FollowedEvent, color: Palette): Painted {
  const isBad =
    event.type === 'server.failed' ||
    event.type === 'reload' ||
    (event.type === 'call.finished' && event.outcome !== 'done');
  const type = isBad ? color.bad(event.type) : color.name(event.type);
  return line`${color.faint(event.at)}  ${type}  ${factsOf(event)}`;
}

/** The facts of an event in reading order. */
function factsOf(event: FollowedEvent): string {
  switch (event.type) {
    case 'ready':
      return event.resumed ? 'resumed' : 'connected';
    case 'reload':
      return `events were missed (${event.reason})`;
    case 'entry.added':
    case 'entry.changed':
    case 'entry.removed':
      return `${event.service}${event.operations === undefined ? '' : `  ${event.operations} operations`}`;
    case 'import.progress':
      return `${event.stage} ${event.done} of ${event.total}${event.failed === 0 ? '' : `, ${event.failed} failed`}${
        event.waiting === undefined ? '' : `, ${event.waiting} operations wait`
      }  ${event.trace_id}`;
    case 'call.finished':
      return [
        event.operation === undefined ? event.service : `${event.service} ${event.operation}`,
        event.code === '' ? event.outcome : `${event.outcome} ${event.code}`,
        `${event.ms} ms`,
        ...(event.tries > 1 ? [`${event.tries} tries`] : []),
        event.caller,
        event.trace_id,
      ].join('  ');
    case 'calls.omitted':
      return omittedText(event);
    case 'approval.changed':
      return `${event.service} ${event.operation}  ${event.state}  ${event.caller}  ${event.approval}`;
    case 'vectors.waiting':
      return `${event.waiting} operations wait`;
    case 'source.checked':
      return `${event.source}  ${event.outcome}${event.failures === 0 ? '' : `  failed ${event.failures} times`}`;
    case 'tools.listed':
      return [event.caller, event.endpoint, `${event.tools} tools`, event.client ?? ''].join('  ').trimEnd();
    case 'webhook.received':
      return [
        event.service,
        event.webhook ?? 'unknown webhook',
        event.valid ? 'valid' : 'does not match its schema',
        event.subscription,
        event.delivery,
      ].join('  ');
    default:
      return `${event.server}${event.pid === undefined ? '' : `  pid ${event.pid}`}  ${event.reason ?? ''}`.trimEnd();
  }
}

function omittedText({ groups, incomplete }: Extract<FollowedEvent, { type: 'calls.omitted' }>): string {
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const failed = groups.reduce((sum, group) => sum + group.failed, 0);
  const rest = incomplete ? ', and further ones that were not counted' : '';
  return `${count} calls were not shown one by one, ${failed} of them not done${rest}`;
}
