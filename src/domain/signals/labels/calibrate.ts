import type { AiProvider } from '../../../ai/types.ts';
import type { Queries, Statement } from '../../../db/database.ts';
import type { Calibration } from '../votes.ts';

/** The confidence below which a verdict is borderline, as long as labels do not say otherwise. */
export const DEFAULT_THRESHOLD = 0.7;

/** Verdicts with this confidence are never borderline, which bounds the cost of votes. */
const MAX_THRESHOLD = 0.9;

/** The bands of confidence in which labels are counted. */
export const BAND_EDGES = [0, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/** The labels that a band needs to say something; a band with fewer is joined with the next lower one. */
export const MIN_BAND_LABELS = 10;

/** The share of right verdicts with which a band needs no votes. */
const ENOUGH_RIGHT = 0.9;

/** The labels of first verdicts with a confidence of `from` or more, and less than that of the next band. */
export type Band = { from: number; to: number; labels: number; right: number };

type BandRow = { signalId: number; band: number; labels: number; right: number };

const selectBands: Statement = {
  name: 'select-confidence-bands',
  // Served by signal_labels_signal: people give labels, so there are hundreds of a signal at most.
  text: `select signal_id as "signalId", width_bucket(confidence, $4::float8[]) - 1 as band, count(*) as labels,
           count(*) filter (where (first_fired = is_fired) = is_right) as right
         from signal_labels
         where organization_id = $1 and signal_id = any ($2::bigint[]) and model = $3 and confidence is not null
         group by signal_id, band`,
};

/** Counts the labels of signals' first verdicts by the confidence that the model stated. */
async function readBands(
  db: Queries,
  organizationId: number,
  signalIds: readonly number[],
  model: string,
): Promise<Map<number, Band[]>> {
  // A confidence of 1 belongs to the last band.
  const edges = BAND_EDGES.slice(0, -1);
  const rows = await db.query<BandRow>(selectBands, [organizationId, signalIds, model, edges]);
  const bands = new Map(signalIds.map((id) => [id, emptyBands()]));
  for (const { signalId, band, labels, right } of rows) {
    const known = bands.get(signalId)![band]!;
    known.labels = labels;
    known.right = right;
  }
  return bands;
}

function emptyBands(): Band[] {
  return BAND_EDGES.slice(1).map((to, at) => ({ from: BAND_EDGES[at]!, to, labels: 0, right: 0 }));
}

/**
 * Returns the confidence below which verdicts are borderline. From the highest band down, bands in which enough verdicts were
 * right need no votes; from the first band on in which too few were, all verdicts are borderline. What no label tells about stays
 * as it is by default.
 */
export function thresholdOf(bands: readonly Band[]): number {
  let trusted = 1;
  let joined: Band[] = [];
  for (const band of bands.toReversed()) {
    joined.push(band);
    const labels = joined.reduce((sum, one) => sum + one.labels, 0);
    if (labels < MIN_BAND_LABELS) continue;
    const doubtful = isDoubtful({ labels, right: joined.reduce((sum, one) => sum + one.right, 0) })
      ? joined.find(isDoubtful)
      : undefined;
    if (doubtful) return Math.min(MAX_THRESHOLD, Math.max(doubtful.to, Math.min(trusted, DEFAULT_THRESHOLD)));
    trusted = band.from;
    joined = [];
  }
  return Math.min(trusted, DEFAULT_THRESHOLD);
}

function isDoubtful({ labels, right }: Pick<Band, 'labels' | 'right'>): boolean {
  return labels > 0 && right / labels < ENOUGH_RIGHT;
}

/** The calibration of a model's confidence in its verdicts on a signal by labels, as the API shows it. */
export type ShownCalibration = { model: string; votesBelow: number; bands: Band[] };

/** @returns undefined if the provider does not vote */
export async function readCalibration(
  db: Queries,
  organizationId: number,
  signalId: number,
  { model, judgeAgain }: Pick<AiProvider, 'model' | 'judgeAgain'>,
): Promise<ShownCalibration | undefined> {
  if (!judgeAgain) return undefined;
  const bands = (await readBands(db, organizationId, [signalId], model)).get(signalId)!;
  return { model, votesBelow: thresholdOf(bands), bands };
}

/**
 * Makes the calibration of an organization's signals by their labels.
 * @param draftOf the signal whose labels tell about a draft, of which there is at most one
 */
export function calibrationOf(db: Queries, organizationId: number, draftOf?: number): Calibration {
  return async (signalIds, model) => {
    const known = draftOf === undefined ? signalIds : [draftOf];
    const bands = await readBands(db, organizationId, known, model);
    return (signalId) => {
      const own = bands.get(draftOf ?? signalId);
      return own ? thresholdOf(own) : DEFAULT_THRESHOLD;
    };
  };
}
