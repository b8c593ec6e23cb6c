import type { Warnings } from './lines.ts';
import type { Cue } from './segments.ts';
import { type ParsedTranscript, TranscriptFormatError, type TranscriptSegment } from './types.ts';

const MS_PER_SECOND = 1000;
const MAX_STARTS_APART_MS = 1000;
const DATE_TIME_WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
const KNOWN_FIELDS = new Set(['startDateTime', 'endDateTime', 'speakerName', 'spokenText', 'spokenLanguage']);

type Payload = Record<string, unknown>;

/** Returns whether the payload is that of a cue of Microsoft Graph's `metadataContent`: a JSON object with words. */
export function isGraphPayload(payload: string): boolean {
  return payload.startsWith('{') && payload.includes('"spokenText"');
}

/**
 * Reads the cues of Microsoft Graph's `metadataContent`, whose payloads are JSON objects with the speaker, the words,
 * their language, and absolute times. The start of the meeting is the absolute start of the first cue less its offset.
 * @throws TranscriptFormatError if a payload is no such object
 */
export function readGraphCues(cues: Cue[], warnings: Warnings): ParsedTranscript {
  const segments: TranscriptSegment[] = [];
  const languages = new Map<string, number>();
  const otherFields = new Set<string>();
  const starts: { at: number; ms: number }[] = [];
  let lastMs = 0;
  for (const { at, startMs, endMs, payload } of cues) {
    const { spokenText, speakerName, spokenLanguage, startDateTime, ...rest } = readPayload(payload, at);
    lastMs = Math.max(lastMs, endMs ?? 0);
    for (const field of Object.keys(rest)) if (!KNOWN_FIELDS.has(field)) otherFields.add(field);
    if (startMs !== undefined) {
      const ms = dateTimeOf(startDateTime);
      if (ms !== undefined) starts.push({ at, ms: ms - startMs });
    }
    if (typeof spokenLanguage === 'string' && spokenLanguage !== '') {
      languages.set(spokenLanguage, (languages.get(spokenLanguage) ?? 0) + 1);
    }
    if (spokenText.trim() === '') continue;
    const segment: TranscriptSegment = { text: spokenText };
    if (startMs !== undefined) segment.timestampSeconds = startMs / MS_PER_SECOND;
    if (endMs !== undefined) segment.endSeconds = endMs / MS_PER_SECOND;
    if (typeof speakerName === 'string' && speakerName.trim() !== '') segment.speaker = { name: speakerName };
    segments.push(segment);
  }
  const [language, ...others] = [...languages].sort(([, a], [, b]) => b - a).map(([tag]) => tag);
  if (others.length > 0) {
    warnings.note(`${others.join(', ')} is spoken too; a transcript has one language, ${language} here`);
  }
  if (otherFields.size > 0)
    warnings.note(`fields of the cues that were not read: ${[...otherFields].join(', ')}`);
  const [first] = starts;
  const other = starts.find(({ ms }) => Math.abs(ms - (first?.ms ?? ms)) > MAX_STARTS_APART_MS);
  if (other) {
    warnings.add(
      other.at,
      'its date differs from its time; the date of the first cue and the times of all were read',
    );
  }
  const transcript: ParsedTranscript = {
    segments,
    durationSeconds: lastMs / MS_PER_SECOND,
    warnings: warnings.list(),
  };
  if (language !== undefined) transcript.language = language;
  if (first !== undefined) transcript.startMs = first.ms;
  return transcript;
}

function readPayload(payload: string, at: number): Payload & { spokenText: string } {
  const value = parseObject(payload);
  if (value === undefined) {
    throw new TranscriptFormatError(
      'the text of the cue is no JSON object, unlike that of the others',
      at + 1,
    );
  }
  const { spokenText } = value;
  if (typeof spokenText !== 'string') {
    throw new TranscriptFormatError('the JSON object of the cue has no text spokenText', at + 1);
  }
  return { ...value, spokenText };
}

function parseObject(json: string): Payload | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Payload)
      : undefined;
  } catch {
    return undefined;
  }
}

function dateTimeOf(value: unknown): number | undefined {
  const ms = typeof value === 'string' && DATE_TIME_WITH_ZONE.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
