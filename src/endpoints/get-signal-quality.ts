import { readCalibration } from '../domain/signals/labels/calibrate.ts';
import { readQuality } from '../domain/signals/labels/read-quality.ts';
import { integer, MAX_INT32 } from '../http/params.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { signalIdParam } from './schemas/evidence.ts';
import { SignalQuality, signalQualityExample } from './schemas/label.ts';

/** The version of a signal, by default the current one. */
export const versionParam = integer({
  description: 'The version of the signal. Default: its current version.',
  minimum: 1,
  maximum: MAX_INT32,
  example: 2,
});

export const getSignalQualityEndpoint = defineEndpoint({
  operationId: 'getSignalQuality',
  address: 'api',
  method: 'GET',
  path: '/v1/signals/{promptId}/quality',
  scope: 'signals:read',
  tag: 'Signals',
  summary: 'Get the quality of a signal',
  description:
    'Estimates how often a version of the signal is right, from the labels of its evaluations, with intervals of 95 %. ' +
    'Precision is estimated from the labelled conversations in which it fired. Recall is estimated from these and from those in which ' +
    'it did not fire and which were drawn at random. Values are given from 10 labels on. `calibration` tells which verdicts of the ' +
    'model are voted on.',
  params: { promptId: signalIdParam },
  query: { version: versionParam },
  answers: {
    200: { description: 'The quality.', schema: SignalQuality, example: signalQualityExample },
    404: { description: 'The organization has no such signal, or the signal has no such version.' },
  },
  async handle({ params, query, caller }, { db, ai }) {
    const { organizationId } = caller;
    const quality = await readQuality(db.patient, organizationId, params.promptId, query.version);
    const calibration = await readCalibration(db, organizationId, params.promptId, ai);
    return { status: 200, body: { ...quality, calibration } };
  },
});
