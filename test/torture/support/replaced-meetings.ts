import { setTimeout as delay } from 'node:timers/promises';
import type { TestClient } from '../../support/client.ts';
import type { Journal } from '../../support/journal.ts';
import { meeting } from '../../support/meetings.ts';

/** A transcript that was acknowledged; `processed` is true if processing was requested. */
export type Replacement = { meeting: number; version: number; processed: boolean };

/** Observations while transcripts were replaced. */
type Seen = {
  inFlight: number;
  checked: number;
  stale: string[];
  unfinished: string[];
};

type Quoted = { quotes?: { text: string }[] };

const ACCOUNTS = ['0018c00002ABCDEAA5', '0018c00002ABCDFAA5'];

/** The maximum number of reads of a meeting's findings before its transcript is replaced again. */
const MAX_READS = 4;

/** The share of replacements that wait for the end of the run, so that the next transcript makes findings stale. */
const SHARE_AWAITED = 0.3;
const MAX_LOOKS = 50;
const LOOK_MS = 20;

/** Returns sentences that name their version, so that no other version of the transcript contains them. */
function words(meetingNumber: number, version: number): string[] {
  const mark = `m${meetingNumber}v${version}`;
  const said = [
    `Let us look at the numbers of ${mark} first.`,
    `The discount for ${mark} is what matters most to us.`,
    `I will send the contract of ${mark} by Friday.`,
  ];
  // In some versions, a signal has nothing to find.
  return said.filter((_, index) => (version + index) % 4 !== 0);
}

/**
 * Replaces transcripts over HTTP. Each meeting has one caller, who reads its findings in between. Only the caller
 * changes the transcript, so each quote that is served must be in the transcript that was acknowledged last.
 */
export function createReplacements(parts: {
  client: TestClient;
  random: () => number;
  journal: Journal<Replacement>;
  signalIds: readonly number[];
}) {
  const { client, random, journal, signalIds } = parts;
  const seen: Seen = { inFlight: 0, checked: 0, stale: [], unfinished: [] };
  const current = new Map<number, { id: string; version: number; isOwed: boolean; remaps: string[] }>();

  const evaluationsOf = async (id: string) => (await client.get(`/v1/meetings/${id}/evaluations`)).body;

  const replace = async (number: number, version: number): Promise<void> => {
    const known = current.get(number);
    const { processing } = known ? await evaluationsOf(known.id) : { processing: {} };
    if (processing.signals === 'pending' || processing.summary === 'pending') seen.inFlight++;
    const processed = version === 0 || random() < 0.5;
    const id = await client.ingest(
      meeting({
        id: `replaced-${number}`,
        title: `Replaced ${number}`,
        transcript: { segments: words(number, version).map((text) => ({ text })) },
      }),
      { processImportedMeeting: processed },
    );
    journal.write({ meeting: number, version, processed });
    // Work that was in progress when the text was replaced has to be done for the new text.
    const isOwed = processed || (await evaluationsOf(id)).processing.signals !== 'none';
    current.set(number, { id, version, isOwed, remaps: known?.remaps ?? [] });
  };

  const remap = async (number: number): Promise<void> => {
    const state = current.get(number)!;
    const { body } = await client.post('/v1/meeting/remap?triggerSummary=true&triggerAiSignals=true', {
      meetingDetails: { serviceMeetingId: Number(state.id) },
      salesforceRecords: { accountId: ACCOUNTS[state.remaps.length % 2] },
    });
    state.remaps.push(body.requestId);
    state.isOwed = true;
  };

  const rest = async (number: number): Promise<void> => {
    for (let look = 0; look < MAX_LOOKS; look++) {
      const { processing } = await evaluationsOf(current.get(number)!.id);
      if (processing.signals !== 'pending' && processing.summary !== 'pending') return;
      await delay(LOOK_MS);
    }
  };

  const check = async (number: number): Promise<void> => {
    const { id, version } = current.get(number)!;
    const now = words(number, version);
    const compare = (what: string, found: readonly Quoted[]) => {
      for (const { text } of found.flatMap(({ quotes = [] }) => quotes)) {
        seen.checked++;
        if (!now.some((one) => one.includes(text))) seen.stale.push(`${what} of meeting ${id}: "${text}"`);
      }
    };
    compare('an evaluation', (await evaluationsOf(id)).evaluations);
    const summary = await client.get(`/v1/meetings/${id}/summary`);
    if (summary.status === 200) {
      const { decisions, nextSteps, openQuestions, topics } = summary.body;
      compare('the summary', [...decisions, ...nextSteps, ...openQuestions, ...topics]);
    }
    for (const signalId of signalIds) await compareExecutions(id, signalId, compare);
  };

  const compareExecutions = async (
    id: string,
    signalId: number,
    compare: (what: string, found: readonly Quoted[]) => void,
  ): Promise<void> => {
    const query = { executionFrom: '2020-01-01T00:00:00Z', pageSize: '50', includeExecutionId: 'true' };
    const { body } = await client.get(`/v2/signals/${signalId}/executions`, query);
    for (const { executionId, sourceId } of body.signals) {
      if (String(sourceId) !== id) continue;
      const path = `/v1/signals/${signalId}/executions/${executionId}/evidence`;
      const { body: evidence } = await client.get(path);
      if (evidence.superseded === false) compare('the evidence', [evidence]);
    }
  };

  return {
    seen: () => seen,
    /** Replaces the transcript of one meeting `count` times, and reads in between. */
    async run(number: number, count: number): Promise<void> {
      for (let version = 0; version < count; version++) {
        await replace(number, version);
        if (random() < 0.3) await remap(number);
        if (random() < SHARE_AWAITED) await rest(number);
        const reads = Math.floor(random() * MAX_READS);
        for (let read = 0; read < reads; read++) await check(number);
      }
    },
    /** Checks, after all work is done, that everything current is correct and that the last requested work was done. */
    async checkEnd(): Promise<void> {
      for (const [number, { id, isOwed, remaps }] of current) {
        await check(number);
        const { processing, evaluations } = await evaluationsOf(id);
        if (isOwed && (processing.signals !== 'done' || evaluations.length !== signalIds.length)) {
          seen.unfinished.push(
            `meeting ${id}: ${JSON.stringify(processing)}, ${evaluations.length} evaluations`,
          );
        }
        for (const requestId of remaps) {
          const { body } = await client.get(`/v1/meeting/remap/${requestId}`);
          if (body.status !== 'completed') seen.unfinished.push(`remap ${requestId}: ${body.status}`);
        }
      }
    },
  };
}
