import { IMPORTED_EXTENSIONS } from './find-files.ts';
import { MANIFEST_COLUMNS } from './manifest.ts';

/** The text of `parley import --help` after the options. */
export const IMPORT_HELP = `
Folders are searched for ${IMPORTED_EXTENSIONS} files; other files in them are passed over.
A JSON file contains a body of the ingest operation, an export or an answer of a meeting tool or a speech-to-text service, an
array of these, or one on each line. docs/formats.md lists the formats.

For a transcript, details come from the manifest first, then from the flags, then from the file and its name. The name
may contain the date (standup_2026-02-05.vtt) or Zoom's time (GMT20260205-140312_Recording.vtt). The fields of a body of
the ingest operation take precedence over the manifest and the flags. If no attendees are given, all speakers of a transcript are attendees.

The headers of an e-mail also take precedence over the manifest and the flags: --date, --title, --account and --opportunity
only fill in missing details. The plain text of an e-mail is imported, or the text of its HTML if it has none. Attachments
are counted but not stored.

The files of a ZIP archive are imported as if they were unpacked. With --watch, a folder is imported, and then each file that comes into it;
a file is taken once it has not changed for two seconds. --report, --restart and --json then mean the report of the folder.

An import is idempotent: running it again changes nothing. A run that was stopped, also by kill -9, goes on when it is started
again with the same files and options; --restart looks at all files again. The report names what was not taken or not understood in each file. A transcript's
meeting is identified by the file's name without its folder, so a corrected file, date or host updates the meeting. A file
is refused if it has the name of another imported file but a different start and different words: give it an externalId in
a manifest. JSON bodies are identified by meeting.id, or else by host, title, start and end; e-mails by their Message-ID, or
else by their content.

A manifest is a CSV file with a header row; its files are relative to its own folder. Only file is required:
  ${MANIFEST_COLUMNS.slice(0, 8).join(',')},
  ${MANIFEST_COLUMNS.slice(8).join(',')}
Attendees are separated by semicolons: Ada Park <ada@acme.example>; Grace Lund. Without FILES, all files of the manifest are
imported.

The exit code is 0 if everything was imported, 1 if something was not (stderr says what and why), and 2 for wrong usage.

Examples:
  parley import calls/ --host-email ada@acme.example --host-name 'Ada Park'
  parley import call.srt --host-email ada@acme.example --date 2026-01-31T09:30:00Z --attendee 'Bo Lind <bo@beta.example>'
  parley import --manifest calls/manifest.csv --source-type ZOOM --dry-run
  parley import export.jsonl --organization 2 --json
  parley import calls.zip --host-email ada@acme.example --report calls.ndjson
  parley import --watch inbox/ --host-email ada@acme.example
  parley import mail/ --account 0018c00002ABCDEAA5`;
