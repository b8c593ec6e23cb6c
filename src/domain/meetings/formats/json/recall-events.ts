import type { JsonPlace } from './place.ts';
import { transcriptOfTurns } from './recall.ts';
import type { JsonFormat } from './shape.ts';

const FINAL = 'transcript.data';
const DRAFT = 'transcript.partial_data';
const OF_PARTICIPANTS = 'participant_events.';
const CHAT = 'participant_events.chat_message';

/** The events of each recording in a document, by the place that stands for its meeting. */
const eventsOf = new WeakMap<JsonPlace, JsonPlace[]>();

/**
 * Real-time events of Recall.ai, as webhooks and web sockets receive them. All events of a recording are one meeting, in
 * whatever order they were stored.
 */
export const recallEvents: JsonFormat = {
  name: 'Recall.ai events',
  writtenBy: 'the real-time endpoints of Recall.ai: bodies of webhooks, in an array or one on each line',
  source: 'https://docs.recall.ai/docs/real-time-event-payloads',
  marks: [
    ['event', 'data.data.words[].text'],
    ['event', 'data.data.participant', 'data.realtime_endpoint'],
  ],
  isPart: true,
  meetings(document) {
    const byRecording = Map.groupBy(document.list(), (event) => recordingOf(event) ?? '');
    return [...byRecording.values()].map((events) => {
      eventsOf.set(events[0]!, events);
      return events[0]!;
    });
  },
  read: (meeting) => readEvents(eventsOf.get(meeting)!),
};

/** Without a recording, the bot stands for the meeting. */
function recordingOf(event: JsonPlace): string | undefined {
  const data = event.at('data');
  return data.at('recording').at('id').optionalId() ?? data.at('bot').at('id').optionalId();
}

function readEvents(events: readonly JsonPlace[]) {
  const turns = new Map<string, JsonPlace>();
  const people = new Map<string, JsonPlace>();
  const unread = new Map<string, number>();
  let repeated = 0;
  for (const event of events) {
    const name = event.at('event').text();
    const said = event.at('data').at('data');
    if (name === FINAL) {
      // A webhook is sent again if its answer is lost.
      const key = JSON.stringify(said.value);
      if (turns.has(key)) repeated += 1;
      else turns.set(key, said);
    } else if (name.startsWith(OF_PARTICIPANTS) && name !== CHAT) {
      const participant = said.at('participant');
      people.set(JSON.stringify([participant.at('name').value, participant.at('email').value]), participant);
    } else unread.set(name, (unread.get(name) ?? 0) + 1);
  }
  const warnings: string[] = [];
  if (repeated > 0) warnings.push(`${repeated} ${FINAL} events are repetitions and were read once`);
  for (const [name, count] of unread) {
    const why = name === DRAFT ? `are drafts of ${FINAL} events` : 'are no speech';
    warnings.push(`${count} ${name} events ${why} and were not read`);
  }
  if (turns.size === 0) events[0]!.refuse(`is an event of a recording without any ${FINAL} event`);
  const transcript = transcriptOfTurns([...turns.values()], [...people.values()], warnings);
  const id = recordingOf(events[0]!);
  return id === undefined ? transcript : { ...transcript, id };
}
