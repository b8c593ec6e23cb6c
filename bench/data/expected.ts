import { renderExecution } from '../../src/domain/signals/render-execution.ts';
import type { Stage } from '../stage.ts';
import type { PageAsk } from '../workloads.ts';
import { executionsOf, READ_SIGNAL } from './executions.ts';
import { meetingIdOf } from './fill-bulk.ts';
import { allMeetings } from './meetings.ts';

export type MeetingAnswer = {
  id: string;
  title: string;
  startTime: string;
  transcript?: { entries: { text: string; timestampSeconds: number; speaker: { name: string } }[] };
};

export type ExecutionAnswer = { sourceId: number; triggeredAt: string };

/** What decides which rows there are, and their ids. */
type Data = Pick<Stage, 'size' | 'received' | 'signalIds'>;

/** The rows of a page as rowsOf shows them, and the number of pages; made from the seed. */
export function expectedPage(data: Data, ask: PageAsk): { rows: object[]; pageCount: number } {
  const all = ask.list === 'meetings' ? meetingsIn(data, ask) : executionsIn(data, ask);
  const { pageSize, pageNumber } = ask;
  const first = (pageNumber - 1) * pageSize;
  return {
    rows: all.slice(first, first + pageSize).map((row) => row()),
    pageCount: Math.ceil(all.length / pageSize),
  };
}

/** The rows of a window in the order of the list, each made when it is wanted. */
function meetingsIn({ size }: Data, { from, to }: PageAsk): (() => object)[] {
  const [fromMs, toMs] = [Date.parse(from), to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to)];
  const rows: (() => object)[] = [];
  for (const { body } of allMeetings(size)) {
    const { title, startTime, endTime, transcript } = body.meeting;
    const startMs = Date.parse(startTime);
    if (startMs < fromMs || Date.parse(endTime) > toMs) continue;
    rows.push(() => ({ title, startMs, entries: transcript?.segments }));
  }
  return rows;
}

function executionsIn({ size, received, signalIds }: Data, { from, to }: PageAsk): (() => object)[] {
  const [fromMs, toMs] = [Date.parse(from), to === undefined ? Date.now() : Date.parse(to)];
  const rows: { atMs: number; make: () => object }[] = [];
  for (const meeting of allMeetings(size)) {
    for (const { signal, fields } of executionsOf(meeting, size)) {
      const atMs = fields.triggeredAtMs;
      if (signal !== READ_SIGNAL || atMs < fromMs || atMs > toMs) continue;
      const sourceId = meetingIdOf(meeting.index, received);
      const make = () => ({
        sourceId,
        ...JSON.parse(renderExecution({ ...fields, signalId: signalIds[signal]! })),
      });
      rows.push({ atMs, make });
    }
  }
  return rows.sort((a, b) => a.atMs - b.atMs).map(({ make }) => make);
}
