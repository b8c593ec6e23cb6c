import fc from 'fast-check';
import { operationCalled } from './api-document.ts';

const CUE = [
  '00:00:01.000 --> 00:00:02.500',
  '00:01,5 --> 00:02',
  '1:00:00,000 --> 1:00:01,000',
  '--> 00:00:01.000',
  '',
];
const LINES = [
  'WEBVTT',
  'NOTE',
  'STYLE',
  '1',
  '',
  '',
  '<v Ada Park>Shall we start?</v>',
  'Grace: yes, <b>please',
  '&lt;&#x41;&amp',
  'a\0b',
  '\ufeff',
];

const lines = fc.array(fc.constantFrom(...CUE, ...LINES), { maxLength: 12 });

/** A valid transcript. */
export const TRANSCRIPT =
  'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n<v Ada Park>Shall we start with the numbers?</v>\n';

const meetings = JSON.stringify(operationCalled('ingestMeeting').contents['application/json']!.example);

/** Returns a file of the type, for the operations whose bodies are not JSON. */
export function uploadedFile(
  type: string,
): fc.Arbitrary<{ type: string; value: unknown; raw: string | Buffer }> {
  const raw = fc.oneof(
    fc.constantFrom(TRANSCRIPT, meetings, `[${meetings}]`, `${meetings}\n${meetings}`, ''),
    lines.map((lines) => lines.join('\n')),
    lines.map((lines) => ['WEBVTT', '', ...lines].join('\r\n')),
    fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
  );
  const types = type.endsWith('/*') ? ['mpeg', 'mp4', 'x-odd'].map((one) => type.replace('*', one)) : [type];
  return fc.record({ type: fc.constantFrom(...types), value: fc.constant(undefined), raw });
}
