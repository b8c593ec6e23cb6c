import { parseJsonDocuments } from './json/documents.ts';
import { jsonFormats } from './json/index.ts';
import { JsonPlace } from './json/place.ts';
import { type JsonFormat, nearestFormat, recogniseJson } from './json/shape.ts';
import {
  type MeetingsFormat,
  type ParsedMeeting,
  type ParsedMeetings,
  TranscriptFormatError,
} from './types.ts';

/** JSON documents and JSON Lines, in the formats of the list in json/. */
export const json: MeetingsFormat = {
  name: 'JSON',
  holds: 'meetings',
  extensions: ['.json', '.jsonl', '.ndjson'],
  mediaTypes: ['application/json'],
  writtenBy: 'the programs in the table of JSON formats',
  source: 'the table of JSON formats',
  variants: jsonFormats.map(({ name }) => name),
  recognises: (text) => /^\uFEFF?\s*(?:\{\s*["}]|\[\s*[{[\]])/.test(text),
  parse: parseMeetings,
};

/** Only the first documents in no known format are compared with all formats, because there may be many. */
const MAX_COMPARED = 20;

/** A file with more documents in no known format is no file of meetings. */
const MAX_UNKNOWN = 1000;

/** Warnings that are listed for a file, and for a meeting; further ones are only counted. */
const MAX_WARNINGS = 100;

/** A value that is one document of a format, or that is in none of them. */
type Document = { place: JsonPlace; format: JsonFormat | undefined; line?: number };

/**
 * Reads all meetings of a JSON file: a document in one of the formats, an array of documents, or one on each line. They
 * may be in different formats. In a file with several meetings, each that cannot be read is a fault of its own.
 * @throws TranscriptFormatError if the text is no JSON, or the only document or meeting in it cannot be read
 */
export function parseMeetings(text: string): ParsedMeetings {
  const documents = withPartsJoined(documentsOf(text));
  const isSeveral = documents.length > 1;
  const meetings: ParsedMeeting[] = [];
  const warnings: string[] = [];
  let compared = 0;
  for (const { place, format, line } of documents) {
    const inPlace = (message: string) => (line === undefined ? message : `line ${line}: ${message}`);
    if (format === undefined) {
      compared += 1;
      const fault =
        compared > MAX_COMPARED ? 'it is in no known JSON format' : nearestFormat(jsonFormats, place);
      if (!isSeveral) throw new TranscriptFormatError(fault);
      meetings.push({ fault: inPlace(fault) });
      continue;
    }
    try {
      warnings.push(...(format.warnings?.(place) ?? []).map(inPlace));
      const found = format.meetings?.(place) ?? [place];
      for (const meeting of found) {
        meetings.push(meetingAt(meeting, place, format, isSeveral || found.length > 1, inPlace));
      }
    } catch (error) {
      if (!(error instanceof TranscriptFormatError) || !isSeveral) throw error;
      meetings.push({ fault: inPlace(error.message) });
    }
  }
  const names = new Set(documents.map(({ format }) => format?.name));
  const [name] = names;
  return {
    meetings,
    warnings: limited(warnings),
    ...(names.size === 1 && name !== undefined && { format: name }),
  };
}

function meetingAt(
  meeting: JsonPlace,
  document: JsonPlace,
  format: JsonFormat,
  isSeveral: boolean,
  inPlace: (message: string) => string,
): ParsedMeeting {
  try {
    const read = format.read(meeting, document);
    if ('body' in read) return read;
    return { transcript: { ...read, warnings: limited(read.warnings).map(inPlace) } };
  } catch (error) {
    if (!(error instanceof TranscriptFormatError) || !isSeveral) throw error;
    return { fault: inPlace(error.message) };
  }
}

function limited(warnings: string[]): string[] {
  if (warnings.length <= MAX_WARNINGS) return warnings;
  return [...warnings.slice(0, MAX_WARNINGS), `and ${warnings.length - MAX_WARNINGS} more warnings`];
}

/** An array is one document if a format has it as a whole, and else an array of documents. */
function documentsOf(text: string): Document[] {
  const parsed = parseJsonDocuments(text);
  if ('lines' in parsed) {
    return recogniseAll(
      parsed.lines.map(({ line, value }) => {
        if (!isDocument(value)) throw new TranscriptFormatError('takes a JSON object', line);
        return { line, place: new JsonPlace(value) };
      }),
    );
  }
  const { value } = parsed;
  if (Array.isArray(value) && value.length === 0) return [];
  const whole = { place: new JsonPlace(value), format: recogniseJson(jsonFormats, value) };
  if (whole.format !== undefined || isObject(value)) return [whole];
  if (!Array.isArray(value)) {
    throw new TranscriptFormatError('the file takes a JSON object, an array of them, or one on each line');
  }
  return recogniseAll(
    whole.place.list().map((place, index) => {
      if (isDocument(place.value)) return { place };
      throw new TranscriptFormatError(`item ${index + 1} of the array takes a JSON object`);
    }),
  );
}

/** Joins the documents that are only parts, where the first of them stands. */
function withPartsJoined(documents: Document[]): Document[] {
  const parts = Map.groupBy(
    documents.filter(({ format }) => format?.isPart),
    ({ format }) => format,
  );
  return documents.flatMap((document) => {
    const { format } = document;
    const all = parts.get(format);
    if (all === undefined) return [document];
    if (all[0] !== document) return [];
    return [{ place: new JsonPlace(all.map(({ place }) => place.value)), format }];
  });
}

function recogniseAll(documents: Omit<Document, 'format'>[]): Document[] {
  let unknown = 0;
  return documents.map((document) => {
    const format = recogniseJson(jsonFormats, document.place.value);
    if (format === undefined) unknown += 1;
    if (unknown > MAX_UNKNOWN) {
      throw new TranscriptFormatError(`more than ${MAX_UNKNOWN} documents in it are in no known JSON format`);
    }
    return { ...document, format };
  });
}

function isDocument(value: unknown): boolean {
  return isObject(value) || (Array.isArray(value) && value.length > 0);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
