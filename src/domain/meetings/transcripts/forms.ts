import { formatDateTime } from '../../../lib/time.ts';
import { subRip, webVtt } from './captions.ts';
import { onOneLine, type TranscriptFormSpec } from './transcript-form.ts';

const json: TranscriptFormSpec = {
  contentType: 'application/json; charset=utf-8',
  extension: undefined,
  make: () => ({
    head: ({ id, language }) =>
      `{"meetingId":"${id}",${language === null ? '' : `"language":${JSON.stringify(language)},`}"entries":[`,
    entry: (entry) => JSON.stringify(entry),
    separator: ',',
    tail: (next) => (next === undefined ? ']}' : `],"next":${next}}`),
  }),
};

const LINE_BREAK = /\r\n|\r|\n/;

/** The further lines of an entry are indented, so that none of them looks like an entry. */
const CONTINUED_LINE = '\n    ';

const plainText: TranscriptFormSpec = {
  contentType: 'text/plain; charset=utf-8',
  extension: '.txt',
  make: () => ({
    head: () => '',
    entry({ text, speaker, timestamp }) {
      const at = timestamp === undefined ? '' : `[${withoutFraction(timestamp)}] `;
      const said = text.split(LINE_BREAK).join(CONTINUED_LINE);
      return `${at}${speaker ? `${onOneLine(speaker.name)}: ` : ''}${said}\n`;
    },
    separator: '',
    tail: () => '',
  }),
};

const markdown: TranscriptFormSpec = {
  contentType: 'text/markdown; charset=utf-8',
  extension: '.md',
  make: () => ({
    head: ({ title, startMs }) => `# ${asMarkdown(onOneLine(title))}\n\n${formatDateTime(startMs)}\n`,
    entry({ text, speaker, timestamp }) {
      const name = speaker && onOneLine(speaker.name).trim();
      const parts = [
        name && `**${asMarkdown(name)}**`,
        timestamp !== undefined && withoutFraction(timestamp),
      ].filter(Boolean);
      return `\n${parts.length === 0 ? '' : `${parts.join(' ')}: `}${asMarkdown(text)}\n`;
    },
    separator: '',
    tail: () => '',
  }),
};

function withoutFraction(timestamp: string): string {
  return timestamp.split('.')[0]!;
}

/** The characters that Markdown interprets anywhere, and those that it interprets at the beginning of a line. */
const MARKUP = /[\\`*_[\]<>~&|]/g;
const LINE_MARK = /^(\s*)([#+=-])/;
const LIST_NUMBER = /^(\s*\d{1,9})(?=[.)])/;

/** Escapes text so that Markdown shows it as it is. A line break becomes a hard one. */
function asMarkdown(text: string): string {
  return text
    .replace(MARKUP, '\\$&')
    .split(LINE_BREAK)
    .map((line) => line.replace(LINE_MARK, '$1\\$2').replace(LIST_NUMBER, '$1\\'))
    .join('\\\n');
}

/** The forms by the names of their formats. */
export const TRANSCRIPT_FORMS = {
  json,
  text: plainText,
  markdown,
  vtt: webVtt,
  srt: subRip,
} satisfies Record<string, TranscriptFormSpec>;

type Format = keyof typeof TRANSCRIPT_FORMS;

export const TRANSCRIPT_FORMATS = Object.keys(TRANSCRIPT_FORMS) as Format[];
