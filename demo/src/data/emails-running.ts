import type { Thread } from './thread.ts';

/** The e-mails that are written once an account is a customer. */
export const runningThreads: readonly Thread[] = [
  {
    after: 'kickoff',
    subject: 'Data that we need before the pilot',
    contact: 'T',
    copy: 'X',
    messages: [
      {
        from: 'us',
        text: `It was good to meet the whole team today. To start the pilot on time we need three lists:

- All $techs with their region, skills and telephone number
- All $sites with their $assets
- The open jobs of the pilot region, as your system has them today

A spreadsheet is fine. We have to be live by $goLive, so please send them within two weeks.`,
      },
      {
        from: 'them',
        text: `The first two lists are attached. The third one takes longer, because $old does not export jobs that somebody has reopened. I will have it by the end of next week.`,
      },
    ],
  },
  {
    after: 'review',
    courses: ['won', 'steady', 'grow'],
    subject: 'Figures from our review',
    contact: 'C',
    messages: [
      {
        from: 'us',
        text: `Here are the figures that we looked at today:

- First-time fix: $ftf percent, after $ftfStart percent at the start
- Share of $techs who use the app every day: $adopt percent, after $adoptPrev percent
- Jobs within the agreed response time: $sla percent, after $slaPrev percent

I will bring a proposal for $extra to the next review.`,
      },
    ],
  },
  {
    after: 'review',
    courses: ['shaky', 'steady'],
    subject: 'Report that you promised',
    contact: 'C',
    messages: [
      {
        from: 'them',
        text: `You promised us a report on the jobs that were planned twice. I am still waiting for it, and so is my management. Is there any news?

It is a small thing, but it is the third small thing in a row.`,
      },
      {
        from: 'us',
        text: `You are right, and I apologise. The report is attached now. I have also asked our developers to send it to you automatically on the first of every month, so that you do not have to wait for me again.`,
      },
    ],
  },
  {
    after: 'renewal',
    courses: ['shaky'],
    subject: 'Your renewal letter',
    contact: 'F',
    copy: 'C',
    messages: [
      {
        from: 'them',
        text: `We have received your renewal letter. An increase of $upliftPct percent, to $renewalNew, is over the budget, and after the year that we have had I cannot defend it.

Unless we find another solution before $renewDate, we will not renew the contract. We have asked $comp for an offer.`,
      },
      {
        from: 'us',
        text: `Thank you for telling me before it is too late. I do not want to lose you over $upliftPct percent.

I propose that the price stays at $renewal for another year, and that you get a contact in our support team who knows your set-up. Could we talk about it this week?`,
      },
    ],
  },
  {
    after: 'renewal',
    courses: ['steady', 'grow'],
    subject: 'Renewal of our contract',
    contact: 'F',
    messages: [
      {
        from: 'them',
        text: `We would like to renew for two years. Please send the one-page agreement with $renewalNew to my attention before $renewDate.

One request: the invoice should name the regions, because we charge them internally.`,
      },
      {
        from: 'us',
        text: `That is very good news, thank you. The agreement is attached; the regions will be on the invoice from the next one on.`,
      },
    ],
  },
  {
    after: 'support',
    subject: 'Case $caseNo: cause and next steps',
    contact: 'C',
    copy: 'X',
    messages: [
      {
        from: 'us',
        text: `Here is the summary of today's call, so that you can forward it.

Problem: $symptom
Cause: $cause
For now: $workaround
Solution: $fix. It goes live $fixDay.

I will write again as soon as the solution is in place.`,
      },
      {
        from: 'them',
        text: `Thank you for the summary. I will be honest: the problem is one thing, the slow support is another. We waited for hours until somebody answered, and then we had to explain everything twice.

Please tell me what you will do so that this does not happen again.`,
      },
    ],
  },
  {
    after: 'support',
    subject: 'Case $caseNo',
    contact: 'X',
    messages: [
      {
        from: 'them',
        text: `I have not heard back on case $caseNo since our call. The workaround helps, but it costs us an hour at the start of every shift.

When can we expect the solution?`,
      },
      {
        from: 'us',
        text: `The solution is live: $fix. I have checked it with the data of this morning, and everything is as it should be. Please tell me if you see anything unusual.`,
      },
    ],
  },
];
