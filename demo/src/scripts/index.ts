import { type Beat, parseScripts } from '../script.ts';
import { closing } from './closing.ts';
import { demo } from './demo.ts';
import { discovery } from './discovery.ts';
import { forecast } from './forecast.ts';
import { forecastDeals } from './forecast-deals.ts';
import { incidentTalk } from './incidents.ts';
import { kickoff } from './kickoff.ts';
import { languages } from './languages.ts';
import { opening } from './opening.ts';
import { pricing } from './pricing.ts';
import { renewal } from './renewal.ts';
import { review } from './review.ts';
import { rivals } from './rivals.ts';
import { security } from './security.ts';
import { sideways } from './sideways.ts';
import { support } from './support.ts';
import { tradesA } from './trades-a.ts';
import { tradesB } from './trades-b.ts';
import { tradesReview } from './trades-review.ts';

/** All pools of beats, by name. */
export function scriptPools(): Map<string, Beat[]> {
  return parseScripts([
    ...[opening, closing, sideways, languages, rivals, tradesA, tradesB, tradesReview],
    ...[discovery, demo, security, pricing, kickoff, review, renewal],
    ...[support, incidentTalk, forecast, forecastDeals],
  ]);
}
