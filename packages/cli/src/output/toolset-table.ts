/** Toolsets, their tools, and vendor updates, for people. */
import type { ToolOffer, Toolset, ToolsetSummary, ToolsetUpdate, ToolsetVersion } from '@dragoman/sdk';
import { line } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';

/** Prints toolsets as a table. */
export function printToolsets(print: Printer, toolsets: readonly ToolsetSummary[]): void {
  const columns = [
    { title: 'id' },
    { title: 'version' },
    { title: 'tools' },
    { title: 'mode' },
    { title: 'visibility' },
    { title: 'name', min: 12, prose: true },
  ];
  const rows = toolsets.map(({ id, version, tool_count, mode, visibility, name }) => [
    print.color.name(id),
    String(version),
    String(tool_count),
    mode,
    visibility,
    name,
  ]);
  print.table(columns, rows);
}

/** Prints one toolset with its tools. */
export function printToolset(print: Printer, toolset: Toolset): void {
  const { id, name, version, mode, root } = toolset;
  print.out(line`${print.color.name(id)}  ${name}  version ${version}, ${mode}`);
  print.out(line`root  ${root}`);
  const columns = [
    { title: 'tool' },
    { title: 'version' },
    { title: 'follow' },
    { title: 'service' },
    { title: 'description', min: 16, prose: true },
  ];
  const rows = toolset.tools.map((tool) => [
    print.color.name(tool.name),
    String(tool.version),
    tool.follow,
    tool.agent_id,
    tool.description === tool.vendor_description
      ? tool.description
      : `${tool.description} (vendor: ${tool.vendor_description})`,
  ]);
  if (rows.length > 0) print.table(columns, rows);
  for (const { name: tool, choice } of toolset.tools) {
    for (const [input, text] of Object.entries(choice.inputs ?? {}))
      print.out(line`${print.color.name(tool)}  input ${input}: ${text}`);
  }
  printContent(print, toolset);
}

/** Prints the chosen prompts and resources; nothing when all of its services are offered. */
function printContent(print: Printer, { content }: Toolset): void {
  if (content === undefined) return;
  const { prompts, resources } = content;
  if (prompts.length + resources.length === 0) print.out(line`prompts and resources: none`);
  for (const { agent_id: agent, name } of prompts) print.out(line`prompt    ${agent}  ${name}`);
  for (const { agent_id: agent, uri } of resources) print.out(line`resource  ${agent}  ${uri}`);
}

/** Prints vendor updates. */
export function printUpdates(print: Printer, updates: readonly ToolsetUpdate[]): void {
  for (const update of updates) {
    const { kind, name, version, to, effect, changes, message, stayed } = update;
    // A replacement counts its versions from 1 again.
    const numbers = to === undefined ? `${version}` : kind === 'replaced' ? '' : `${version} → ${to.version}`;
    const meaning = effect === undefined ? '' : `  ${effect}`;
    const note = stayed ? '  (kept)' : '';
    print.out(line`${print.color.name(name)}  ${kind}${numbers === '' ? '' : `  ${numbers}`}${meaning}${note}`);
    print.out(line`  ${message}`);
    for (const change of changes) print.out(line`  ${change.effect.padEnd(12)} ${change.message}`);
    printDifferences(print, update);
  }
}

/** Texts that read differently, and what depends on the tool. */
function printDifferences(print: Printer, { differences, affected: { procedures, teams } }: ToolsetUpdate): void {
  for (const { place, before, after } of differences) {
    print.out(line`  ${place}`);
    if (before !== undefined) print.out(line`    ${print.color.bad('-')} ${before}`);
    if (after !== undefined) print.out(line`    ${print.color.good('+')} ${after}`);
  }
  for (const { id, state, lines } of procedures) {
    const where = lines.length === 1 ? `line ${lines[0]}` : `lines ${lines.join(', ')}`;
    print.out(line`  procedure ${print.color.name(id)} (${state}): ${where}`);
  }
  for (const { id, members } of teams) print.out(line`  team ${print.color.name(id)}: ${members.join(', ')}`);
}

/** Prints the versions of a toolset. */
export function printHistory(print: Printer, versions: readonly ToolsetVersion[]): void {
  for (const { version, action, actor, at, changes } of versions) {
    print.out(line`${print.color.name(String(version))}  ${at}  ${action} by ${actor}`);
    for (const { message } of changes) print.out(line`  ${message}`);
  }
}

/** Prints tools that can be added. */
export function printOffers(print: Printer, offers: readonly ToolOffer[]): void {
  const columns = [
    { title: 'service' },
    { title: 'tool' },
    { title: 'version' },
    { title: 'source', min: 10 },
    { title: 'description', min: 16, prose: true },
  ];
  const rows = offers.map(({ agent_id, name, version, source, description }) => [
    agent_id,
    print.color.name(name),
    String(version),
    source?.name ?? source?.url ?? '',
    description,
  ]);
  print.table(columns, rows);
}
