/** An entry as it has to be stored: its text, start and end in seconds, and speaker. */
export type ExpectedEntry = [text: string, start?: number, end?: number, speaker?: string];

/** An invented document in a JSON format, by the documented schema of that, and what has to be read from it. */
export type JsonSample = {
  format: string;
  /** The feature that distinguishes the document from others of the format. */
  form: string;
  document: unknown;
  entries: ExpectedEntry[];
  language?: string;
  /** Fields of the meeting as GET by id returns them. */
  meeting?: Record<string, unknown>;
  warnings?: string[];
};

export const ADA = { name: 'Ada Park', email: 'ada@parley.example' };
export const GRACE = { name: 'Grace Lund', email: 'grace@acme.example' };
