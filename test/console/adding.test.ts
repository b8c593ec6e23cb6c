import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { LEFT_OUT } from './support/chromium.ts';
import { fileOf, srtOf, vttOf } from './support/files.ts';
import { type House, startHouse } from './support/house.ts';
import { titlesOf } from './support/page.ts';

const SAID = [
  ['Ada Park', 'Shall we begin with the pilot in Lund?'],
  ['Grace Lund', 'Yes. The dispatchers like it, the drivers less so.'],
  ['Ada Park', 'Then let us hear the drivers first.'],
] as const;

const JSON_BODY = {
  meeting: {
    title: 'Kick-off with Halden Bakeries',
    startTime: '2026-09-03T08:00:00Z',
    endTime: '2026-09-03T08:45:00Z',
    host: { name: 'Ada Park', email: 'ada@parley.example' },
    attendees: [{ name: 'Bo Halden', email: 'bo@halden.example' }],
    transcript: {
      segments: [
        { text: 'Welcome, Bo.', timestampSeconds: 2, speaker: { name: 'Ada Park' } },
        { text: 'Glad to be here.', timestampSeconds: 5, speaker: { name: 'Bo Halden' } },
      ],
    },
  },
};

const VTT = fileOf('pilot-review_2026-09-01.vtt', vttOf(SAID));
const SRT = fileOf('GMT20260902-070000_Recording.srt', srtOf(SAID));
const JSON_FILE = fileOf('kick-off.json', JSON.stringify(JSON_BODY));
const BROKEN = fileOf('broken.json', '{\n  "meeting": {\n    "title": "Cut off",,\n  }\n}\n');
const EMAIL = fileOf('note.eml', 'Subject: Hello\n\nHello');

describe('adding meetings in the console', { skip: LEFT_OUT }, () => {
  let house: House;
  before(async () => {
    house = await startHouse();
  });
  after(() => house?.close());

  const fileRow = (page: Page, name: string) =>
    page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name });
  const hostField = (page: Page) => page.getByRole('combobox', { name: 'Host’s e-mail' });

  test('three files and a broken one: each shows its missing details and its outcome, and links to its meeting', async () => {
    await house.visit({ name: 'three-files', mayComplain: /status of 4(00|22)/ }, async ({ page }) => {
      await page.goto('/add');
      await page.getByLabel('Drop transcripts here').setInputFiles([VTT, SRT, JSON_FILE, BROKEN, EMAIL]);
      await fileRow(page, VTT.name).getByText('Needs the host’s e-mail').waitFor();
      await fileRow(page, JSON_FILE.name).getByText('Ready').waitFor();
      await fileRow(page, EMAIL.name).getByText('Cannot be added').waitFor();
      await hostField(page).fill('ada@parley.example');
      await page.getByRole('button', { name: 'Add 4 meetings' }).click();

      const reports = [
        { file: VTT, title: 'pilot-review 2026-09-01', words: '3 entries, 2 speakers' },
        { file: SRT, title: 'GMT20260902-070000 Recording', words: '3 entries, 2 speakers' },
        { file: JSON_FILE, title: 'Kick-off with Halden Bakeries', words: '2 entries, 2 speakers' },
      ];
      for (const { file, title, words } of reports) {
        const report = fileRow(page, file.name);
        await report.getByText('Added', { exact: true }).waitFor();
        await report.getByText(words).waitFor();
        await report.getByRole('link', { name: title }).waitFor();
      }
      const failed = fileRow(page, BROKEN.name);
      await failed.getByText('Not added').waitFor();
      assert.match(
        await failed.getByRole('alert').innerText(),
        /not valid JSON.*line 3|line 3.*not valid JSON/,
      );
      await page.getByText('5 files, 3 done, 1 not added').waitFor();

      await fileRow(page, VTT.name).getByRole('link').click();
      await page.getByRole('heading', { level: 1, name: 'pilot-review 2026-09-01' }).waitFor();
      await page.getByRole('list', { name: 'Transcript' }).getByText(SAID[1][1]).waitFor();
      await page.getByRole('link', { name: 'Meetings', exact: true }).first().click();
      await page.getByText('3 meetings, newest first').waitFor();
      assert.deepEqual(await titlesOf(page, 'Meetings'), [
        'Kick-off with Halden Bakeries',
        'GMT20260902-070000 Recording',
        'pilot-review 2026-09-01',
      ]);
    });
  });

  test('a file that was added before is unchanged; changed, it updates its meeting', async () => {
    await house.visit({ name: 'again' }, async ({ page }) => {
      await page.goto('/add');
      const choose = page.getByLabel('Drop transcripts here');
      const add = async (name: string) => {
        await hostField(page).fill('ada@parley.example');
        await page.getByRole('button', { name: 'Add 1 meeting' }).click();
        return fileRow(page, name);
      };
      const first = fileOf('again_2026-09-05.vtt', vttOf(SAID));
      await choose.setInputFiles(first);
      await (await add(first.name)).getByText('Added', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Clear completed' }).click();
      await choose.setInputFiles(first);
      await (await add(first.name)).getByText('Unchanged').waitFor();
      await page.getByRole('button', { name: 'Clear completed' }).click();
      await choose.setInputFiles(fileOf(first.name, vttOf([...SAID, ['Grace Lund', 'And one more thing.']])));
      const changed = await add(first.name);
      await changed.getByText('Updated', { exact: true }).waitFor();
      await changed.getByText('4 entries, 2 speakers').waitFor();
    });
  });

  test('files that are dropped are taken like chosen ones, and go on while one looks elsewhere', async () => {
    await house.visit({ name: 'dropped' }, async ({ page }) => {
      await page.goto('/add');
      const transfer = await page.evaluateHandle(
        ([name, text]) => {
          const Transfer = Reflect.get(globalThis, 'DataTransfer');
          const made = new Transfer();
          made.items.add(new File([text!], name!));
          return made;
        },
        ['dropped_2026-09-06.srt', srtOf(SAID)],
      );
      await page.getByText('Drop transcripts here').dispatchEvent('drop', { dataTransfer: transfer });
      await fileRow(page, 'dropped_2026-09-06.srt').getByText('Needs the host’s e-mail').waitFor();
      await hostField(page).fill('ada@parley.example');
      await page.getByRole('button', { name: 'Add 1 meeting' }).click();
      await page.getByRole('link', { name: 'Home', exact: true }).click();
      await page.getByRole('link', { name: 'Add meetings' }).first().click();
      await fileRow(page, 'dropped_2026-09-06.srt').getByText('Added', { exact: true }).waitFor();
    });
  });
});
