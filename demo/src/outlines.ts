import type { Kind } from './story.ts';

/** A part of a call: `least` to `most` beats of a pool, if the flag is set. */
export type Stretch = { pool: string; least: number; most: number; flag?: string };

/** Parses "pool least-most flag". */
function stretch(text: string): Stretch {
  const [pool, range, flag] = text.split(' ');
  const [least, most] = range!.split('-').map(Number);
  return { pool: pool!, least: least!, most: most ?? least!, ...(flag ? { flag } : {}) };
}

const outline = (text: string): Stretch[] =>
  text
    .trim()
    .split(/\s*;\s*/)
    .map(stretch);

const GREETING = 'native.open 1 native-lead; hello 1 english-lead';
const OPENING = `${GREETING}; hiccup 0-1; smalltalk 0-2; recording 0-1`;
const CLOSING = 'next 1 agreed; nonext 1 vague; native.bye 1 native-lead; bye 1 english-lead';

/** The course of calls of each kind. If two flags exclude each other, one of the two stretches is used. */
export const outlines: Record<Kind, Stretch[]> = {
  discovery: outline(`${OPENING}; intro.round 0-1 first; intro.second 0-1 first; intro.us 0-1 first;
    discovery.agenda 1; discovery.today 3-6; trade 1; discovery.pain 3-6; sideways 0-1; trade 1;
    native.aside 0-1 native; discovery.impact 2-4; rival 1-2 rival; discovery.people 1-4; doubt 0-1;
    doubt 1 doubtful; discovery.timing 1-2; discovery.budget 1; pricing.mild 1 objection; sideways 0-2;
    openq 0-2; recap 0-1; ${CLOSING}`),
  demo: outline(`${OPENING}; intro.second 0-1 first; demo.agenda 1; demo.first-board 1;
    demo.board 2-5; sideways 0-1; demo.first-phone 1; demo.phone 1-3; native.aside 0-1 native;
    trade 0-1; demo.phone 1-3; demo.first-numbers 1; demo.numbers 0-2;
    demo.questions 3-5; security.topic 0-1; rival 1-2 rival; doubt 0-1; doubt 1 doubtful;
    demo.reaction 1-2; sideways 0-1; openq 0-2; recap 0-1; ${CLOSING}`),
  security: outline(`${OPENING}; security.agenda 1; security.topic 6-10; sideways 0-1; security.topic 5-9;
    native.aside 0-1 native; demo.questions 0-1; rival 0-1 rival; doubt 0-1; security.verdict 1-2;
    sideways 0-1; openq 0-1; ${CLOSING}`),
  pricing: outline(`${OPENING}; pricing.agenda 1; pricing.offer 1-2; pricing.objection 2-5 objection;
    native.aside 0-1 native; sideways 0-1; rival 1-3 rival; pricing.mood 0-1; pricing.trade 3-5;
    doubt 0-1; pricing.paper 5-8; pricing.mood 0-1; demo.questions 0-1; sideways 1-2; openq 0-2;
    recap 0-1; ${CLOSING}`),
  kickoff: outline(`${OPENING}; kickoff.agenda 1; kickoff.topic 6-10; native.aside 0-1 native;
    kickoff.topic 5-8; sideways 0-2; kickoff.rhythm 1-2; openq 0-2; recap 0-1; ${CLOSING}`),
  review:
    outline(`${OPENING}; review.agenda 1-2; review.numbers 4-6; native.aside 0-1 native; trade.review 0-1;
    review.topic 3-5; sideways 0-2; review.shaky 1-3 shaky; review.topic 3-6; demo.numbers 0-1 showing;
    demo.board 0-2 showing; sideways 0-2; review.goals 1-3; openq 0-2; recap 0-1; ${CLOSING}`),
  renewal: outline(`${OPENING}; renewal.agenda 1; renewal.value 3-5; renewal.shaky 2-5 shaky;
    native.aside 0-1 native; rival 0-1 rival; renewal.price 3-5; sideways 0-1; review.numbers 1-3;
    review.topic 2-4; renewal.term 2-5; doubt 0-1 shaky; sideways 0-1; openq 0-2; recap 0-1; ${CLOSING}`),
  support: outline(`${GREETING}; hiccup 0-1; support.agenda 1; support.impact 1-3; support.own 1;
    support.dig 2-3; native.aside 0-1 native; support.dig 1-3; support.impact 0-1; support.first-found 1;
    support.found 1-3; support.own2 1; support.found 0-2; support.money 1-2 angry; support.watch 1-3;
    openq 0-1; ${CLOSING}`),
  forecast: outline('forecast.open 1-2; forecast.close 1'),
};
