/** The client program of a scenario: asks the process that runs the suite, and exits as it says. */
const [runner = '', server = ''] = process.argv.slice(-2);
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');
const response = await fetch(runner, { method: 'POST', body: JSON.stringify({ scenario, context, server }) });
process.stderr.write(await response.text());
process.exitCode = response.ok ? 0 : 1;
