import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { email, INGEST_EMAIL } from '../support/emails.ts';
import { LEFT_OUT } from './support/chromium.ts';
import { type House, startHouse } from './support/house.ts';
import { HOSTILE_FLAG } from './support/visit.ts';

/** Ways to run, each of which sets the flag; each has a word of its own in front, so that it is found on a page. */
const FORMS = [
  `<img src=x onerror="window.${HOSTILE_FLAG}=1">`,
  `"><script>window.${HOSTILE_FLAG}=1</script>`,
  `'\`--><svg onload=window.${HOSTILE_FLAG}=1>`,
  `{{constructor.constructor('window.${HOSTILE_FLAG}=1')()}}`,
  `</textarea><iframe srcdoc="<script>parent.${HOSTILE_FLAG}=1</script>">`,
  `javascript:window.${HOSTILE_FLAG}=1`,
];

let used = 0;

/** A text in the next form. */
function hostile(word: string): string {
  used += 1;
  return `${word} ${FORMS[used % FORMS.length]}`;
}

const TITLE = hostile('Title');
const HOST = hostile('Host');
const ATTENDEE = hostile('Attendee');
const SPEAKER = hostile('Speaker');
const TEXTS = FORMS.map((form, index) => `Zeppelin ${index} ${form}`);
const SIGNAL = hostile('Signal');
const PHRASE_SIGNAL = { signalName: SIGNAL, prompt: hostile('Prompt'), phrases: ['zeppelin'] };
const FOLLOW_UP = { name: hostile('Question'), prompt: hostile('What about the zeppelin?') };
/** Legal as an address, and still no element. */
const ADDRESS = `"<img/src=x/onerror=${HOSTILE_FLAG}=1>"@evil.example`;

describe('hostile texts in the console', { skip: LEFT_OUT }, () => {
  let house: House;
  let meetingId: string;
  let signalId: number;
  let emailId: string;
  before(async () => {
    house = await startHouse();
    const signal = { ...PHRASE_SIGNAL, followUpPrompts: [FOLLOW_UP], contextSource: 'ALL' };
    const made = await house.client.post('/admin/v1/signals', signal);
    assert.equal(made.status, 201, made.text);
    signalId = made.body.id;
    meetingId = await house.client.ingest({
      title: TITLE,
      startTime: '2026-10-01T09:00:00Z',
      endTime: '2026-10-01T09:30:00Z',
      host: { name: HOST, email: 'host@parley.example' },
      attendees: [{ name: ATTENDEE, email: await takenAddress() }],
      transcript: {
        segments: TEXTS.map((text, index) => ({
          text,
          timestampSeconds: index * 5,
          speaker: { name: SPEAKER },
        })),
      },
    });
    const sent = await house.client.post(INGEST_EMAIL, {
      email: email({
        subject: TITLE,
        from: { name: HOST, email: 'host@parley.example' },
        text: TEXTS.join('\n\n'),
      }),
    });
    emailId = sent.body.emailId;
    await house.settle();
  });
  after(() => house?.close());

  /** The hostile address if the API accepts it, otherwise a plain one. */
  async function takenAddress(): Promise<string> {
    const answer = await house.client.post('/v1/user-provided-meeting', {
      meeting: {
        title: 'Address',
        startTime: '2026-01-01T09:00:00Z',
        endTime: '2026-01-01T09:30:00Z',
        host: { name: HOST, email: ADDRESS },
      },
      processImportedMeeting: false,
    });
    return answer.status === 200 ? ADDRESS : 'guest@evil.example';
  }

  /** The text stands on the page as it is, and made no element. */
  async function assertShown(page: Page, ...texts: string[]): Promise<void> {
    for (const text of texts) {
      const found = page.getByText(text, { exact: false }).filter({ visible: true });
      await found
        .first()
        .waitFor()
        .catch(() => assert.fail(`not shown: ${text}`));
    }
    const made = page.locator('main img, iframe, main script, [onerror], [onload], a[href^="javascript:"]');
    assert.equal(await made.count(), 0, 'an element was made of a text');
  }

  const screens: {
    name: string;
    path: () => string;
    texts: readonly string[];
    act?: (page: Page) => Promise<void>;
  }[] = [
    { name: 'home', path: () => '/', texts: [TITLE, SIGNAL] },
    { name: 'meetings', path: () => '/meetings', texts: [TITLE, HOST] },
    { name: 'meeting', path: () => `/meetings/${meetingId}`, texts: [TITLE, SPEAKER, ...TEXTS] },
    { name: 'people', path: () => `/meetings/${meetingId}?tab=people`, texts: [HOST, ATTENDEE, SPEAKER] },
    {
      name: 'fired',
      path: () => `/meetings/${meetingId}?tab=signals&signal=${signalId}`,
      texts: [SIGNAL, FOLLOW_UP.name],
    },
    { name: 'summary', path: () => `/meetings/${meetingId}?tab=summary`, texts: [TITLE] },
    { name: 'signals', path: () => '/signals', texts: [SIGNAL] },
    { name: 'signal', path: () => `/signals/${signalId}?meeting=${meetingId}`, texts: [SIGNAL, TITLE] },
    { name: 'versions', path: () => `/signals/${signalId}?tab=versions`, texts: [PHRASE_SIGNAL.prompt] },
    { name: 'signal-matches', path: () => `/signals/${signalId}?tab=matches`, texts: [TITLE] },
    {
      name: 'matches',
      path: () => '/matches',
      texts: [SIGNAL, TITLE, PHRASE_SIGNAL.prompt, FOLLOW_UP.name],
      act: async (page) => {
        for (const button of await page.getByRole('list', { name: 'Matches' }).getByRole('button').all()) {
          await button.click();
        }
      },
    },
    { name: 'emails', path: () => '/emails', texts: [TITLE, HOST] },
    { name: 'email', path: () => `/emails/${emailId}`, texts: [TITLE, HOST, ...TEXTS] },
    {
      name: 'search',
      path: () => '/meetings',
      texts: [],
      act: async (page) => {
        await page.getByLabel('Search meetings and people').fill('title');
        await page.getByRole('option').getByText(TITLE).waitFor();
        await page.getByLabel('Search meetings and people').fill(FORMS[0]!);
        await page.getByText(/^No meetings or people match “/).waitFor();
      },
    },
  ];

  for (const { name, path, texts, act } of screens) {
    test(`${name}: hostile texts are shown as text and run nothing`, async () => {
      await house.visit({ name: `hostile-${name}` }, async ({ page }) => {
        await page.goto(path());
        await page.getByRole('heading', { level: 1 }).waitFor();
        if (act) {
          await page.getByRole('main').waitFor();
          await page.waitForLoadState('networkidle');
          await act(page);
        }
        await assertShown(page, ...texts);
      });
    });
  }

  test('a hostile file name and a hostile file are shown as text too', async () => {
    await house.visit({ name: 'hostile-file', mayComplain: /status of 4(00|22)/ }, async ({ page }) => {
      await page.goto('/add');
      const name = `<img src=x onerror=window.${HOSTILE_FLAG}=1>.json`;
      await page.getByLabel('Drop transcripts here').setInputFiles({
        name,
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify({ meeting: { title: FORMS[1], [FORMS[0]!]: 1 } })),
      });
      await page.getByRole('button', { name: 'Add 1 meeting' }).click();
      await page.getByText('Not added', { exact: true }).waitFor();
      await assertShown(page, name);
    });
  });

  test('scripts in the URL run nothing, and what fits no parameter is left out', async () => {
    await house.visit({ name: 'hostile-url', mayComplain: /status of 400/ }, async ({ page }) => {
      for (const path of ['/meetings?attendees=', '/meetings?account=', '/signals?q=', '/matches?signals=']) {
        await page.goto(path + encodeURIComponent(FORMS[0]!));
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        await assertShown(page);
      }
      await page.getByText(/^\d+ match(es)?, newest first$/).waitFor();
    });
  });
});
