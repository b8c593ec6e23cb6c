import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { LEFT_OUT } from './support/chromium.ts';
import { eventually } from './support/eventually.ts';
import { type House, startHouse } from './support/house.ts';
import { titlesOf } from './support/page.ts';

const EVERYTHING = '2000-01-01T00:00:00Z';

type Listed = { id: string; title: string; signals?: { signalId: number; signalName: string }[] };

describe('signals, sorting and views of the list of meetings in the console', { skip: LEFT_OUT }, () => {
  let house: House;
  before(async () => {
    house = await startHouse({ demo: true });
  });
  after(() => house?.close());

  const listed = async (query: Record<string, string>): Promise<Listed[]> => {
    const all = { from: EVERYTHING, includeTranscript: 'false', includeSignals: 'true', pageSize: '25' };
    return (await house.client.get('/v1/meetings', { ...all, ...query })).body.meetings;
  };
  const titles = (meetings: readonly Listed[]) => meetings.map(({ title }) => title);

  test('rows have chips of what fired, at most three, which lead to the evidence; one page takes three requests', async () => {
    const meetings = await listed({ order: 'desc' });
    const many = meetings.find(({ signals = [] }) => signals.length > 3);
    const some = meetings.find(({ signals = [] }) => signals.length > 0)!;
    await house.visit({ name: 'chips' }, async ({ page }) => {
      const asked: string[] = [];
      page.on('request', (request) => {
        if (/\/v[12]\/(meetings|executions|signals)/.test(request.url())) asked.push(request.url());
      });
      await page.goto('/meetings');
      const rowOf = ({ id }: Listed) =>
        page.getByRole('row').filter({ has: page.locator(`a[href="/meetings/${id}"]`) });
      await rowOf(some).waitFor();
      const chips = rowOf(some).locator('a[href*="?signal="]');
      const names = some.signals!.map(({ signalName }) => signalName);
      assert.deepEqual(
        (await chips.allInnerTexts()).map((text) => text.split('\n').at(-1)),
        names.slice(0, 3),
      );
      if (many)
        await rowOf(many)
          .getByText(`+${many.signals!.length - 3}`)
          .waitFor();
      assert.ok(asked.length <= 3, asked.join('\n'));
      await chips.first().click();
      await page.waitForURL(new RegExp(`/meetings/${some.id}\\?signal=${some.signals![0]!.signalId}`));
      await page.getByRole('button', { name: names[0]!, expanded: true }).waitFor();
    });
  });

  test('a filter by signals and the order by title are in the URL, and pages follow each other', async () => {
    const { body } = await house.client.get('/v2/signals');
    const [signal] = (await listed({ order: 'desc' })).flatMap(({ signals = [] }) => signals);
    const { id, signalName } = body.signals.find((one: { id: number }) => one.id === signal!.signalId);
    const query = { signalIds: `${id}`, sort: 'title', order: 'asc' };
    await house.visit({ name: 'sorted', mayComplain: /400/ }, async ({ page }) => {
      await page.goto('/meetings');
      await page
        .getByRole('combobox', { name: 'Signal' })
        .or(page.getByRole('textbox', { name: 'Signal' }))
        .click();
      await page.getByRole('option', { name: signalName }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Meeting', exact: true }).click();
      await page.waitForURL(/sort=title/);
      const shows = (wanted: readonly Listed[]) =>
        eventually(async () => assert.deepEqual(await titlesOf(page, 'Meetings'), titles(wanted)));
      await shows(await listed(query));
      assert.equal(new URL(page.url()).searchParams.get('signals'), `${id}`);
      const header = page.getByRole('columnheader', { name: 'Meeting' });
      assert.equal(await header.getAttribute('aria-sort'), 'ascending');
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.waitForURL(/page=2.*after=/);
      await shows(await listed({ ...query, pageNumber: '2' }));
      await page.reload();
      await shows(await listed({ ...query, pageNumber: '2' }));
      await page.goto(page.url().replace(/after=\w+/, 'after=outdated'));
      await shows(await listed({ ...query, pageNumber: '2' }));
      await page.getByRole('button', { name: 'Meeting', exact: true }).click();
      await shows(await listed({ ...query, order: 'desc' }));
    });
  });

  test('a view is saved, opened by its address, changed, renamed and deleted, each with a way back', async () => {
    const views = async () => (await house.client.get('/v1/views')).body.views;
    await house.visit({ name: 'views', mayComplain: /409/ }, async ({ page, context }) => {
      await page.goto('/meetings?sort=title');
      await page.getByRole('button', { name: 'Save view' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('By title');
      await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
      await page.waitForURL(/view=by-title-/);
      const tabs = page.getByRole('navigation', { name: 'Views' });
      await tabs.getByRole('link', { name: 'By title' }).and(page.locator('[aria-current="page"]')).waitFor();
      const [saved] = await views();
      assert.deepEqual([saved.name, saved.query], ['By title', 'sort=title']);
      const other = await context.newPage();
      await other.goto(`/meetings?view=${saved.id}`);
      await other.waitForURL(/sort=title/);
      await other.getByText('by title, A to Z').waitFor();
      await page.goto(`/meetings?sort=title-desc&view=${saved.id}`);
      await page.getByRole('button', { name: 'Update view' }).click();
      await page.getByText('View updated.').waitFor();
      assert.equal((await views())[0].query, 'sort=title-desc');
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('The view is as it was.').waitFor();
      assert.equal((await views())[0].query, 'sort=title');
      await page.getByRole('button', { name: 'Save as new view' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('BY TITLE');
      await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
      await page.getByText('Another view has this name').waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      const menu = page.getByRole('button', { name: 'Options of the view By title' });
      await menu.click();
      await page.getByRole('menuitem', { name: 'Rename view' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Titles');
      await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
      await tabs.getByRole('link', { name: 'Titles' }).waitFor();
      await page.getByRole('button', { name: 'Options of the view Titles' }).click();
      await page.getByRole('menuitem', { name: 'Delete view' }).click();
      await page.getByText('View “Titles” deleted.').waitFor();
      assert.deepEqual(await views(), []);
      await page
        .getByText('View “Titles” deleted.')
        .locator('..')
        .getByRole('button', { name: 'Undo' })
        .click();
      await tabs.getByRole('link', { name: 'Titles' }).waitFor();
      assert.deepEqual(
        (await views()).map(({ id, name }: { id: string; name: string }) => [id, name]),
        [[saved.id, 'Titles']],
      );
    });
  });
});
