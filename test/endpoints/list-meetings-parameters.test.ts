import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SOURCE_TYPES } from '../../src/domain/meetings/source-types.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const FROM = 'from=2026-01-01T00:00:00Z';

/** Sends a query as it is written, and expects a refusal. */
async function refused(query: string, message: RegExp): Promise<void> {
  const answer = await service.client.send('GET', 'api', `/v1/meetings?${query}`);
  assert.equal(answer.status, 400, `${query.slice(0, 200)}: ${answer.status}`);
  assert.match(answer.body.error, message, query.slice(0, 200));
}

async function accepted(query: string): Promise<void> {
  const answer = await service.client.send('GET', 'api', `/v1/meetings?${query}`);
  assert.equal(answer.status, 200, `${query.slice(0, 200)}: ${answer.text}`);
  assert.deepEqual(answer.body, { meetings: [], pageCount: 0 });
}

const DATE_TIME = 'must be an RFC 3339 date-time with seconds and a zone';

const NO_DATE_TIMES = [
  '',
  'now',
  '0',
  '1769851800',
  '2026-01-31',
  '2026-01-31T09:30:00',
  '2026-01-31T09:30Z',
  '2026-01-31 09:30:00Z',
  '2026-01-31+09:30:00Z',
  '2026-01-31T09:30:00+02:00',
  '2026-01-31T09:30:00%2B020',
  '2026-01-31T09:30:00%2B02',
  '2026-01-31T09:30:00%2B25:00',
  '%202026-01-31T09:30:00Z',
  '2026-01-31T09:30:00Z%20',
  '2026-01-31T09:30:00Z%00',
  '2026-01-31T09:30:00Z%0A',
  '2026-02-29T09:30:00Z',
  '2026-02-30T09:30:00Z',
  '2026-13-01T09:30:00Z',
  '2026-00-01T09:30:00Z',
  '2026-01-32T09:30:00Z',
  '2026-01-31T24:00:00Z',
  '2026-01-31T09:60:00Z',
  '2026-01-31T09:30:60Z',
  '-0001-01-31T09:30:00Z',
  '10000-01-01T00:00:00Z',
  '0000-01-01T00:00:00%2B00:01',
  '9999-12-31T23:59:59-00:01',
  '%F0%9D%9F%9A026-01-31T09:30:00Z',
  '2'.repeat(10_000),
];

const NO_PAGE_NUMBERS = [
  '',
  '0',
  '-1',
  '1.5',
  '1.0',
  '1e1',
  '0x1',
  '%2B1',
  '%201',
  '1%20',
  'one',
  'NaN',
  '1,2',
];
const NO_ADDRESSES = [
  '',
  ',',
  'ada',
  'a@b.example,',
  ',a@b.example',
  'a@b.example,,c@d.example',
  'a@b.example,%20c@d.example',
  'a@b.example;c@d.example',
  'ada+x@b.example',
  'Ada%20%3Cada@b.example%3E',
  'a@b.example%00',
  `${'a'.repeat(5000)}@b.example`,
  Array.from({ length: 51 }, (_, index) => `a${index}@b.example`).join(','),
];

const NO_CRM_IDS = [
  '',
  'a'.repeat(15),
  'a'.repeat(17),
  'a'.repeat(19),
  `${'a'.repeat(17)}%00`,
  '%F0%9F%93%9E'.repeat(9),
  'a'.repeat(10_000),
];

const NO_SOURCES = [
  '',
  ',',
  'zoom',
  'ZOOM,',
  'ZOOM,,GONG',
  'ZOOM,%20GONG',
  'ZOOM;GONG',
  'ZOOM,SKYPE',
  'ZOOM%00',
  'constructor',
  'ZOOM,'.repeat(2500),
];

const NO_BOOLEANS = ['', '1', '0', 'True', 'TRUE', 'yes', 'true%20', 'null'];

test('without from the list is refused', async () => {
  for (const query of ['', 'to=2026-01-01T00:00:00Z', 'pageSize=10']) {
    await refused(query, /(^|; )from is required: an RFC 3339 date-time/);
  }
});

test('from and to take an RFC 3339 date-time with seconds and a zone, and nothing else', async () => {
  for (const value of NO_DATE_TIMES) {
    await refused(`from=${value}`, new RegExp(`^from ${DATE_TIME}`));
    await refused(`${FROM}&to=${value}`, new RegExp(`^to ${DATE_TIME}`));
  }
  await refused('from', new RegExp(`^from ${DATE_TIME}`));
});

test('a plus sign that was not encoded is explained', async () => {
  await refused('from=2026-01-31T09:30:00+02:00', /a \+ in a query is written %2B/);
  await refused(`${FROM}&attendeeEmailAddresses=ada+x@b.example`, /a \+ in a query is written %2B/);
  await accepted('from=2026-01-31T09:30:00%2B02:00');
  await accepted(`${FROM}&attendeeEmailAddresses=ada%2Bx@b.example`);
});

test('the first and last instants of the years 0000 to 9999 are bounds', async () => {
  await accepted('from=0000-01-01T00:00:00Z&to=9999-12-31T23:59:59.999Z');
  await accepted('from=0000-01-01T00:00:00-23:59&to=9999-12-31T23:59:59.999999999%2B23:59');
  await accepted('from=9999-12-31T23:59:59.999Z');
  await accepted('from=2016-12-31T23:59:60Z');
});

test('pageNumber is a whole number from 1 to the largest int32', async () => {
  for (const value of [...NO_PAGE_NUMBERS, '2147483648', '4294967297', '9'.repeat(400)]) {
    await refused(`${FROM}&pageNumber=${value}`, /^pageNumber must be a whole number from 1 to 2147483647$/);
  }
  await accepted(`${FROM}&pageNumber=2147483647&pageSize=50`);
});

test('pageSize is a whole number from 1 to 50', async () => {
  for (const value of [...NO_PAGE_NUMBERS, '51', '4294967306']) {
    await refused(`${FROM}&pageSize=${value}`, /^pageSize must be a whole number from 1 to 50$/);
  }
  await accepted(`${FROM}&pageSize=1`);
  await accepted(`${FROM}&pageSize=50`);
});

test('CRM filters take exactly 18 characters', async () => {
  for (const name of ['salesforceAccountId', 'salesforceOpportunityId']) {
    for (const value of NO_CRM_IDS) {
      await refused(`${FROM}&${name}=${value}`, new RegExp(`^${name} must be exactly 18 characters`));
    }
    await accepted(`${FROM}&${name}=${'%F0%9F%93%9E'.repeat(18)}`);
    await accepted(`${FROM}&${name}=%20';drop--%25_%5C${'x'.repeat(6)}`);
  }
});

test('both CRM filters together are refused, well-formed or not', async () => {
  const id = 'a'.repeat(18);
  const together = 'salesforceAccountId and salesforceOpportunityId must not be given together';
  await refused(
    `${FROM}&salesforceAccountId=${id}&salesforceOpportunityId=${id}`,
    new RegExp(`^${together}$`),
  );
  await refused(
    `${FROM}&salesforceOpportunityId=${id}&salesforceAccountId=short`,
    new RegExp(`; ${together}$`),
  );
});

test('attendeeEmailAddresses takes 1 to 50 e-mail addresses, comma-separated', async () => {
  for (const value of NO_ADDRESSES) {
    const message = /^attendeeEmailAddresses must be a comma-separated list of 1 to 50 e-mail addresses/;
    await refused(`${FROM}&attendeeEmailAddresses=${value}`, message);
  }
  const fifty = Array.from({ length: 50 }, (_, index) => `a${index}@b.example`).join(',');
  await accepted(`${FROM}&attendeeEmailAddresses=${fifty}`);
});

test('sourceTypes takes known codes, comma-separated, and the refusal lists them', async () => {
  for (const value of NO_SOURCES) {
    await refused(
      `${FROM}&sourceTypes=${value}`,
      new RegExp(`^sourceTypes must be a comma-separated list of the codes ${SOURCE_TYPES.join(', ')}$`),
    );
  }
  assert.equal(SOURCE_TYPES.length, 21);
  await accepted(`${FROM}&sourceTypes=${SOURCE_TYPES.join(',')}`);
  await accepted(`${FROM}&sourceTypes=ZOOM%2CGONG,ZOOM`);
});

test('includeDownloadUrl is true or false', async () => {
  for (const value of NO_BOOLEANS) {
    await refused(`${FROM}&includeDownloadUrl=${value}`, /^includeDownloadUrl must be true or false$/);
  }
  await accepted(`${FROM}&includeDownloadUrl=true`);
  await accepted(`${FROM}&includeDownloadUrl=false`);
});

test('to must not be before from, not by a millisecond', async () => {
  await refused('from=2026-01-31T09:30:00Z&to=2026-01-31T09:29:59.999Z', /^to must not be before from$/);
  await refused('from=2026-01-31T09:30:00Z&to=2026-01-31T10:30:00%2B02:00', /^to must not be before from$/);
  await accepted('from=2026-01-31T09:30:00Z&to=2026-01-31T09:30:00.000Z');
});

test('a parameter is given only once', async () => {
  const values = {
    from: '2026-01-01T00:00:00Z',
    to: '2027-01-01T00:00:00Z',
    pageNumber: '1',
    pageSize: '10',
    salesforceAccountId: 'a'.repeat(18),
    salesforceOpportunityId: 'a'.repeat(18),
    includeDownloadUrl: 'true',
  };
  for (const [name, value] of Object.entries(values)) {
    const rest = name === 'from' ? '' : `&${FROM}`;
    const twice = `${name}=${value}&${name}=${value}&${name}=${value}${rest}`;
    await refused(twice, new RegExp(`^${name} must be given only once$`));
  }
  await refused(`${FROM}&fr%6Fm=2026-01-01T00:00:00Z`, /^from must be given only once$/);
});

test('a list may be repeated instead of separated by commas, and both at once', async () => {
  await accepted(`${FROM}&sourceTypes=ZOOM&sourceTypes=GONG&sourceTypes=ZOOM,AIRCALL`);
  await accepted(`${FROM}&attendeeEmailAddresses=a@b.example&attendeeEmailAddresses=c@d.example`);
  await accepted(`${FROM}&signalIds=1&signalIds=2,3`);
  await refused(`${FROM}&sourceTypes=ZOOM&sourceTypes=`, /^sourceTypes must be a comma-separated list/);
  await refused(`${FROM}&sourceTypes=&sourceTypes=ZOOM`, /^sourceTypes must be a comma-separated list/);
  await refused(`${FROM}&sourceTypes=ZOOM&sourceTypes=SKYPE`, /^sourceTypes must be a comma-separated list/);
  await refused(`${FROM}&sourceTypes=ZOOM&sourceTypes=%zz`, /^The query parameter ".+" is not valid/);
  await refused(`${FROM}&sourceTypes=%zz&sourceTypes=ZOOM`, /^The query parameter ".+" is not valid/);
  const addresses = Array.from({ length: 51 }, (_, index) => `attendeeEmailAddresses=a${index}@b.example`);
  await accepted(`${FROM}&${addresses.slice(1).join('&')}`);
  await refused(`${FROM}&${addresses.join('&')}`, /^attendeeEmailAddresses must be .* 1 to 50/);
});

test('a date-time may have its zone with and without a colon', async () => {
  for (const zone of ['Z', '%2B00:00', '%2B0000', '-05:30', '-0530', '%2B1400']) {
    await accepted(`from=2026-01-31T09:30:00${zone}&to=2027-01-31T09:30:00.25${zone}`);
  }
});

test('an unknown parameter is refused with the nearest known one, or all of them', async () => {
  const near = {
    form: 'from',
    From: 'from',
    t: 'to',
    pagesize: 'pageSize',
    page_number: 'pageNumber',
    salesforceAccount: 'salesforceAccountId',
    salesforceopportunityid: 'salesforceOpportunityId',
    attendeeEmails: 'attendeeEmailAddresses',
    sourceType: 'sourceTypes',
    includeDownloadURL: 'includeDownloadUrl',
    'pageSize%5B%5D': 'pageSize',
  };
  for (const [name, known] of Object.entries(near)) {
    const shown = JSON.stringify(decodeURIComponent(name)).replace(/[[\]]/g, '\\$&');
    const message = new RegExp(`^Unknown query parameter ${shown}; did you mean ${known}\\?$`);
    await refused(`${FROM}&${name}=1`, message);
  }
  for (const name of ['limit', 'bar', '%F0%9F%93%9E', '__proto__', 'constructor', 'x'.repeat(10_000)]) {
    await refused(
      `${FROM}&${name}=1`,
      /^Unknown query parameter ".+"; this operation takes from, to, pageNum/,
    );
  }
  await refused(`${FROM}&=1`, /^Unknown query parameter "";/);
});

test('a query that is not percent-encoded UTF-8 is refused', async () => {
  for (const value of ['%', '%2', '%zz', '%C3', '%FF', '%ED%A0%80', '%C0%80', '%F5%80%80%80']) {
    const message = /^The query parameter ".+" is not valid percent-encoded UTF-8$/;
    await refused(`${FROM}&salesforceAccountId=${value}`, message);
    await refused(`${FROM}&${value}=1`, message);
    // Only this is told of it: not that from is missing.
    await refused(`from=${value}`, message);
  }
});

test('all faults of a query are reported together', async () => {
  const id = 'a'.repeat(18);
  const query =
    'from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z&pageSize=0&sourceTypes=SKYPE&pagenumber=1&to=%zz' +
    `&salesforceAccountId=${id}&salesforceOpportunityId=${id}&includeDownloadUrl=`;
  const answer = await service.client.send('GET', 'api', `/v1/meetings?${query}`);
  assert.deepEqual(
    answer.body.error.split('; ').map((fault: string) => fault.split(' ').slice(0, 3).join(' ')),
    [
      'Unknown query parameter',
      'did you mean',
      'The query parameter',
      'to must be',
      'pageSize must be',
      'sourceTypes must be',
      'includeDownloadUrl must be',
      'to must not',
      'salesforceAccountId and salesforceOpportunityId',
    ],
  );
});

test('empty parts of a query say nothing', async () => {
  await accepted(`&&${FROM}&`);
});
