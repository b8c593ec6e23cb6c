import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeZip } from '../cli/zip.ts';
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

  test('texts, whose content tells their format, are called text; files that cannot be added say why', async () => {
    await house.visit({ name: 'refused-files', mayComplain: /status of 422/ }, async ({ page }) => {
      await page.goto('/add');
      await page.getByText('Text (.txt), SubRip (.srt), Word document (.docx)').waitFor();
      const large = fileOf('large_2026-09-01.vtt', 'x'.repeat(5 * 1024 * 1024 + 1));
      const fathom = '0:00 - Ada Park (Parley)\n  Hello.\n\n0:05 - Grace Lund\n  Hi.\n';
      await page
        .getByLabel('Drop transcripts here')
        .setInputFiles([
          fileOf('fathom_2026-09-01.txt', fathom),
          fileOf('list_2026-09-01.txt', '- milk'),
          large,
          fileOf('a.pdf', '%PDF'),
        ]);
      await fileRow(page, 'fathom')
        .getByText(/^Text · \d+ B · starts/)
        .waitFor();
      await fileRow(page, large.name)
        .getByText('larger than 5 MiB. Import it with `parley import`')
        .waitFor();
      await fileRow(page, 'a.pdf')
        .getByText(/^Only WebVTT .* files can be added here\.$/)
        .waitFor();
      await hostField(page).fill('ada@parley.example');
      await page.getByRole('button', { name: 'Add 2 meetings' }).click();
      await fileRow(page, 'fathom').getByText('2 entries, 2 speakers').waitFor();
      await fileRow(page, 'list').getByText('its content is in no known format').waitFor();
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

  test('of a file with several meetings, each is shown, and those that were refused can be tried again', async () => {
    await house.visit({ name: 'several', mayComplain: /status of 422/ }, async ({ page }) => {
      const body = (id: string, title: string, host?: object) => ({
        meeting: { ...JSON_BODY.meeting, id, title, ...(host && { host }) },
      });
      const lines = [
        body('s1', 'First of three'),
        body('s2', 'Second of three', {}),
        body('s3', 'Third of three'),
      ];
      const jsonl = fileOf('three.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
      const zip = {
        ...fileOf('week.zip', ''),
        buffer: makeZip([
          { name: 'monday 2026-09-07.vtt', content: vttOf(SAID) },
          { name: 'tuesday 2026-09-08.vtt', content: vttOf(SAID) },
        ]),
      };
      await page.goto('/add');
      await page.getByLabel('Drop transcripts here').setInputFiles([jsonl, zip]);
      await fileRow(page, zip.name).getByText('Ready').waitFor();
      await page.getByRole('button', { name: 'Add 2 files' }).click();

      const three = fileRow(page, jsonl.name);
      await three.getByText('2 of 3 added').waitFor();
      await three.getByText('meeting 2: meeting.host.email is required').waitFor();
      await three.getByRole('link', { name: 'Third of three' }).waitFor();
      const week = fileRow(page, zip.name);
      assert.match(
        await week.getByRole('alert').innerText(),
        /nothing of it was imported: monday 2026-09-07\.vtt: its host is not known/,
      );
      await page.getByText('2 files, 1 partly added, 1 not added').waitFor();

      await hostField(page).fill('ada@parley.example');
      await page.getByRole('button', { name: 'Retry 2 files' }).click();
      await week.getByText('2 meetings added').waitFor();
      await week.getByRole('link', { name: 'tuesday 2026-09-08' }).waitFor();
      // The file takes precedence over the default for all files.
      await three.getByText('2 of 3 added').waitFor();
      await three.getByText('Unchanged').first().waitFor();
      await week.getByRole('link', { name: 'monday 2026-09-07' }).click();
      await page.getByRole('heading', { level: 1, name: 'monday 2026-09-07' }).waitFor();
    });
  });

  test('a file that names its host keeps it, whatever the default for all files is', async () => {
    await house.visit({ name: 'own-host' }, async ({ page }) => {
      const call = {
        metaData: {
          id: 'g1',
          started: '2026-09-09T10:00:00Z',
          duration: 60,
          title: 'Gong call',
          primaryUserId: 'u',
        },
        parties: [{ userId: 'u', name: 'Grace Lund', emailAddress: 'grace@parley.example', speakerId: 's' }],
        transcript: [{ speakerId: 's', sentences: [{ start: 0, end: 900, text: 'Hello.' }] }],
      };
      await page.goto('/add');
      await page
        .getByLabel('Drop transcripts here')
        .setInputFiles(fileOf('gong.json', JSON.stringify({ calls: [call] })));
      await hostField(page).fill('ada@parley.example');
      await page.getByRole('button', { name: 'Add 1 meeting' }).click();
      const link = fileRow(page, 'gong.json').getByRole('link', { name: 'Gong call' });
      const id = (await link.getAttribute('href'))!.split('/').at(-1)!;
      const { body } = await house.client.get(`/v1/meetings/${id}`);
      assert.deepEqual(body.host, { email: 'grace@parley.example', name: 'Grace Lund' });
    });
  });
});
