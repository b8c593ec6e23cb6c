import { transcriptOfEntries } from './entries.ts';
import { languageAt } from './languages.ts';
import { ListedPeople } from './people.ts';
import type { JsonPlace } from './place.ts';
import type { JsonFormat } from './shape.ts';
import { speakerName } from './speakers.ts';

/** Calls of Gong with their parties and transcripts. A transcript names its speakers by ids, which the parties resolve. */
export const gong: JsonFormat = {
  name: 'Gong',
  writtenBy:
    'the API of Gong: `calls` of `/v2/calls/extensive` and `callTranscripts` of `/v2/calls/transcript` in one document, or a call with its `transcript`',
  source:
    'https://gong.app.gong.io/settings/api/documentation; https://docs.rs/crate/gong-rs/latest/source/docs/Sentence.md (the unit of its times)',
  marks: [
    ['callTranscripts[].callId', 'callTranscripts[].transcript'],
    ['calls[].transcript[].sentences'],
    ['calls[].metaData.id', 'calls[].metaData.started', 'calls[].parties'],
    ['transcript[].sentences[].text', 'transcript[].speakerId'],
  ],
  meetings(document) {
    const calls = document.at('calls').optionalList();
    const transcripts = document.at('callTranscripts').optionalList();
    if (calls.length === 0 && transcripts.length === 0)
      return document.at('transcript').isAbsent ? [] : [document];
    const known = new Set(calls.map(callId));
    return [...calls, ...transcripts.filter((transcript) => !known.has(callId(transcript)))];
  },
  read: readCall,
  warnings: (document) =>
    document.at('records').at('cursor').isAbsent
      ? []
      : ['records.cursor says that further calls follow; they are not in this file'],
};

function callId(call: JsonPlace): string | undefined {
  const data = call.at('metaData').isAbsent ? call : call.at('metaData');
  return data.either('callId', 'id').optionalId();
}

function readCall(call: JsonPlace, document: JsonPlace) {
  const id = callId(call);
  const data = call.at('metaData').isAbsent ? call : call.at('metaData');
  const warnings: string[] = [];
  const people = new ListedPeople(warnings);
  const speakers = new Map<string, string>();
  const hostId = data.at('primaryUserId').optionalId();
  let host: { name?: string; email?: string } | undefined;
  for (const party of call.at('parties').optionalList()) {
    const name = party.either('name', 'phoneNumber');
    const affiliation = party.at('affiliation').optionalText();
    const isInternal = affiliation === 'Internal' ? true : affiliation === 'External' ? false : undefined;
    const person = people.add(name, party.at('emailAddress'), isInternal);
    const speakerId = party.at('speakerId').optionalId();
    const shown = name.optionalText() ?? person?.email;
    if (speakerId !== undefined && shown !== undefined) speakers.set(speakerId, shown);
    if (hostId !== undefined && party.at('userId').optionalId() === hostId) host = person;
  }
  const monologues = transcriptOf(call, id, document);
  if (monologues === undefined) warnings.push(`${call.path || 'the call'} has no transcript`);
  const entries = (monologues ?? []).flatMap((monologue) => {
    const speakerId = monologue.at('speakerId').optionalId();
    const speaker = speakerId === undefined ? undefined : (speakers.get(speakerId) ?? speakerName(speakerId));
    return monologue
      .at('sentences')
      .list()
      .map((place) => ({
        text: place.at('text').text(),
        startMs: place.at('start').milliseconds(),
        endMs: place.at('end').optional((end) => end.milliseconds()),
        speaker,
        place,
      }));
  });
  const startMs = data.either('started', 'scheduled').optional((started) => started.instant());
  const lengthMs = data.at('duration').optional((duration) => duration.seconds());
  const facts = {
    id,
    title: data.at('title').optionalText(),
    language: languageAt(data.at('language')),
    startMs,
    endMs: startMs === undefined || lengthMs === undefined ? undefined : startMs + lengthMs,
    host: host && { ...host },
    attendees: people.list(),
    callUrl: data.at('meetingUrl').optionalText(),
    sourceType: 'GONG' as const,
    isWithoutWords: monologues === undefined ? true : undefined,
  };
  return transcriptOfEntries(entries, facts, warnings);
}

function transcriptOf(call: JsonPlace, id: string | undefined, document: JsonPlace): JsonPlace[] | undefined {
  if (!call.at('transcript').isAbsent) return call.at('transcript').list();
  return id === undefined ? undefined : transcriptsById(document).get(id)?.at('transcript').list();
}

const byDocument = new WeakMap<JsonPlace, Map<string, JsonPlace>>();

/** The transcripts of a document by the ids of their calls; they are looked up for each call. */
function transcriptsById(document: JsonPlace): Map<string, JsonPlace> {
  const known = byDocument.get(document);
  if (known !== undefined) return known;
  const byId = new Map<string, JsonPlace>();
  for (const transcript of document.at('callTranscripts').optionalList()) {
    const id = callId(transcript);
    if (id !== undefined) byId.set(id, transcript);
  }
  byDocument.set(document, byId);
  return byId;
}
