import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { demoCompany, demoRecordings, recordingFile } from '@parley/demo';
import { demoSize } from '@parley/demo/size';

/** SHA-256 of the data as JSON. It changes with any change of the demo, and only then: record the new one. */
const RECORDED_DIGEST = 'b9271a1a76780a39ae44add2df63438a2f587d761858b410006f4b3a7e3b4667';

const SOURCE_TYPES = [
  ...['AIRCALL', 'CHORUS', 'CLOUDTALK', 'DIALPAD', 'GONG', 'GOOGLE_MEET', 'MINDTICKLE', 'MS_TEAMS', 'ORUM'],
  ...['OUTREACH', 'RINGCENTRAL', 'SALESLOFT', 'SALESLOFT_CI', 'SERVICE', 'USER_PROVIDED', 'VONAGE', 'WEBEX'],
  ...['WINGMAN', 'WISER', 'ZOOM', 'ZOOM_PHONE'],
];

const data = demoCompany();
const meetings = data.meetings.map((body) => body.meeting);
const spoken = meetings.filter((meeting) => meeting.transcript);
const textOf = (meeting: (typeof meetings)[number]): string =>
  meeting.transcript!.segments.map((segment) => segment.text).join('\n');

function assertUnique(values: string[], what: string): void {
  const seen = new Set<string>();
  for (const value of values) {
    assert.ok(!seen.has(value), `${what} ${value} comes twice`);
    seen.add(value);
  }
}

/** The 18-character form by the published description: a chunk's capitals, read backwards as a number. */
function caseSafe(id15: string): string {
  const table = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';
  const suffix = [id15.slice(0, 5), id15.slice(5, 10), id15.slice(10, 15)].map((chunk) => {
    const bits = [...chunk].reverse().map((char) => (/[A-Z]/.test(char) ? '1' : '0'));
    return table[Number.parseInt(bits.join(''), 2)];
  });
  return id15 + suffix.join('');
}

test('the demo is the same at every call and on every machine', () => {
  const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');
  assert.equal(digest(demoCompany()), digest(data));
  assert.equal(digest(data), RECORDED_DIGEST);
});

test('the generator uses nothing that differs between machines or runs', async () => {
  const root = new URL('../demo/src/', import.meta.url);
  const files = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.ts'));
  assert.ok(files.length > 30);
  for (const file of files) {
    const source = await readFile(new URL(file, root), 'utf8');
    for (const banned of ['Date.now', 'Math.random', 'node:', 'process.', 'new Date()', 'localeCompare']) {
      assert.ok(!source.includes(banned), `${file} uses ${banned}`);
    }
    assert.doesNotMatch(source, /toLocale\w*String|Intl\./, `${file} formats by locale`);
  }
});

test('the demo has a sensible size, and the README tells it', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  assert.ok(readme.includes(`${meetings.length} calls and ${data.emails.length} e-mails`));
  const bytes = Buffer.byteLength(JSON.stringify(data));
  assert.ok(bytes >= 4_000_000 && bytes <= 12_000_000, `${bytes} bytes`);
  assert.deepEqual(demoSize, { meetings: meetings.length, emails: data.emails.length });
  assert.ok(meetings.length >= 280 && meetings.length <= 330, `${meetings.length} meetings`);
});

/** Seconds that an MPEG-4 file plays, as its movie header (version 0) says. */
function secondsOf(file: Buffer): number {
  const header = file.indexOf('mvhd');
  return file.readUInt32BE(header + 20) / file.readUInt32BE(header + 16);
}

test('a recording fits its transcript: the same words, a voice for each speaker, as long as they talk', async () => {
  for (const one of demoRecordings) {
    const { meetingId, file, transcriptDigest, voices } = one;
    const { startTime, endTime, transcript } = meetings.find(({ id }) => id === meetingId)!;
    const segments = transcript!.segments;
    const digest = createHash('sha256').update(JSON.stringify(segments)).digest('hex');
    assert.equal(
      digest,
      transcriptDigest,
      `the transcript changed: run demo/scripts/recordings.ts for ${file}`,
    );
    const speakers = new Set(segments.map(({ speaker }) => speaker.name));
    assert.deepEqual(Object.keys(voices).toSorted(), [...speakers].toSorted());
    assert.equal(new Set(Object.values(voices).map(({ voice }) => voice)).size, speakers.size);
    const recording = await readFile(recordingFile(one));
    assert.ok(recording.length <= 700_000, `${file} has ${recording.length} bytes`);
    assert.ok(recording.indexOf('moov') < recording.indexOf('mdat'), `${file} can be played while it loads`);
    const seconds = secondsOf(recording);
    const last = segments.at(-1)!.timestampSeconds;
    assert.ok(
      seconds > last && seconds < last + 10,
      `${file} plays ${seconds} s, the last words are at ${last} s`,
    );
    assert.ok(seconds <= (Date.parse(endTime) - Date.parse(startTime)) / 1_000);
  }
});

test('ids are unique', () => {
  assertUnique(
    meetings.map(({ id }) => id),
    'meeting id',
  );
  assertUnique(
    data.crmRecords.map(({ id }) => id),
    'CRM id',
  );
  assertUnique(
    data.users.map(({ email }) => email.toLowerCase()),
    'user',
  );
  assertUnique(
    data.users.flatMap(({ chatUserId }) => chatUserId ?? []),
    'chat user id',
  );
  assertUnique(
    meetings.flatMap(({ externalIds }) => externalIds?.map(({ id }) => id) ?? []),
    'external id',
  );
  assertUnique(
    data.crmRecords.map(({ type, name }) => `${type} ${name}`),
    'CRM record',
  );
});

test('every address is of the reserved domain, and a person has one name', () => {
  const addresses = JSON.stringify(data).match(/[^\s"@]+@[^\s"@]+/g)!;
  assert.ok(addresses.length > 1_000);
  for (const address of addresses) assert.match(address, /^[a-z.-]+@(?:[a-z0-9-]+\.)+example$/);
  for (const domain of [...data.organization.domains, ...data.crmRecords.flatMap((r) => r.domains ?? [])]) {
    assert.match(domain, /^[a-z0-9-]+\.example$/);
  }
  const names = new Map(data.users.map(({ email, name }) => [email, name]));
  for (const { host, attendees } of meetings) {
    assertUnique(
      attendees.map(({ email }) => email),
      'attendee',
    );
    for (const { email, name } of [host, ...attendees]) {
      assert.equal(names.get(email) ?? name, name);
      names.set(email, name);
    }
  }
});

test('people: two to seven attendees, inside and outside told apart by domain', () => {
  const inside = (email: string) =>
    data.organization.domains.some((domain) => email.endsWith(`@${domain}`) || email.endsWith(`.${domain}`));
  for (const { title, attendees } of meetings) {
    assert.ok(attendees.length >= 2 && attendees.length <= 7, `${title} has ${attendees.length} attendees`);
    for (const { email, isInternal } of attendees) {
      if (isInternal !== undefined) assert.equal(isInternal, inside(email), email);
    }
  }
  for (const { email } of data.users) assert.ok(inside(email), email);
  const listed = (meeting: (typeof meetings)[number]) =>
    meeting.attendees.some(({ email }) => email === meeting.host.email);
  const alone = meetings.filter((meeting) => !listed(meeting)).length;
  assert.ok(alone > 30 && alone < meetings.length / 2, `${alone} hosts are not among the attendees`);
  assert.ok(meetings.some(({ attendees }) => attendees.some(({ isInternal }) => isInternal === undefined)));
});

test('users: roles in mixed case, licenses with their dates', () => {
  const count = (role: string) => data.users.filter((user) => user.role.toUpperCase() === role).length;
  const roles = ['VIEWER', 'EDITOR', 'ORGANIZATION_ADMIN', 'USER_ADMIN', 'USER'];
  assert.deepEqual(roles.map(count), [3, 5, 1, 2, 15]);
  assert.equal(data.users.length, 26);
  assert.ok(data.users.some(({ role }) => role === role.toLowerCase()));
  assert.ok(data.users.some(({ role }) => role !== role.toLowerCase() && role !== role.toUpperCase()));
  for (const { email, licenseAdded, licenseAssignedAt } of data.users) {
    assert.equal(licenseAssignedAt !== undefined, licenseAdded, email);
    if (licenseAssignedAt) assert.ok(Date.parse(licenseAssignedAt) < Date.parse('2025-11-03T00:00:00Z'));
  }
  assert.ok(data.users.filter(({ licenseAdded }) => !licenseAdded).length >= 3);
});

test('times: a year of working hours, ending on 2026-10-30, in order', () => {
  let last = '';
  for (const { title, startTime, endTime } of meetings) {
    assert.match(startTime, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.ok(Date.parse(startTime) < Date.parse(endTime), title);
    assert.ok(Date.parse(endTime) - Date.parse(startTime) <= 2 * 3_600_000, title);
    assert.ok(startTime >= '2025-11-03T00:00:00Z' && endTime < '2026-10-31T00:00:00Z', startTime);
    const hour = new Date(startTime).getUTCHours();
    assert.ok(hour >= 6 && hour <= 16, `${title} starts at ${startTime}`);
    assert.ok(![0, 6].includes(new Date(startTime).getUTCDay()), `${title} is on a weekend`);
    assert.ok(startTime >= last, 'meetings are in order of time');
    last = startTime;
  }
  assert.equal(last.slice(0, 10), '2026-10-30');
  const months = new Set(meetings.map(({ startTime }) => startTime.slice(0, 7)));
  assert.equal(months.size, 12);
});

test('transcripts: times within the meeting and not backwards, speakers known', () => {
  for (const { title, startTime, endTime, host, attendees, transcript } of spoken) {
    const lengthSeconds = (Date.parse(endTime) - Date.parse(startTime)) / 1_000;
    const people = new Set([host, ...attendees].map(({ name }) => name));
    const segments = transcript!.segments;
    assert.ok(segments.length >= 60 && segments.length <= 220, `${title} has ${segments.length} segments`);
    let before = 0;
    for (const { text, timestampSeconds, speaker } of segments) {
      assert.ok(
        timestampSeconds >= before && timestampSeconds < lengthSeconds,
        `${title}: ${timestampSeconds}`,
      );
      assert.equal(timestampSeconds, Math.round(timestampSeconds * 1_000) / 1_000);
      assert.ok(people.has(speaker.name), `${speaker.name} is not in ${title}`);
      assert.ok(text.trim() !== '' && text === text.normalize('NFC'));
      before = timestampSeconds;
    }
    assert.ok(new Set(segments.map(({ speaker }) => speaker.name)).size >= 2);
  }
});

test('about a tenth has no transcript, and those are not to be processed', () => {
  const share = 1 - spoken.length / meetings.length;
  assert.ok(share > 0.06 && share < 0.15, `${share}`);
  for (const body of data.meetings) {
    assert.equal(body.processImportedMeeting, body.meeting.transcript !== undefined);
  }
});

test('CRM ids have 18 valid characters, and meetings name records that exist', () => {
  assert.equal(caseSafe('001A0000006Vm9r'), '001A0000006Vm9rIAC');
  const prefixes = { ACCOUNT: '001', OPPORTUNITY: '006', LEAD: '00Q', CASE: '500' };
  const types = new Map<string, string>();
  for (const { type, id } of data.crmRecords) {
    assert.match(id, /^[0-9A-Za-z]{15}[A-Z0-5]{3}$/);
    assert.equal(id, caseSafe(id.slice(0, 15)));
    assert.equal(id.slice(0, 3), prefixes[type]);
    types.set(id, type);
  }
  for (const { salesforceAccountId, salesforceOpportunityId } of meetings) {
    if (salesforceAccountId) assert.equal(types.get(salesforceAccountId), 'ACCOUNT');
    if (salesforceOpportunityId) assert.equal(types.get(salesforceOpportunityId), 'OPPORTUNITY');
  }
  const has = (type: string) => data.crmRecords.filter((record) => record.type === type).length;
  assert.equal(has('ACCOUNT'), 40);
  assert.ok(has('OPPORTUNITY') >= 35 && has('LEAD') >= 15 && has('CASE') >= 20);
  const untied = meetings.filter((m) => !m.salesforceAccountId && !m.salesforceOpportunityId);
  assert.ok(untied.length > 30 && untied.length < 120, `${untied.length} are tied to nothing`);
});

test('sources are registered codes, mostly the default', () => {
  for (const { sourceType } of meetings) assert.ok(!sourceType || SOURCE_TYPES.includes(sourceType));
  const platforms = meetings.filter(({ sourceType }) => sourceType);
  assert.ok(platforms.length > 60 && platforms.length < meetings.length / 2);
  assert.ok(new Set(platforms.map(({ sourceType }) => sourceType)).size >= 5);
  for (const { externalIds } of meetings) {
    for (const { type } of externalIds ?? []) assert.match(type, /^(?:GOOGLE|OUTLOOK)_CALENDAR$/);
  }
});

test('subjects can be found by their words, in some calls and not in others', () => {
  const subjects = {
    competitor: /Fieldmarrow|Rotabird|Kestrivo|Worklantern|Plannertide/,
    price: /too expensive|price is too high|quite expensive|over the budget|too much for this year/,
    churn: /cannot recommend to renew|do not renew|don't renew|given notice|alternatives|look around/,
    security: /penetration test|SOC 2|encryption|subprocessors/i,
    agreed: /next step|Actions|So we agree|what do we agree/i,
    // Four customers' languages beside English.
    german: /ä|ö|ü|ß/,
    french: /\bmerci\b/i,
    spanish: /¿/,
    japanese: /[ぁ-ん]/,
  };
  for (const [subject, words] of Object.entries(subjects)) {
    const found = spoken.filter((meeting) => words.test(textOf(meeting))).length;
    assert.ok(found >= 5 && found <= spoken.length * 0.7, `${subject} is in ${found} of ${spoken.length}`);
  }
});

test('calls of one kind do not resemble each other', () => {
  const sets = spoken
    .filter(({ title }) => /QBR|business review|quarterly review/i.test(title))
    .map(
      ({ transcript }) => new Set(transcript!.segments.map(({ text }) => text).filter((t) => t.length > 40)),
    );
  assert.ok(sets.length > 30);
  let sum = 0;
  let pairs = 0;
  for (const [i, a] of sets.entries()) {
    for (const b of sets.slice(i + 1)) {
      const shared = [...a].filter((text) => b.has(text)).length / Math.min(a.size, b.size);
      assert.ok(shared < 0.6, `two reviews share ${shared} of their sentences`);
      sum += shared;
      pairs++;
    }
  }
  assert.ok(sum / pairs < 0.15, `reviews share ${sum / pairs} of their sentences on average`);
});

test('e-mails belong to the accounts and their people, follow a call, and some of them fire signals', () => {
  const emails = data.emails.map(({ email }) => email);
  assert.ok(emails.length >= 48 && emails.length <= 120, `${emails.length} e-mails`);
  assertUnique(
    emails.map(({ id }) => id),
    'e-mail id',
  );
  const names = new Map(
    meetings.flatMap(({ host, attendees }) => [host, ...attendees].map(({ email, name }) => [email, name])),
  );
  const accounts = new Map(data.crmRecords.map((record) => [record.id, record]));
  const inside = (email: string) => data.organization.domains.some((domain) => email.endsWith(domain));
  let last = '';
  for (const { subject, sentAt, from, to, cc = [], salesforceAccountId } of emails) {
    const people = [from, ...to, ...cc];
    assert.ok(people.some(({ email }) => inside(email)) && people.some(({ email }) => !inside(email)));
    for (const { email, name } of people) assert.equal(names.get(email) ?? name, name);
    const account = accounts.get(salesforceAccountId!)!;
    for (const { email } of people)
      assert.ok(inside(email) || account.domains!.includes(email.split('@')[1]!));
    const others = people.filter(({ email }) => !inside(email)).map(({ email }) => email.split('@')[1]);
    const before = meetings.some(
      ({ startTime, attendees }) =>
        startTime < sentAt && attendees.some(({ email }) => others.includes(email.split('@')[1])),
    );
    assert.ok(before, `${subject} follows no call`);
    assert.ok(sentAt >= last && sentAt < '2026-10-31', 'e-mails are in the order of their times');
    assert.ok(![0, 6].includes(new Date(sentAt).getUTCDay()), `${subject} is sent on a weekend`);
    last = sentAt;
  }
  assert.ok(new Set(emails.map(({ salesforceAccountId }) => salesforceAccountId)).size >= 20);
  for (const { signalName, phrases = [], contextSource = 'MEETING' } of data.signals) {
    if (contextSource === 'MEETING' || phrases.length === 0) continue;
    const found = emails.filter(({ text }) => phrases.some((phrase) => text.includes(phrase))).length;
    assert.ok(found >= 5 && found < emails.length / 2, `${signalName} is in ${found} e-mails`);
  }
});

test('no text shows a seam of the script', () => {
  const texts = spoken.flatMap(({ transcript }) => transcript!.segments.map(({ text }) => text));
  const lines = data.emails.flatMap(({ email }) => [email.subject, ...email.text.split('\n')]);
  for (const text of [...texts, ...lines]) {
    assert.doesNotMatch(
      text,
      /[{}[\]|$]|undefined|NaN| {2}| [.,]|[?!]\.$|\b(the|a|an|of|to|in) \1\b|\ba [aei][a-z]{3}/,
      text,
    );
  }
});
