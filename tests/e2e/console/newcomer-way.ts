/**
 * The way of a newcomer through the console: from an empty server to an imported document, a found operation, a
 * confirmed irreversible call, its trace, and a connected MCP client. The end-to-end test and the bench follow it.
 */
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import { type HttpHost, startHttpHost } from '../http-host.js';

/** The document that the newcomer imports, and the call that is made. */
export interface NewcomerPlan {
  /** Path of the document. */
  file: string;
  /** Words that find an irreversible operation. */
  request: string;
  /** Its name in the list of results. */
  operation: RegExp;
  /** Method and URL as the preview shows them. */
  sent: RegExp;
  /** Values of the required inputs. */
  inputs: Readonly<Record<string, string>>;
}

/** A small document of this repository. */
export const petstorePlan: NewcomerPlan = {
  file: fileURLToPath(new URL('../fixtures/browser/petstore-expanded.swagger.json', import.meta.url)),
  request: 'delete a pet',
  operation: /\bdelete_pet\b/,
  sent: /^DELETE http:\S+\/pets\/7$/,
  inputs: { id: '7' },
};

/** One step: what the newcomer does, until its result is visible. */
export interface NewcomerStep {
  name: string;
  run(page: Page): Promise<void>;
}

/** A service that answers every call with the request that it got. */
export interface Echo {
  host: HttpHost;
  /** Settings of a server that may call it. */
  env: Record<string, string>;
}

/** Starts the service. */
export async function startEcho(): Promise<Echo> {
  const host = await startHttpHost(async (url, { method, body }) =>
    Response.json({ method, path: new URL(url).pathname, body: body ?? null }),
  );
  const env = { DRAGOMAN_OUTBOUND_ALLOW: new URL(host.origin).host, DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true' };
  return { host, env };
}

/** The steps on a page that is open at the start of the console; `service` is the URL of the echo service. */
export function newcomerSteps(plan: NewcomerPlan, service: string): NewcomerStep[] {
  const { file, request, operation, sent, inputs } = plan;
  return [
    {
      name: 'preview a document',
      async run(page) {
        await page.getByRole('link', { name: /^Add an OpenAPI document/ }).click();
        await page.getByLabel('Files').setInputFiles(file);
        await page.getByLabel('Calls go to').fill(service);
      },
    },
    {
      name: 'import it',
      async run(page) {
        await page.getByRole('button', { name: 'Import', exact: true }).click();
        await page.getByText('1 service is in the catalogue').waitFor();
      },
    },
    {
      name: 'find an operation',
      async run(page) {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').fill(request);
        await page.getByRole('option', { name: operation }).first().click();
        await page.getByRole('link', { name: 'Try', exact: true }).waitFor();
      },
    },
    {
      name: 'preview the call',
      async run(page) {
        await page.getByRole('link', { name: 'Try', exact: true }).click();
        for (const [name, value] of Object.entries(inputs)) {
          await page.getByRole('textbox', { name, exact: true }).fill(value);
        }
        await page.getByRole('button', { name: 'Preview' }).click();
        await page.getByText(sent).waitFor();
      },
    },
    {
      name: 'confirm and run it',
      async run(page) {
        await page.getByRole('button', { name: 'Run', exact: true }).click();
        const dialog = page.getByRole('dialog', { name: 'This call cannot be undone' });
        await dialog.getByText(sent).waitFor();
        await dialog.getByRole('button', { name: 'Run irreversible call' }).click();
        await page.getByRole('region', { name: 'Result of the service' }).getByText('DELETE').waitFor();
      },
    },
    {
      name: 'open its trace',
      async run(page) {
        await page.getByRole('link', { name: 'Open the trace' }).click();
        await page.getByRole('heading', { level: 1, name: 'Trace' }).waitFor();
        await page.getByText('done').first().waitFor();
      },
    },
    {
      name: 'connect an MCP client',
      async run(page) {
        await page.getByRole('link', { name: 'Connect', exact: true }).click();
        const address = await page.getByLabel('endpoint', { exact: true }).innerText();
        const names = await listTools(address.trim());
        if (names.length === 0) throw new Error(`the MCP server at ${address} has no tools`);
      },
    },
  ];
}

/** Names of the tools that a real MCP client gets from an address. */
function listTools(address: string): Promise<string[]> {
  return withMcpClient(address, async (client) => (await client.listTools()).tools.map(({ name }) => name));
}

/** Connects a real MCP client to an address, and closes it after its use. */
export async function withMcpClient<T>(address: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ name: 'newcomer', version: '1.0.0' }, {});
  await client.connect(new StreamableHTTPClientTransport(new URL(address)));
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}
