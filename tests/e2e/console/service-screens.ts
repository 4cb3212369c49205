/** The pictures of services: operations, content, credentials and webhooks. */
import type { Page } from 'playwright-core';
import type { Picture } from './picture.js';

const storedCredentials = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Ticket office' });

async function addCredential(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a credential' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Header').fill('X-API-KEY');
  await dialog.getByLabel('API key').fill('not a real key');
  await dialog.getByLabel('Name (optional)').fill('Ticket office');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('region', { name: 'What changes' }).waitFor();
}

/** The pictures. */
export const servicePictures: readonly Picture[] = [
  { name: 'service', path: '/services/pets?operation=add_pet' },
  {
    name: 'service-effects',
    path: '/services/pets?operation=add_pet',
    async prepare(page) {
      await page.getByRole('region', { name: 'Effects' }).getByRole('button', { name: 'Change' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Impact of a call').selectOption('irreversible');
      await dialog.getByRole('button', { name: 'Preview' }).click();
      await dialog.getByRole('list', { name: 'Differences' }).waitFor();
    },
  },
  {
    name: 'service-content',
    path: '/services/notes?tab=content&kind=prompt&item=briefing',
    async prepare(page) {
      await page.getByLabel('pier (required)').fill('north');
      await page.getByRole('button', { name: 'Render' }).click();
      await page.getByRole('region', { name: 'Content of the service' }).waitFor();
    },
  },
  { name: 'service-content-list', path: '/services/notes?tab=content' },
  {
    name: 'service-content-image',
    path: '/services/notes?tab=content&kind=resource&item=note://harbor/map',
    async prepare(page) {
      await page.getByRole('button', { name: 'Read', exact: true }).click();
      await page.getByRole('img', { name: /^Content 1/ }).waitFor();
    },
  },
  { name: 'service-hostile', path: '/services/hostile-2' },
  ...['versions', 'profile', 'findings', 'activity', 'endpoints'].map((tab) => ({
    name: `service-${tab}`,
    path: `/services/pets?tab=${tab}`,
  })),
  {
    name: 'service-credentials',
    path: '/services/tickets?tab=credentials',
    async prepare(page) {
      if ((await storedCredentials(page).count()) > 0) return;
      await addCredential(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Store' }).click();
      await storedCredentials(page).waitFor();
    },
  },
  { name: 'service-credential-add', path: '/services/tickets?tab=credentials', prepare: addCredential },
  {
    name: 'service-credential-program',
    path: '/services/tickets?tab=credentials',
    async prepare(page) {
      await page.getByRole('button', { name: 'Add a credential' }).click();
      await page.getByLabel('Kind').selectOption('enterprise');
      await page.getByLabel('The client authenticates').selectOption('private_key_jwt');
    },
  },
  { name: 'service-webhooks', path: '/services/harbor-events?tab=webhooks' },
  { name: 'webhooks', path: '/webhooks' },
  {
    name: 'webhooks-subscribe',
    path: '/services/harbor-events?tab=webhooks',
    async prepare(page) {
      await page.getByRole('button', { name: 'Subscribe' }).click();
      await page.getByLabel('How the service signs').selectOption('hmac-sha256');
    },
  },
  {
    name: 'webhooks-messages',
    path: '/webhooks',
    async prepare(page) {
      await page.getByRole('link', { name: 'harbor-events' }).first().click();
      await page
        .getByRole('list', { name: 'Received messages' })
        .getByText('unknown webhook')
        .or(page.getByText('berth.freed'))
        .first()
        .click();
    },
  },
  {
    name: 'service-credential-remove',
    path: '/services/tickets?tab=credentials',
    async prepare(page) {
      await page.getByRole('button', { name: 'Remove Ticket office' }).first().click();
      await page.getByRole('region', { name: 'What changes' }).waitFor();
    },
  },
];
