import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startService, type TestService } from '../support/service.ts';
import { CHROMIUM, LEFT_OUT } from './support/chromium.ts';
import { visit, WINDOWS } from './support/visit.ts';

/** Swagger UI draws the field of an e-mail address as it draws other strings, but warns that it has none of its own. */
const NO_FIELD = /Could not find component: JsonSchema_string_email/;

describe('the pages of the API', { skip: LEFT_OUT }, () => {
  let service: TestService;
  let browser: Browser;
  before(async () => {
    service = await startService();
    browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox'] });
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  for (const window of Object.keys(WINDOWS) as (keyof typeof WINDOWS)[]) {
    for (const scheme of ['light', 'dark'] as const) {
      test(`they show every operation and try one, ${window}, ${scheme}`, async () => {
        const options = { window, scheme, mayComplain: NO_FIELD, name: `api-${window}-${scheme}` };
        await visit(browser, service.apiUrl, options, async ({ page }) => {
          const foreign: string[] = [];
          page.on('request', (request) => {
            if (!request.url().startsWith(`${service.apiUrl}/`) && !request.url().startsWith('data:')) {
              foreign.push(request.url());
            }
          });
          await page.goto('/docs');
          await page.locator('.opblock').first().waitFor();
          assert.equal(await page.locator('.opblock').count(), await operationsOf(service));
          assert.equal(await isDark(page), scheme === 'dark');
          await giveKey(page, service.key);
          await tryListingUsers(page);
          assert.ok(await fits(page), 'nothing is wider than the window');
          assert.deepEqual(foreign, []);
        });
      });
    }
  }
});

const METHODS = new Set(['get', 'put', 'post', 'patch', 'delete']);

async function operationsOf(service: TestService): Promise<number> {
  const { body } = await service.as(undefined).get('/openapi.json');
  const operations = Object.values<object>(body.paths).flatMap((path) => Object.keys(path));
  return operations.filter((name) => METHODS.has(name)).length;
}

async function giveKey(page: Page, key: string): Promise<void> {
  await page.getByRole('button', { name: 'Authorize', exact: true }).first().click();
  const form = page.locator('.auth-container form', { hasText: 'X-API-Key' });
  await form.getByRole('textbox').fill(key);
  await form.getByRole('button', { name: 'Apply credentials' }).click();
  await page.locator('.modal-ux .btn-done').first().click();
}

async function tryListingUsers(page: Page): Promise<void> {
  const operation = page.locator('#operations-Users-listUsers');
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  const answer = operation.locator('.live-responses-table tbody tr').first();
  await answer.waitFor();
  assert.match((await answer.textContent())!, /^200/);
}

/** Returns whether the title is written in light letters. */
async function isDark(page: Page): Promise<boolean> {
  const color = await page.evaluate<string>(
    "getComputedStyle(document.querySelector('.swagger-ui .title')).color",
  );
  const [red, green, blue] = color.match(/[\d.]+/g)!.map(Number) as [number, number, number];
  return red + green + blue > (3 * 255) / 2;
}

function fits(page: Page): Promise<boolean> {
  return page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');
}
