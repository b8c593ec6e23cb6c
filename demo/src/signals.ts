import { rivals } from './account-numbers.ts';
import type { DemoSignal } from './types.ts';

/**
 * The signals of the invented company. Phrases are found literally; the AI provider judges prompts, whose wording lets
 * the builtin provider, which matches words, find many of them too.
 */
export const demoSignals: readonly DemoSignal[] = [
  {
    signalName: 'Competitor in the race',
    prompt: 'The customer says that they also talk to, compare us with, or have an offer from a competitor.',
    contextSource: 'ALL',
    phrases: rivals,
    followUpPrompts: [
      { name: 'What they like', prompt: 'What does the customer like about the competitor?' },
      { name: 'What holds them back', prompt: 'What keeps the customer from signing with the competitor?' },
    ],
  },
  {
    signalName: 'Price objection',
    prompt:
      'The customer objects to the price: it is too expensive, over budget, or a discount is asked for.',
    contextSource: 'ALL',
    phrases: [
      'too expensive',
      'price is too high',
      'too much for this year',
      'over the budget',
      'negotiable',
      'cheaper',
      'a lot for an app',
      'sell this inside',
    ],
    followUpPrompts: [{ name: 'Budget', prompt: 'What budget or price did the customer name?' }],
  },
  {
    signalName: 'Renewal at risk',
    prompt: 'Renewing the contract is in doubt.',
    followUpPrompts: [{ name: 'Reason', prompt: 'Why might the customer not renew the contract?' }],
  },
  {
    signalName: 'Security and data location',
    prompt: 'Data protection, encryption or hosting is discussed.',
  },
  {
    signalName: 'Next meeting agreed',
    prompt: 'Both sides agree on a date for the next meeting or call.',
    phrases: [
      'see you on',
      'talk on',
      'same time next week',
      'for the second round',
      'send the invitation',
      'send an invitation',
    ],
  },
  {
    signalName: 'Complaint about support',
    prompt: 'The customer complains about slow support.',
    contextSource: 'ALL',
  },
  {
    signalName: 'Customer waits for an answer',
    prompt: 'The customer asks for an answer that is overdue.',
    contextSource: 'EMAIL',
    phrases: ['still waiting', 'have not heard back', 'any news', 'what you will do so that'],
  },
];
