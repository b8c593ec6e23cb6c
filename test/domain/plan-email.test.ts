import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { IncomingEmail } from '../../src/domain/emails/incoming-email.ts';
import { draftEmail, type EmailPlan, planEmail } from '../../src/domain/emails/plan-email.ts';
import type { StoredEmail } from '../../src/domain/emails/queries.ts';

const RUNS = 300;
const DOMAINS = ['own.example'];
const ACCOUNT = '001000000000001AAA';

const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

/** Few values, so that changes, returns to an earlier state and changes of nothing all happen often. */
const incoming: fc.Arbitrary<IncomingEmail> = fc
  .record({
    messageId: fc.constant('<1@mail.example>'),
    externalId: maybe('one'),
    subject: fc.constantFrom('', 'Offer'),
    sentMs: fc.constantFrom(1_800_000_000_000, 1_800_000_001_000),
    from: fc.constantFrom(
      { email: 'ada@own.example' },
      { email: 'Ada@own.example', name: 'Ada' },
      { email: 'grace@acme.example' },
    ),
    to: fc.constantFrom([], [{ email: 'grace@acme.example', name: 'Grace' }]),
    cc: maybe([], [{ email: 'bo@acme.example' }]),
    text: fc.constantFrom(' ', 'Hello', 'Bye'),
    accountId: maybe('001000000000002AAA'),
    leadId: maybe('00Q000000000001AAA'),
  })
  .map((fields) => {
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    return Object.fromEntries(given) as IncomingEmail;
  });

function plan(stored: StoredEmail | undefined, email: IncomingEmail, process = true): EmailPlan {
  const draft = draftEmail(email, stored, DOMAINS);
  return planEmail(draft, draft.accountOf.size > 0 ? ACCOUNT : undefined, { process });
}

/** The row once the plan is carried out. */
function carryOut({ fields, contentHash }: EmailPlan): StoredEmail {
  const json = JSON.stringify({ to: fields.to, cc: fields.cc });
  return { ...fields, ...JSON.parse(json), id: 1, contentHash };
}

function ingestAll(emails: readonly IncomingEmail[]): StoredEmail {
  return emails.reduce<StoredEmail | undefined>((stored, email) => carryOut(plan(stored, email)), undefined)!;
}

const several = fc.array(incoming, { minLength: 1, maxLength: 6 });

test('a plan for data that is stored already changes nothing', () => {
  fc.assert(
    fc.property(several, (emails) => {
      const stored = ingestAll(emails);
      const again = plan(stored, emails.at(-1)!);
      assert.equal(draftEmail(emails.at(-1)!, stored, DOMAINS).accountOf.size, 0);
      assert.deepEqual(again.changed, []);
      assert.equal(again.growth, 0);
      assert.equal(again.supersedesFindings, false);
      assert.equal(again.requestsRun, false);
      assert.deepEqual(carryOut(again), stored);
    }),
    { numRuns: RUNS },
  );
});

test('after several ingests each field has the value that was given last', () => {
  fc.assert(
    fc.property(several, (emails) => {
      const stored = ingestAll(emails);
      const last = <Field extends keyof IncomingEmail>(field: Field) =>
        emails.findLast((one) => one[field] !== undefined)?.[field];
      const id = last('externalId');
      assert.equal(stored.identity, id === undefined ? 'message-id:1@mail.example' : `id:${id}`);
      assert.equal(stored.subject, last('subject'));
      assert.equal(stored.text, last('text'));
      assert.equal(stored.fromEmail, last('from')!.email);
      assert.deepEqual(stored.to, last('to'));
      assert.deepEqual(stored.cc, last('cc') ?? []);
      assert.equal(stored.leadId, last('leadId') ?? null);
      const [first] = emails;
      const people = [first!.from, ...first!.to, ...(first!.cc ?? [])];
      const hasAccount =
        first!.accountId === undefined &&
        first!.leadId === undefined &&
        people.some(({ email }) => email.endsWith('@acme.example'));
      assert.equal(stored.accountId, last('accountId') ?? (hasAccount ? ACCOUNT : null));
    }),
    { numRuns: RUNS },
  );
});

test('a plan names the fields that differ, and requests a run for a changed text', () => {
  fc.assert(
    fc.property(several, incoming, (emails, next) => {
      const before = ingestAll(emails);
      const planned = plan(before, next);
      const after = carryOut(planned);
      const { id: _id, contentHash: _hash, ...fields } = after;
      const differing = (Object.keys(fields) as (keyof typeof fields)[]).filter(
        (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
      );
      assert.deepEqual(planned.changed, differing);
      const hasOtherWords = before.subject !== after.subject || before.text !== after.text;
      assert.equal(planned.supersedesFindings, hasOtherWords);
      assert.equal(planned.requestsRun, hasOtherWords && `${after.subject}${after.text}`.trim() !== '');
      assert.equal(plan(before, next, false).requestsRun, false);
    }),
    { numRuns: RUNS },
  );
});
