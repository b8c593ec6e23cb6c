import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { resolveAttendees } from '../../src/domain/conversations/attendees.ts';
import { hashEnds, hashTranscript, type Segment } from '../../src/domain/conversations/transcript-pieces.ts';
import type { IncomingMeeting } from '../../src/domain/meetings/incoming-meeting.ts';
import {
  draftPlan,
  type MeetingPlan,
  type PlanRules,
  planMeeting,
  type Read,
} from '../../src/domain/meetings/plan-meeting.ts';
import { prepareMeeting } from '../../src/domain/meetings/prepare-meeting.ts';
import type { StoredMeeting } from '../../src/domain/meetings/queries.ts';
import type { ExternalId } from '../../src/domain/meetings/versions/version-fields.ts';
import type { RecordingRow } from '../../src/domain/recordings/queries.ts';

const RUNS = 300;
const DOMAINS = ['own.example'];
const ACCOUNT = '001000000000001AAA';
const RULES: PlanRules = { sourceType: 'USER_PROVIDED', cause: 'ingest', keyId: 7, process: true };

/** All that is stored of a meeting. */
type State = {
  row: StoredMeeting;
  externalIds: ExternalId[];
  recording: RecordingRow | undefined;
  segments: Segment[] | undefined;
};

const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

/** Few values, so that changes, returns to an earlier state and changes of nothing all happen often. */
const incoming: fc.Arbitrary<IncomingMeeting> = fc
  .record({
    title: fc.constantFrom('One', 'Two'),
    endMs: fc.constantFrom(1_800_000_600_000, 1_800_001_200_000),
    host: fc.constantFrom(
      { email: 'ada@own.example' },
      { email: 'Ada@own.example', name: 'Ada' },
      { email: 'bo@own.example' },
    ),
    attendees: maybe(
      [],
      [{ name: 'Grace', email: 'grace@acme.example' }],
      [
        { name: 'Grace', email: 'grace@other.example' },
        { name: 'Bo', email: 'bo@own.example' },
      ],
    ),
    segments: maybe<Segment[]>(
      [],
      [{ text: 'Hello', speaker: { name: 'Grace' } }],
      [{ text: 'Bye' }],
      [{ text: 'Bye', endSeconds: 2 }],
      [{ text: 'Bye', endSeconds: 3 }],
    ),
    transcriptLanguage: maybe('en', 'pt-br'),
    accountId: maybe('001000000000002AAA', '001000000000003AAA'),
    opportunityId: maybe('006000000000001AAA'),
    callUrl: maybe('https://meet.example/1', 'https://meet.example/2'),
    recordingUrl: maybe('https://meet.example/1.mp4', 'https://meet.example/2.mp4'),
    externalIds: maybe<{ type: 'ZOOM'; id: string }[]>(
      [],
      [{ type: 'ZOOM', id: '1' }],
      [{ type: 'ZOOM', id: '2' }],
    ),
  })
  .map(({ transcriptLanguage, ...fields }) => {
    // A language is part of a transcript.
    if (fields.segments) Object.assign(fields, { transcriptLanguage });
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    return {
      externalId: 'meeting',
      startMs: 1_800_000_000_000,
      ...Object.fromEntries(given),
    } as IncomingMeeting;
  });

/** Plans as an ingest does: what the draft does not ask for is not read. */
async function plan(state: State | undefined, meeting: IncomingMeeting, rules = RULES): Promise<MeetingPlan> {
  const draft = draftPlan(await prepareMeeting(meeting), state?.row, DOMAINS, rules);
  const { needs } = draft;
  const read: Read = {
    account: needs.accountOf.size > 0 ? ACCOUNT : undefined,
    externalIds: needs.externalIds ? state!.externalIds : undefined,
    recording: needs.recording ? state!.recording : undefined,
    transcript: needs.transcript ? state!.segments : undefined,
    hasTranscript: needs.hasTranscript ? (state!.segments?.length ?? 0) > 0 : undefined,
  };
  return planMeeting(draft, read);
}

/** Returns the stored values after the plan is carried out. */
function carryOut(state: State | undefined, planned: MeetingPlan, { segments }: IncomingMeeting): State {
  const { fields, version, externalIds, recording } = planned;
  const [number, transcriptVersion] = [state?.row.version ?? 1, state?.row.transcriptVersion ?? 1];
  const known = externalIds.replaces ? [] : (state?.externalIds ?? []);
  return {
    row: {
      ...fields,
      // As the value comes back from a column of JSON.
      attendees: JSON.parse(JSON.stringify(fields.attendees)),
      id: 1,
      version: version ? number + 1 : number,
      transcriptVersion: version?.transcript?.next ?? transcriptVersion,
    },
    externalIds: [...known, ...externalIds.ids],
    recording: recording ? recordingFrom(recording.url) : state?.recording,
    segments: segments ?? state?.segments,
  };
}

function recordingFrom(sourceUrl: string): RecordingRow {
  const rest = {
    sourceHash: null,
    blobKey: null,
    contentType: null,
    bytes: null,
    reason: null,
    updatedAt: 0,
  };
  return { recordingId: sourceUrl, state: 'pending', sourceUrl, ...rest };
}

async function ingestAll(meetings: readonly IncomingMeeting[]): Promise<State> {
  let state: State | undefined;
  for (const meeting of meetings) state = carryOut(state, await plan(state, meeting), meeting);
  return state!;
}

const several = fc.array(incoming, { minLength: 1, maxLength: 6 });

test('a plan for data that is stored already changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(several, async (meetings) => {
      const state = await ingestAll(meetings);
      const again = await plan(state, meetings.at(-1)!);
      const prepared = await prepareMeeting(meetings.at(-1)!);
      assert.equal(draftPlan(prepared, state.row, DOMAINS, RULES).needs.accountOf.size, 0);
      assert.equal(again.version, undefined);
      assert.equal(again.supersedesFindings, false);
      assert.equal(again.requestsRun, false);
      assert.equal(again.recording, undefined);
      assert.deepEqual(carryOut(state, again, meetings.at(-1)!).row, state.row);
    }),
    { numRuns: RUNS },
  );
});

test('after several ingests each field has the value that was given last', async () => {
  await fc.assert(
    fc.asyncProperty(several, async (meetings) => {
      const { row, externalIds, recording } = await ingestAll(meetings);
      const last = <Field extends keyof IncomingMeeting>(field: Field) =>
        meetings.findLast((one) => one[field] !== undefined)?.[field];
      const [first] = meetings;
      assert.equal(row.title, last('title'));
      assert.equal(row.endMs, last('endMs'));
      assert.equal(row.hostEmail, last('host')!.email);
      assert.deepEqual(
        row.attendees,
        JSON.parse(JSON.stringify(resolveAttendees(last('attendees') ?? [], DOMAINS))),
      );
      // A new meeting finds the account of its external attendees if no CRM record is given.
      const isLookedUp = !first!.accountId && !first!.opportunityId && (first!.attendees?.length ?? 0) > 0;
      assert.equal(row.accountId, last('accountId') ?? (isLookedUp ? ACCOUNT : null));
      assert.equal(row.opportunityId, last('opportunityId') ?? null);
      assert.equal(row.callUrl, last('callUrl') ?? null);
      const segments = last('segments');
      assert.deepEqual(row.transcriptHash, segments ? hashTranscript(segments) : null);
      assert.deepEqual(row.transcriptEndsHash, segments ? hashEnds(segments) : null);
      const language = meetings.findLast((one) => one.segments)?.transcriptLanguage;
      assert.equal(row.transcriptLanguage, language === 'pt-br' ? 'pt-BR' : (language ?? null));
      assert.equal(recording?.sourceUrl, last('recordingUrl'));
      assert.deepEqual(
        [...new Set(externalIds.map(({ id }) => id))].toSorted(),
        [...(last('externalIds') ?? []).map(({ id }) => id), 'meeting'].toSorted(),
      );
    }),
    { numRuns: RUNS },
  );
});

test('a version says which parts differ from the one before, and is made only where some do', async () => {
  const partsOf = ({ row, externalIds, recording }: State) => ({
    title: row.title,
    times: [row.startMs, row.endMs],
    host: [row.hostEmail, row.hostName],
    attendees: row.attendees,
    transcript: [row.transcriptHash, row.transcriptEndsHash, row.transcriptLanguage],
    recording: recording?.recordingId,
    crm: [row.accountId, row.opportunityId, row.leadId, row.caseId],
    callUrl: row.callUrl,
    externalIds: [...new Set(externalIds.map(({ id }) => id))].toSorted(),
  });
  await fc.assert(
    fc.asyncProperty(several, incoming, async (meetings, next) => {
      const before = await ingestAll(meetings);
      const planned = await plan(before, next);
      const after = carryOut(before, planned, next);
      const [old, now] = [partsOf(before), partsOf(after)];
      const differing = (Object.keys(old) as (keyof typeof old)[]).filter(
        (part) => JSON.stringify(old[part]) !== JSON.stringify(now[part]),
      );
      assert.deepEqual(planned.version?.changed ?? [], differing);
      const [oldWords, words] = [before, after].map(({ row }) => row.transcriptHash?.toString('hex'));
      // Findings depend on the words: other ends of entries, or another language, supersede nothing.
      assert.equal(planned.supersedesFindings, oldWords !== undefined && words !== oldWords);
      const isNews = words !== oldWords || differing.includes('title');
      assert.equal(planned.requestsRun, isNews && (after.segments?.length ?? 0) > 0);
      assert.equal((await plan(before, next, { ...RULES, process: false })).requestsRun, false);
    }),
    { numRuns: RUNS },
  );
});

test('a recording whose fetch failed is wanted again from the same URL, and makes no version', async () => {
  const meeting: IncomingMeeting = {
    title: 'One',
    startMs: 0,
    endMs: 0,
    host: { email: 'ada@own.example' },
    recordingUrl: 'https://meet.example/1.mp4',
  };
  const state = await ingestAll([meeting]);
  const recording = { ...state.recording!, state: 'failed' as const };
  const planned = await plan({ ...state, recording }, meeting);
  assert.equal(planned.version, undefined);
  assert.deepEqual(planned.recording, { url: meeting.recordingUrl, known: recording });
});
