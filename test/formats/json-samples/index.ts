import { callRecorderSamples } from './call-recorders.ts';
import { cloudServiceSamples } from './cloud-services.ts';
import { meetingToolSamples } from './meeting-tools.ts';
import { speechServiceSamples } from './speech-services.ts';
import type { JsonSample } from './types.ts';

export const jsonSamples: readonly JsonSample[] = [
  ...callRecorderSamples,
  ...meetingToolSamples,
  ...speechServiceSamples,
  ...cloudServiceSamples,
];
