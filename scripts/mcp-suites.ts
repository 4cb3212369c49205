/**
 * Runs the official MCP conformance suite for both revisions, against a server on the official packages and against the
 * gateway in front of it, and its authorization scenarios with the gateway as the client. Fails when the gateway fails a scenario that is not listed, or passes a listed one. The suite needs
 * a newer Node than 20: `MCP_SUITE_NODE` names the program. `--write` writes docs/reference/mcp-suites.md.
 */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { expectedFailures } from './mcp-suites/expected-failures.js';
import { installSuite, suiteVersion } from './mcp-suites/install-suite.js';
import { runClientSuite } from './mcp-suites/run-client-suite.js';
import type { ScenarioResult, SuiteRun } from './mcp-suites/run-suite.js';
import { revisions, runBoth } from './mcp-suites/run-suite.js';
import { writePage } from './mcp-suites/write-page.js';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const node = process.env.MCP_SUITE_NODE ?? process.execPath;
const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
if (Number.parseInt(version.slice(1), 10) < 22) {
  console.error(`The suite needs Node 22 or newer, and this is ${version}; name the program in MCP_SUITE_NODE.`);
  process.exit(2);
}
const suite = await installSuite();
const runs: SuiteRun[] = [];
let wrong = 0;
const client = await runClientSuite({ node, suite });
console.log(`client auth: ${client.filter(({ failed }) => failed === 0).length} of ${client.length} scenarios passed`);
compare('auth', client);
for (const revision of revisions) {
  const run = await runBoth(revision, { node, suite });
  runs.push(run);
  console.log(`${revision}: server ${totals(run.server)}; gateway ${totals(run.gateway)}`);
  compare(revision, run.gateway);
}
if (values.write) {
  const date = new Date().toISOString().slice(0, 10);
  const page = writePage(runs, { client, version: suiteVersion, date });
  await writeFile(new URL('../docs/reference/mcp-suites.md', import.meta.url), page);
}
process.exit(wrong > 0 ? 1 : 0);

/** Compares the failed scenarios of the gateway with the listed ones. */
function compare(list: string, results: readonly ScenarioResult[]): void {
  const expected = Object.keys(expectedFailures[list] ?? {});
  const failed = results.filter((each) => each.failed > 0).map(({ scenario }) => scenario);
  for (const scenario of failed.filter((each) => !expected.includes(each)))
    report(`${scenario} fails through the gateway`);
  for (const scenario of expected.filter((each) => !failed.includes(each)))
    report(`${scenario} passes and is listed as a failure`);
  if (results.length < 20) report(`the suite ran fewer than 20 scenarios of ${list}`);
}

function report(line: string): void {
  wrong += 1;
  console.log(`  WRONG: ${line}`);
}

function totals(results: readonly { passed: number; failed: number }[]): string {
  const sum = (member: 'passed' | 'failed') => results.reduce((all, each) => all + each[member], 0);
  return `${sum('passed')} checks passed, ${sum('failed')} failed`;
}
