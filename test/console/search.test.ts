import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { LEFT_OUT } from './support/chromium.ts';
import { eventually } from './support/eventually.ts';
import { type House, startHouse } from './support/house.ts';
import { path } from './support/page.ts';
import { WINDOWS } from './support/visit.ts';

type Moment = {
  meetingId: string;
  entryIndex: number;
  timestampSeconds: number;
  text: string;
  speaker?: { name: string };
};

const field = (page: Page) => page.getByRole('combobox', { name: 'Search everything' });
const group = (page: Page, name: string) => page.getByRole('group', { name });
const options = (page: Page, name: string) => group(page, name).getByRole('option');
const chosen = (page: Page) => page.getByRole('option', { selected: true });
const lines = (page: Page) => page.getByRole('list', { name: 'Moments' }).locator('a[href*="entry="]');
const row = (page: Page, entry: number) =>
  page.getByRole('list', { name: 'Transcript' }).locator(`[data-index="${entry}"]`);

async function openPalette(page: Page, at = '/signals'): Promise<void> {
  await page.goto(at);
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
}

/** The entry that the URL names is marked, and stands in the window. */
async function assertShown(page: Page, { meetingId, entryIndex, timestampSeconds }: Moment): Promise<void> {
  await page.waitForURL(`**/meetings/${meetingId}?t=${Math.floor(timestampSeconds)}&entry=${entryIndex}`);
  await row(page, entryIndex).and(page.locator('[data-target]')).waitFor();
  await eventually(async () => {
    const box = await row(page, entryIndex).boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= WINDOWS.desktop.height, JSON.stringify(box));
  });
}

describe('the search of everything', { skip: LEFT_OUT }, () => {
  let house: House;
  before(async () => {
    house = await startHouse({ demo: true });
  });
  after(() => house?.close());

  const moments = async (query: Record<string, string>): Promise<{ moments: Moment[]; next?: string }> =>
    (await house.client.get('/v1/moments', query)).body;

  test('the palette finds each kind of thing in a group of its own, and the keys choose', async () => {
    await house.visit({ name: 'palette' }, async ({ page }) => {
      await openPalette(page);
      await options(page, 'Actions').getByText('Create signal').waitFor();
      await field(page).fill('price');
      await options(page, 'Signals').getByText('Price objection').waitFor();
      const { moments: found } = await moments({ query: 'price', pageSize: '5' });
      await eventually(async () => {
        assert.equal(await options(page, 'In transcripts').count(), found.length);
      });
      assert.match(await options(page, 'In transcripts').first().locator('mark').innerText(), /^price$/i);

      const status = page.getByRole('dialog').getByRole('status');
      await eventually(async () => {
        assert.match(
          await status.innerText(),
          new RegExp(`^${await page.getByRole('option').count()} results$`),
        );
      });
      await page.keyboard.press('End');
      assert.equal(await chosen(page).innerText(), 'All results for “price”');
      await page.keyboard.press('ArrowDown');
      assert.equal(await chosen(page).innerText(), 'Price objection');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Home');
      assert.equal(await chosen(page).innerText(), 'Price objection');
      const id = await chosen(page).getAttribute('id');
      assert.equal(await field(page).getAttribute('aria-activedescendant'), id);
      // E-mails stand before what was said.
      await group(page, 'E-mails').getByText('Searching …').waitFor({ state: 'detached' });
      const emails = await options(page, 'E-mails').count();
      for (let passed = 0; passed <= emails; passed++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await assertShown(page, found[0]!);

      await page.keyboard.press('Control+k');
      await field(page).fill('nordlicht');
      await options(page, 'Meetings').first().waitFor();
      await options(page, 'Accounts').getByText('Nordlicht Aufzüge GmbH').click();
      await page.getByRole('heading', { level: 1, name: 'Nordlicht Aufzüge GmbH' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('xyzzy');
      await page.getByText('Nothing matches “xyzzy”').waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/search?q=xyzzy');
      await openPalette(page);
      await field(page).fill('xyzzy');
      await page.keyboard.press('Escape');
      assert.equal(await field(page).inputValue(), '');
      await page.keyboard.press('Escape');
      await field(page).waitFor({ state: 'hidden' });
    });
  });

  test('a slow search in transcripts holds nothing else back, and what it finds late takes no newer place', async () => {
    await house.visit({ name: 'palette-slow' }, async ({ page }) => {
      const late: (() => Promise<void>)[] = [];
      await page.route('**/v1/moments?query=nordlicht**', (route) => {
        late.push(() => route.continue().catch(() => {}));
      });
      await openPalette(page);
      await field(page).fill('nordlicht');
      await options(page, 'Meetings').first().waitFor();
      await options(page, 'Accounts').first().waitFor();
      await group(page, 'In transcripts').getByText('Searching …').waitFor();
      await eventually(() => assert.ok(late.length > 0));
      await field(page).fill('price');
      const { moments: found } = await moments({ query: 'price', pageSize: '5' });
      const texts = () => options(page, 'In transcripts').locator('mark').allInnerTexts();
      await eventually(async () => assert.equal((await texts()).length >= found.length, true));
      for (const release of late) await release();
      await page.waitForLoadState('networkidle');
      assert.ok(
        (await texts()).every((text) => /^price/i.test(text)),
        `${await texts()}`,
      );
    });
  });

  test('the palette finds e-mails by their words', async () => {
    const query = { from: '2000-01-01T00:00:00Z', pageSize: '1' };
    const [email] = (await house.client.get('/v1/emails', query)).body.emails;
    const words = email.text
      .match(/\p{L}{4,}/gu)
      .slice(0, 6)
      .join(' ');
    await house.visit({ name: 'palette-emails' }, async ({ page }) => {
      await openPalette(page);
      await field(page).fill(words);
      await options(page, 'E-mails').first().click();
      await page.waitForURL(/\/emails\/\d+$/);
    });
  });

  test('hits that do not have what is typed now disappear at once, although the answer is still missing', async () => {
    await house.visit({ name: 'palette-stale' }, async ({ page }) => {
      await openPalette(page);
      await field(page).fill('nordlicht');
      await options(page, 'Meetings').first().waitFor();
      await options(page, 'Accounts').first().waitFor();
      await page.route(/\/v1\/(search|accounts|moments|emails)\?/, () => {});
      await field(page).fill('nordlichtx');
      await group(page, 'Meetings').getByText('Searching …').waitFor();
      assert.deepEqual(
        await Promise.all(
          ['Meetings', 'Accounts', 'In transcripts'].map((one) => options(page, one).count()),
        ),
        [0, 0, 0],
      );
    });
  });

  test('the palette does things: pages, forms and the theme', async () => {
    await house.visit({ name: 'palette-actions' }, async ({ page }) => {
      await openPalette(page);
      await page.keyboard.type('dark');
      await options(page, 'Actions').getByText('Switch to dark theme').waitFor();
      await page.keyboard.press('Enter');
      await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('request export');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Create export' }).waitFor();
      assert.equal(path(page), '/exports?new=true');
      await page.reload();
      await page.getByRole('dialog', { name: 'Create export' }).waitFor();
      await page.keyboard.press('Escape');
      await page.waitForURL('**/exports');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('audit log');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/settings?tab=audit');
    });
  });

  test('a key finds only what its scopes permit, and nothing else is asked for', async () => {
    const made = await house.client.post('/admin/v1/keys', { name: 'signals', scopes: ['signals:read'] });
    const cookie = await house.signIn(made.body.key);
    await house.visit({ signedOut: true, name: 'palette-scopes' }, async ({ page, context }) => {
      await context.addCookies([{ name: 'parley_session', value: cookie, url: house.url }]);
      await openPalette(page);
      await page.keyboard.type('price');
      await options(page, 'Signals').getByText('Price objection').waitFor();
      await page.waitForLoadState('networkidle');
      assert.equal(await group(page, 'In transcripts').count(), 0);
      await options(page, 'Signals').press('End');
      await page.goto('/search?q=price');
      await page.getByRole('table', { name: 'Signals' }).getByText('Price objection').waitFor();
      assert.deepEqual(await page.getByRole('tab').allInnerTexts(), ['Signals 1']);
    });
  });

  test('on a phone the palette fills the screen', async () => {
    await house.visit({ window: 'phone', name: 'palette-phone' }, async ({ page }) => {
      await page.goto('/meetings');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Search' });
      await field(page).fill('nordlicht');
      await options(page, 'Accounts').first().waitFor();
      const box = (await dialog.boundingBox())!;
      assert.deepEqual([box.width, box.height], [WINDOWS.phone.width, WINDOWS.phone.height]);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'hidden' });
    });
  });

  test('all results: the URL is the search, with its filters and pages, and Back and reload show the same', async () => {
    const query = { query: 'price', pageSize: '20', side: 'external' };
    const first = await moments(query);
    const second = await moments({ ...query, after: first.next! });
    const textsOf = ({ moments: found }: { moments: Moment[] }) => found.map(({ text }) => text);
    await house.visit({ name: 'results' }, async ({ page }) => {
      const assertPage = (expected: string[]) =>
        eventually(async () => assert.deepEqual(await lines(page).allInnerTexts(), expected));
      await openPalette(page);
      await page.keyboard.type('price');
      await page.getByRole('option', { name: 'All results for “price”' }).click();
      await page.waitForURL('**/search?q=price');
      await assertPage(textsOf(await moments({ query: 'price', pageSize: '20' })));
      await page.getByRole('combobox', { name: 'Said by' }).click();
      await page.getByRole('option', { name: 'Customers' }).click();
      await page.waitForURL('**/search?q=price&side=external');
      await assertPage(textsOf(first));
      await page.getByText(/^In at most \d+ meetings/).waitFor();
      await page.getByRole('button', { name: 'Next page' }).click();
      await assertPage(textsOf(second));
      await page.reload();
      await assertPage(textsOf(second));
      await page.goBack();
      await assertPage(textsOf(first));
      const { body } = await house.client.get('/v1/accounts', { search: 'nordlicht' });
      const [account] = body.accounts;
      await page.getByRole('combobox', { name: 'Account' }).fill('nordl');
      await page.getByRole('option', { name: account.name }).click();
      await page.waitForURL(`**&account=${account.id}`);
      await assertPage(textsOf(await moments({ ...query, salesforceAccountId: account.id })));
      await page.reload();
      await eventually(async () => {
        assert.equal(await page.getByRole('combobox', { name: 'Account' }).inputValue(), account.name);
      });
      await page.goBack();
      await assertPage(textsOf(first));
      const speaker = first.moments.find((moment) => moment.speaker?.name)!.speaker!.name;
      await page.getByRole('combobox', { name: 'Speaker' }).fill(speaker);
      await page.keyboard.press('Enter');
      await assertPage(textsOf(await moments({ ...query, speaker })));
      const box = page.getByRole('searchbox', { name: 'Search' });
      await box.fill('offer');
      await box.press('Enter');
      await assertPage(textsOf(await moments({ ...query, query: 'offer', speaker })));
      await page.goBack();
      await eventually(async () => assert.equal(await box.inputValue(), 'price'));
      await assertPage(textsOf(await moments({ ...query, speaker })));
    });
  });

  test('a moment opens its meeting at that entry and that second, also if the meeting is open already', async () => {
    const inMeeting = { meetingId: house.heardMeeting, pageSize: '50' };
    const { moments: found } = await moments({ ...inMeeting, query: 'price' });
    const [first, last] = [found[0]!, found.at(-1)!];
    assert.ok(last.entryIndex - first.entryIndex > 20, 'the two are not seen at once');
    const phrase = (moment: Moment) => `"${moment.text.replaceAll('"', '')}"`;
    const position = (page: Page) =>
      page.locator('audio').evaluate((audio) => Reflect.get(audio, 'currentTime') as number);
    await house.visit({ name: 'moment' }, async ({ page }) => {
      await page.goto(`/search?q=${encodeURIComponent(phrase(first))}`);
      await lines(page).first().click();
      await assertShown(page, first);
      await eventually(async () => assert.equal(await position(page), Math.floor(first.timestampSeconds)));
      const goTo = async (moment: Moment) => {
        await page.keyboard.press('Control+k');
        await field(page).fill(phrase(moment));
        await options(page, 'In transcripts').first().click();
        await assertShown(page, moment);
        await eventually(async () => assert.equal(await position(page), Math.floor(moment.timestampSeconds)));
      };
      await goTo(last);
      await page.evaluate('window.scrollTo(0, 0)');
      await goTo(last);
      await page.goBack();
      await page.goBack();
      await assertShown(page, first);
    });
  });

  test('a search that the API refuses is explained', async () => {
    await house.visit({ name: 'refused', mayComplain: /status of 400/ }, async ({ page }) => {
      await page.goto('/search?q=the');
      await page.getByText('These words are too common to search for').waitFor();
      await page.getByRole('button', { name: 'Search for exactly these words' }).click();
      await lines(page).first().waitFor();
      assert.equal(path(page), '/search?q=%22the%22');
      for (const [search, words] of [
        ['?q=-price', 'There is only a word to leave out'],
        ['?q=!!!', 'There is no word to search for'],
        ['?q=price&after=x', 'This page belongs to another search'],
        [`?q=${'price+'.repeat(60)}`, 'This cannot be searched for'],
        ['?q=xyzzy', 'Nobody said “xyzzy”'],
        ['', 'Search in everything that is stored'],
      ] as const) {
        await page.goto(`/search${search}`);
        await page.getByText(words).waitFor();
      }
    });
  });
});
