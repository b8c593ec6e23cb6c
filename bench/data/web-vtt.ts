import { ingestedMeeting } from './meetings.ts';

/** Returns a WebVTT file with a transcript of about as many bytes, whose cues are those of the benchmark's conversations, again and again. */
export function webVtt(index: number, bytes: number): string {
  const { segments } = ingestedMeeting(`file-${index}`).meeting.transcript!;
  const cues: string[] = ['WEBVTT', ''];
  let length = 0;
  for (let cue = 0; length < bytes; cue++) {
    const { text, speaker } = segments[(cue + index) % segments.length]!;
    cues.push(`${time(cue * 4)} --> ${time(cue * 4 + 3)}`, `<v ${speaker.name}>${text}</v>`, '');
    length += cues.at(-2)!.length + cues.at(-3)!.length + 3;
  }
  return cues.join('\n');
}

function time(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(11, 23)}`;
}
