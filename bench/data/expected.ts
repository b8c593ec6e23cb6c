import { renderExecution } from '../../src/domain/signals/render-execution.ts';
import type { Stage } from '../stage.ts';
import { listWorkloads, type PageAsk } from '../workloads.ts';
import { executionsOf, READ_SIGNAL } from './executions.ts';
import { meetingIdOf } from './fill-bulk.ts';
import { allMeetings, type Numbered } from './meetings.ts';

export type MeetingAnswer = {
  id: string;
  title: string;
  startTime: string;
  transcript?: { entries: { text: string; timestampSeconds: number; speaker: { name: string } }[] };
};

export type ExecutionAnswer = { sourceId: number; triggeredAt: string };

/** A page as rowsOf shows it. */
export type ExpectedPage = { rows: object[]; pageCount: number };

const known = new WeakMap<Stage, ReadonlyMap<string, ExpectedPage>>();

/** Returns the pages of all lists by the lists' names, made from the seed. */
export function expectedPages(stage: Stage): ReadonlyMap<string, ExpectedPage> {
  const pages = known.get(stage) ?? makePages(stage);
  known.set(stage, pages);
  return pages;
}

/** The contents of a list so far; only rows of its page are kept. */
type Found = { ask: PageAsk; count: number; rows: object[]; executions: FoundExecution[] };
type FoundExecution = { atMs: number; make: () => object };

function makePages(stage: Stage): Map<string, ExpectedPage> {
  const lists = listWorkloads(stage.size).map(({ name, ask }) => {
    const found: Found = { ask, count: 0, rows: [], executions: [] };
    return { name, ask, found };
  });
  for (const meeting of allMeetings(stage.size)) {
    for (const { found } of lists) if (found.ask.list === 'meetings') addMeeting(found, meeting);
    for (const { signal, fields } of executionsOf(meeting, stage.size)) {
      if (signal !== READ_SIGNAL) continue;
      const make = () => ({
        sourceId: meetingIdOf(meeting.index, stage.received),
        ...JSON.parse(renderExecution({ ...fields, signalId: stage.signalId })),
      });
      const execution = { atMs: fields.triggeredAtMs, make };
      for (const { found } of lists) if (found.ask.list === 'executions') addExecution(found, execution);
    }
  }
  return new Map(lists.map(({ name, ask, found }) => [name, pageOf(ask, found)]));
}

/** Meetings come in the order of the list. */
function addMeeting(found: Found, { body }: Numbered): void {
  const { title, startTime, endTime, transcript } = body.meeting;
  const [startMs, endMs] = [Date.parse(startTime), Date.parse(endTime)];
  if (!isWithin(found.ask, startMs, endMs)) return;
  const first = (found.ask.pageNumber - 1) * found.ask.pageSize;
  if (found.count >= first && found.count < first + found.ask.pageSize) {
    found.rows.push({ title, startMs, entries: transcript?.segments });
  }
  found.count++;
}

function addExecution(found: Found, execution: FoundExecution): void {
  if (isWithin(found.ask, execution.atMs, execution.atMs)) found.executions.push(execution);
}

function isWithin({ from, to }: PageAsk, startMs: number, endMs: number): boolean {
  return startMs >= Date.parse(from) && (to === undefined || endMs <= Date.parse(to));
}

function pageOf({ list, pageSize, pageNumber }: PageAsk, found: Found): ExpectedPage {
  if (list === 'meetings') return { rows: found.rows, pageCount: Math.ceil(found.count / pageSize) };
  const first = (pageNumber - 1) * pageSize;
  const rows = found.executions
    .sort((a, b) => a.atMs - b.atMs)
    .slice(first, first + pageSize)
    .map(({ make }) => make());
  return { rows, pageCount: Math.ceil(found.executions.length / pageSize) };
}
