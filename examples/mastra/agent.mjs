/** A Mastra agent with the tools of a service: its own MCP client, any model with a Chat Completions API. */
import { Agent } from '@mastra/core/agent';
import { MCPClient } from '@mastra/mcp';

const { DRAGOMAN_MCP = '', DRAGOMAN_KEY = '', MODEL_URL = '', MODEL_KEY = '' } = process.env;
const question = process.argv[2] ?? 'Which vessel is at B7?';

const requestInit = { headers: { authorization: `Bearer ${DRAGOMAN_KEY}` } };
const mcp = new MCPClient({ servers: { desk: { url: new URL(DRAGOMAN_MCP), requestInit } } });
try {
  const agent = new Agent({
    id: 'harbour',
    name: 'Harbour',
    instructions: 'Help with berths.',
    model: { id: 'custom/model', url: MODEL_URL, apiKey: MODEL_KEY },
    tools: await mcp.listTools(),
  });
  const { text } = await agent.generate(question);
  console.log(text);
} finally {
  await mcp.disconnect();
}
