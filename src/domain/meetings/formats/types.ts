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
  /** When the meeting started, in milliseconds since the epoch, if the file states it with its zone. */
  startMs?: number;
  /** People whom the file lists as present, besides its speakers. */
  attendees?: { name: string }[];
  /** Messages for the user; each names its line, says what is malformed there, and how it was read nevertheless. */
  warnings: string[];
};

/** The meetings in a file, in its order: bodies of the ingest operation, not validated yet. */
export type ParsedMeetings = {
  bodies: unknown[];
  /** Messages for the user, as those of a transcript; each names the place in the file. */
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
