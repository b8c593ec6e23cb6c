import type { SourceType } from '../source-types.ts';

/** One stretch of speech, in the shape of a segment of the ingest body. Fields without a value are left out. */
export type TranscriptSegment = {
  text: string;
  /** Start in seconds, exact to the millisecond (integer milliseconds / 1000). */
  timestampSeconds?: number;
  /** End in seconds, with the same exactness; not before the start. */
  endSeconds?: number;
  speaker?: { name: string };
};

/** The contents of a transcript file, in the order of the file. */
export type ParsedTranscript = {
  segments: TranscriptSegment[];
  /** The language that the file states, as it states it. */
  language?: string;
  /** The file's own title, if the format has one. */
  title?: string;
  /** Seconds from 0 to the end of the cue that ends last, exact to the millisecond. */
  durationSeconds?: number;
  /** The start of the meeting, in milliseconds since the epoch, if the file states it with its zone. */
  startMs?: number;
  /** The end of the meeting, if the file states it. */
  endMs?: number;
  /** Whether the file has the dates of its words; `startMs` is the instant from which their seconds are counted. */
  hasAbsoluteTimes?: boolean;
  /** People whom the file lists as present, besides its speakers. */
  attendees?: ListedPerson[];
  /** Whether `attendees` is complete, so that speakers are not added to it. */
  listsEverybody?: boolean;
  host?: ListedPerson;
  /** Whether the file has no transcript at all, so that one that is stored stays. */
  isWithoutWords?: boolean;
  /** The source's own id of the meeting; it identifies the meeting instead of the file's name. */
  id?: string;
  sourceType?: SourceType;
  callUrl?: string;
  accountId?: string;
  opportunityId?: string;
  /** Messages for the user; each names its line, says what is malformed there, and how it was read nevertheless. */
  warnings: string[];
};

/** Somebody whom a file names; it has a name, an address or both. */
export type ListedPerson = { name?: string; email?: string; isInternal?: boolean };

/**
 * A meeting in a file that may hold several: a transcript with what the file states about its meeting, a body of the ingest
 * operation that is not validated yet, or the reason for which only this meeting cannot be read.
 */
export type ParsedMeeting = { transcript: ParsedTranscript } | { body: unknown } | { fault: string };

/** The meetings in a file, in its order. */
export type ParsedMeetings = {
  /** The name of the format, if it is more exact than that of the file. */
  format?: string;
  meetings: ParsedMeeting[];
  /** Messages for the user about the file as a whole; each names the place in it. */
  warnings: string[];
};

type FormatFacts = {
  /** The common name of the format. */
  name: string;
  /** The extensions that its files' names have as a rule, in lower case, with the dot; formats may share them. */
  extensions: readonly string[];
  /** The media types under which its files are sent. */
  mediaTypes: readonly string[];
  /** The programs that write it, for the documentation. */
  writtenBy: string;
  /** The document from which the facts about the format come: a URL, or a name. */
  source: string;
  /** The names of the formats that it comprises, if there are several; its parser says which one a file has. */
  variants?: readonly string[];
};

/**
 * A format is recognised by content, never by name alone: the first one in the list whose `recognises` is true reads the
 * file. `recognises` looks at the beginning only, for its cost, and at what distinguishes the format from all others;
 * whether the rest is sound is for `parse` to say. `parse` throws only TranscriptFormatError.
 */
type Reads<Content, Result> = {
  recognises(content: Content): boolean;
  parse(content: Content): Result;
};

/** A format of texts; they are decoded before. */
type OfText<Result> = { reads?: 'text' } & Reads<string, Result>;

/** A format of files that are no text. */
type OfBytes<Result> = { reads: 'bytes' } & Reads<Uint8Array, Promise<Result>>;

/** A format of files that hold one transcript. CONTRIBUTING.md describes how to add one. */
export type TranscriptFormat = FormatFacts & { holds: 'transcript' } & OfText<ParsedTranscript>;

/** A format of files that hold one transcript and are no text. */
export type TranscriptDocumentFormat = FormatFacts & { holds: 'transcript' } & OfBytes<ParsedTranscript>;

/** A format of files that hold whole meetings. */
export type MeetingsFormat = FormatFacts & { holds: 'meetings' } & OfText<ParsedMeetings>;

/** The interface of a file format to the rest of Parley. */
export type FileFormat = TranscriptFormat | TranscriptDocumentFormat | MeetingsFormat;

/**
 * The error that the file is not of the format. `line` is 1-based and is part of the message too; it is undefined if
 * no single line is at fault.
 */
export class TranscriptFormatError extends Error {
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(line === undefined ? message : `line ${line}: ${message}`);
    this.name = 'TranscriptFormatError';
    this.line = line;
  }
}
