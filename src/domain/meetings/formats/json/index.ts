import { assemblyAi } from './assemblyai.ts';
import { awsCallAnalytics } from './aws-call-analytics.ts';
import { awsTranscribe } from './aws-transcribe.ts';
import { deepgram } from './deepgram.ts';
import { fathom } from './fathom.ts';
import { fireflies } from './fireflies.ts';
import { gong } from './gong.ts';
import { googleMeetEntries } from './google-meet.ts';
import { googleSpeech } from './google-speech.ts';
import { ingestBody } from './ingest-body.ts';
import { otter } from './otter.ts';
import { parley } from './parley.ts';
import { qmSum } from './qmsum.ts';
import { recall } from './recall.ts';
import { recallEvents } from './recall-events.ts';
import { rev } from './rev.ts';
import type { JsonFormat } from './shape.ts';
import { speechmatics } from './speechmatics.ts';
import { whisper } from './whisper.ts';
import { whisperCpp } from './whisper-cpp.ts';

/** The formats whose files are JSON documents. CONTRIBUTING.md describes how to add one. */
export const jsonFormats: readonly JsonFormat[] = [
  ingestBody,
  parley,
  gong,
  fireflies,
  fathom,
  otter,
  googleMeetEntries,
  recall,
  recallEvents,
  assemblyAi,
  deepgram,
  rev,
  whisper,
  whisperCpp,
  awsTranscribe,
  awsCallAnalytics,
  googleSpeech,
  speechmatics,
  qmSum,
];
