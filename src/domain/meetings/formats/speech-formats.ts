import { dialogue } from './dialogue.ts';
import { googleMeet } from './google-meet.ts';
import { nameAndTime } from './name-and-time.ts';
import { parleyMarkdown } from './parley-markdown.ts';
import { teamsLines } from './teams-lines.ts';
import { timeAndName } from './time-and-name.ts';
import { timeAndText } from './time-and-text.ts';
import type { TranscriptFormat } from './types.ts';
import { zoomText } from './zoom-text.ts';

/** The formats of plain text that also documents contain, in the order in which they are tried. */
export const speechFormats: readonly TranscriptFormat[] = [
  zoomText,
  parleyMarkdown,
  teamsLines,
  timeAndName,
  nameAndTime,
  googleMeet,
  timeAndText,
  dialogue,
];
