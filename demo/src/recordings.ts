/** A recording that is made from an invented transcript. */
export type DemoRecording = {
  /** `meeting.id` of the meeting that it belongs to. */
  meetingId: string;
  /** The name of the file in demo/recordings/. */
  file: string;
  contentType: string;
  /** SHA-256 of the transcript's segments as JSON. If they change, the recording has to be generated again. */
  transcriptDigest: string;
  /** The voice of eSpeak NG for each speaker, and its pitch (0 to 99). */
  voices: Record<string, { voice: string; pitch: number }>;
};

/** The recordings of the invented company, whose files scripts/recordings.ts generates. */
export const demoRecordings: readonly DemoRecording[] = [
  {
    meetingId: 'tw-8bcac928-c257',
    file: 'sunfold-offer-review.m4a',
    contentType: 'audio/mp4',
    transcriptDigest: 'ca96de66cdb85b8fdb5aa5c0bff3ca6e1bdb3b2c6d1a63d2137f3694e59e99c1',
    voices: {
      'Adaeze Okwuosa': { voice: 'en-gb-x-rp+f2', pitch: 26 },
      'Marisol Treviño': { voice: 'en-us+f4', pitch: 56 },
      'Lakshmi Pemmaraju': { voice: 'en-gb-scotland+f3', pitch: 76 },
    },
  },
];

/** Returns the URL of a recording's file, which is part of this package. */
export function recordingFile({ file }: DemoRecording): URL {
  return new URL(`../recordings/${file}`, import.meta.url);
}
