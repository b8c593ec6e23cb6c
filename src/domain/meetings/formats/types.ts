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
  /** Messages for the user; each names its line, says what is malformed there, and how it was read nevertheless. */
  warnings: string[];
};

type FormatFacts = {
  /** The common name of the format. */
  name: string;
  /** The extensions of its files' names, in lower case, with the dot; no other format has them. */
  extensions: readonly string[];
  /** The media types under which its files are sent. */
  mediaTypes: readonly string[];
};

/** A format of files that hold one transcript. CONTRIBUTING.md describes how to add one. */
export type TranscriptFormat = FormatFacts & {
  holds: 'transcript';
  /** Reads decoded text. Throws only TranscriptFormatError, if the text is not in this format. */
  parse(text: string): ParsedTranscript;
};

/** A format of files that hold whole meetings: bodies of the ingest operation, not validated yet. */
export type MeetingsFormat = FormatFacts & {
  holds: 'meetings';
  /** Reads decoded text. Throws only TranscriptFormatError, if the text is not in this format. */
  parse(text: string): unknown[];
};

/** The interface of a file format to the rest of Parley. */
export type FileFormat = TranscriptFormat | MeetingsFormat;

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
