import { MANIFEST_COLUMNS } from './manifest.ts';

/** What `parley import --help` tells after the options. */
export const IMPORT_HELP = `
Folders are searched for .vtt, .srt, .json, .jsonl, .ndjson and .eml files; others in them are passed over. A JSON
file holds a body of the ingest operation, an array of them, or one on each line.

For a transcript, the manifest comes first, then the flags, then what the file and its name say: the name may hold
the date (standup_2026-02-05.vtt) or Zoom's time (GMT20260205-140312_Recording.vtt). A JSON body's own fields come
before the manifest and the flags. Without attendees, everybody who speaks in a transcript is one.

An e-mail's own headers come before the manifest and the flags too: --date, --title, --account and --opportunity fill
in what it lacks. Its plain text is taken, or else what its HTML says; attachments are counted and not kept.

Running it again changes nothing, and goes on where it was stopped. A transcript's meeting is known again by the
file's name, without its folder: a corrected file, date or host updates the meeting. Where a file has the name of
another one that was taken, but starts at another time and has other words, it is refused: give it an externalId in
a manifest. JSON bodies are known by meeting.id, or else by host, title, start and end; e-mails by their Message-ID,
or else by what they say.

A manifest is a CSV file with a header row, its files found from its own folder; only file is required:
  ${MANIFEST_COLUMNS.slice(0, 8).join(',')},
  ${MANIFEST_COLUMNS.slice(8).join(',')}
Attendees are separated by semicolons: Ada Park <ada@acme.example>; Grace Lund. Without FILES, all its files are taken.

Exit code: 0 where everything was taken, 1 where something was not (stderr says what and why), 2 for wrong usage.

Examples:
  parley import calls/ --host-email ada@acme.example --host-name 'Ada Park'
  parley import call.srt --host-email ada@acme.example --date 2026-01-31T09:30:00Z --attendee 'Bo Lind <bo@beta.example>'
  parley import --manifest calls/manifest.csv --source-type ZOOM --dry-run
  parley import export.jsonl --organization 2 --json
  parley import mail/ --account 0018c00002ABCDEAA5`;
