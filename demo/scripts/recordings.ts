/**
 * Generates the recordings of the invented company from its transcripts: each speaker has a distinct voice, and each
 * line has the time of the transcript. Needs espeak-ng and ffmpeg (Debian: apt-get install espeak-ng ffmpeg). The files
 * are part of the repository. Prints the digests for src/recordings.ts.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type DemoRecording,
  type DemoSegment,
  demoCompany,
  demoRecordings,
  recordingFile,
} from '../src/index.ts';

const MAX_FILE_BYTES = 700_000;

/** The sample rate of espeak-ng. */
const SAMPLE_RATE = 22_050;
const WAV_HEADER_BYTES = 44;
const WORDS_PER_MINUTE = 152;
const MAX_WORDS_PER_MINUTE = 230;
/** The silence that remains before the next line. */
const BREATH_SECONDS = 0.12;
/** The maximum length of a nod, which is spoken in a pause of the other speaker and may overlap the next line. */
const MAX_NOD_WORDS = 2;
const TAIL_SECONDS = 1.5;

/** The encoding suffices for voices and is small: pauses take hardly any space. */
const ENCODING = ['-ar', '16000', '-ac', '1', '-c:a', 'aac', '-b:a', '14k', '-movflags', '+faststart'];

/** Returns one line as samples, spoken faster if the transcript leaves less time for it. */
function say(
  segment: DemoSegment,
  next: DemoSegment | undefined,
  voices: DemoRecording['voices'],
): Int16Array {
  const { voice, pitch } = voices[segment.speaker.name]!;
  const isNod = segment.text.split(' ').length <= MAX_NOD_WORDS;
  const room = next && !isNod ? next.timestampSeconds - segment.timestampSeconds - BREATH_SECONDS : Infinity;
  let speed = WORDS_PER_MINUTE;
  for (;;) {
    const options = ['-v', voice, '-p', `${pitch}`, '-s', `${speed}`, '--stdout', '--', segment.text];
    const wav = execFileSync('espeak-ng', options, { maxBuffer: 1 << 28 });
    const samples = trimmed(new Int16Array(wav.buffer.slice(wav.byteOffset + WAV_HEADER_BYTES)));
    const seconds = samples.length / SAMPLE_RATE;
    if (seconds <= room || speed >= MAX_WORDS_PER_MINUTE) return samples;
    speed = Math.min(MAX_WORDS_PER_MINUTE, Math.ceil(speed * Math.max(1.04, seconds / room)));
  }
}

/** Removes the silence at both ends. */
function trimmed(samples: Int16Array): Int16Array {
  const isLoud = (sample: number) => Math.abs(sample) > 60;
  const first = samples.findIndex(isLoud);
  return first < 0 ? samples : samples.subarray(first, samples.findLastIndex(isLoud) + 1);
}

function mixed(segments: readonly DemoSegment[], voices: DemoRecording['voices']): Int16Array {
  const lines = segments.map((segment, index) => ({
    at: Math.round(segment.timestampSeconds * SAMPLE_RATE),
    samples: say(segment, segments[index + 1], voices),
  }));
  const end = Math.max(...lines.map(({ at, samples }) => at + samples.length));
  const mix = new Int16Array(end + TAIL_SECONDS * SAMPLE_RATE);
  for (const { at, samples } of lines) {
    for (const [offset, sample] of samples.entries()) {
      const sum = mix[at + offset]! + sample;
      mix[at + offset] = Math.max(-32_768, Math.min(32_767, sum));
    }
  }
  return mix;
}

const work = mkdtempSync(join(tmpdir(), 'parley-demo-recordings-'));
try {
  const { meetings } = demoCompany();
  for (const recording of demoRecordings) {
    const { meetingId, file, voices } = recording;
    const segments = meetings.find(({ meeting }) => meeting.id === meetingId)!.meeting.transcript!.segments;
    const pcm = join(work, 'pcm');
    writeFileSync(pcm, mixed(segments, voices));
    const input = ['-f', 's16le', '-ar', `${SAMPLE_RATE}`, '-ac', '1', '-i', pcm];
    // The files contain no dates or versions, so that the same transcript gives the same file.
    const exact = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags', '+bitexact'];
    const output = fileURLToPath(recordingFile(recording));
    execFileSync('ffmpeg', ['-y', '-v', 'error', ...input, ...exact, ...ENCODING, output]);
    const { size } = statSync(output);
    if (size > MAX_FILE_BYTES) throw new Error(`${file} has ${size} bytes, more than ${MAX_FILE_BYTES}`);
    const digest = createHash('sha256').update(JSON.stringify(segments)).digest('hex');
    console.log(`${file}: ${size} bytes, transcriptDigest '${digest}'`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
