/** One stretch of speech. Fields without a value are left out. Same shape as a segment of the ingest body. */
export type TranscriptSegment = {
  text: string;
  /** Start in seconds, exact to the millisecond (integer milliseconds / 1000). */
  timestampSeconds?: number;
  speaker?: { name: string };
};

/** What a transcript file holds, in file order. */
export type ParsedTranscript = {
  segments: TranscriptSegment[];
  /** The file's own title, where the format has one. */
  title?: string;
  /** Seconds from 0 to the end of the cue that ends last, exact to the millisecond. */
  durationSeconds?: number;
  /** Sentences for the user, each naming its line: what was malformed and what became of it. */
  warnings: string[];
};

/** A transcript file format. CONTRIBUTING.md lists what a new one takes. */
export type TranscriptFormat = {
  name: string;
  /** Lower case, with the dot. */
  extensions: string[];
  /** Reads decoded text. Throws TranscriptFormatError, and nothing else, where the text is not of this format. */
  parse(text: string): ParsedTranscript;
};

/** The file is not of the format. `line` is 1-based and stands in the message too; absent where no line is to blame. */
export class TranscriptFormatError extends Error {
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(line === undefined ? message : `line ${line}: ${message}`);
    this.name = 'TranscriptFormatError';
    this.line = line;
  }
}
