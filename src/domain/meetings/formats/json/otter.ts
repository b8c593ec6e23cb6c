import { transcriptOfEntries } from './entries.ts';
import { languageAt } from './languages.ts';
import { ListedPeople } from './people.ts';
import type { JsonPlace } from './place.ts';
import type { JsonFormat } from './shape.ts';
import { speakerName } from './speakers.ts';

/** Offsets are counted in samples of audio: 16,000 a second. */
const SAMPLES_PER_MS = 16;

/** Speeches as the web application of Otter receives them. Otter documents no JSON; its public exports are TXT and SRT. */
export const otter: JsonFormat = {
  name: 'Otter',
  writtenBy: 'the web application of Otter: a `speech` with its `transcripts`',
  source: 'public clients of its undocumented API, such as https://github.com/gmchad/otterai-api',
  marks: [
    ['speech.transcripts[].transcript', 'speech.transcripts[].start_offset'],
    ['transcripts[].transcript', 'transcripts[].start_offset'],
  ],
  read: readSpeech,
};

function readSpeech(document: JsonPlace) {
  const speech = document.at('speech').isAbsent ? document : document.at('speech');
  const warnings: string[] = [];
  const names = new Map<string, string>();
  const people = new ListedPeople(warnings);
  for (const speaker of speech.at('speakers').optionalList()) {
    const [id, name] = [speaker.at('id').optionalId(), speaker.at('speaker_name').optionalText()];
    if (id !== undefined && name !== undefined) names.set(id, name);
    people.add(speaker.at('speaker_name'), speaker.at('speaker_email'));
  }
  const entries = speech
    .at('transcripts')
    .list()
    .map((place) => {
      const id = place.at('speaker_id').optionalId();
      const label = place.either('speaker_model_label', 'label').optionalId();
      return {
        text: place.at('transcript').text(),
        startMs: Math.round(place.at('start_offset').samples() / SAMPLES_PER_MS),
        endMs: place.at('end_offset').optional((end) => Math.round(end.samples() / SAMPLES_PER_MS)),
        speaker: (id && names.get(id)) ?? speakerName(id ?? label),
        place,
      };
    });
  const startMs = speech.at('start_time').optional((start) => start.epoch('seconds'));
  const lengthMs = speech.at('duration').optional((duration) => duration.seconds());
  const facts = {
    id: speech.either('otid', 'speech_id').optionalId(),
    title: speech.at('title').optionalText(),
    language: languageAt(speech.at('language')),
    startMs,
    endMs: startMs === undefined || lengthMs === undefined ? undefined : startMs + lengthMs,
    host: new ListedPeople(warnings).add(speech.at('owner').at('name'), speech.at('owner').at('email')),
    attendees: people.list(),
  };
  return transcriptOfEntries(entries, facts, warnings);
}
