import type { Thread } from './thread.ts';

/** The e-mails that are written while an account is being won. */
export const sellingThreads: readonly Thread[] = [
  {
    after: 'discovery',
    subject: 'Notes from our first call',
    contact: 'C',
    messages: [
      {
        from: 'us',
        text: `Thank you for your time today. This is what I noted:

- $seats $techs and $planners planners, about $jobsWeek jobs a week
- Planning takes too many telephone calls today
- The record that costs you most time is $rule
- You would like to be live by $goLive

Did I miss anything? I will prepare the demo around these points.`,
      },
      {
        from: 'them',
        text: `That is a good summary. Two additions: our $clients expect a photo with every report, and $peak is when everything breaks at once. Please show us how the board copes with that.

You should also know that we have an appointment with $comp. I would rather say it now than later.`,
      },
    ],
  },
  {
    after: 'demo',
    subject: 'After the demo: material for your colleagues',
    contact: 'C',
    copy: 'T',
    messages: [
      {
        from: 'us',
        text: `Thank you for the lively discussion today. As promised, here is what you can pass on:

1. The short version of the slides, without prices
2. A description of the interface, for your IT department
3. The name of a customer of about your size who has agreed to talk to you

Please tell me whom we should invite to the security review.`,
      },
    ],
  },
  {
    after: 'demo',
    subject: 'Questions from the control room',
    contact: 'X',
    copy: 'C',
    messages: [
      {
        from: 'them',
        text: `My colleagues have three questions after the demo:

1. What happens on a phone that has no signal for half a day?
2. Can a $tech hand a job over to somebody else without calling us?
3. How long does it take to plan $job again when the parts are late?

An honest answer by e-mail is fine, we do not need another meeting for this.`,
      },
      {
        from: 'us',
        text: `Good questions. In short:

1. The phone keeps the jobs of three days and sends everything once it is back.
2. Yes, if you allow it. The planner sees the change at once.
3. Two clicks. The board proposes the next free slot with the right parts.

If you like, I can record a short video of the third one.`,
      },
    ],
  },
  {
    after: 'security',
    subject: 'Security questionnaire',
    contact: 'T',
    messages: [
      {
        from: 'them',
        text: `These points are still open after our review:

- In which country is our data hosted, and where are the backups?
- Is the data encrypted at rest, and who holds the keys?
- When was the last penetration test, and may we read the report?
- Which subprocessors do you use?

Our data protection officer will not sign anything before these are answered.`,
      },
      {
        from: 'us',
        text: `Here are the answers, in your order:

- Data and backups are hosted in two data centres in Germany.
- Everything is encrypted at rest. We hold the keys; you can bring your own for an extra fee.
- The last penetration test was in the spring. I will send you the summary once the confidentiality agreement is signed.
- We use four subprocessors. The list is on our website, and we announce changes thirty days ahead.

Would your data protection officer like a call with ours?`,
      },
    ],
  },
  {
    after: 'pricing',
    courses: ['won', 'open', 'lost'],
    subject: 'Your offer for $products',
    contact: 'F',
    copy: 'C',
    messages: [
      {
        from: 'us',
        text: `As discussed today, here is the offer in writing:

- $products for $seats $techs; planners are free of charge
- $offer a year, for a term of three years
- $impl once for the roll-out, at a fixed price

The offer is valid until $decide. I am happy to go through it with your legal department.`,
      },
      {
        from: 'them',
        text: `Thank you for the offer. To be frank, the price is too high for us. We have $budget in the plan, and the roll-out is not in there at all.

$comp has sent us an offer as well, and it is cheaper. I know that the two cannot be compared line by line, but my board looks at the last line only. Is the price negotiable if we pay yearly in advance?`,
      },
      {
        from: 'us',
        text: `Thank you for being so open. I have spoken to my manager: we can go to $finalPct percent, which makes $final a year, if you pay yearly in advance and sign by $decide.

More is not possible without leaving something out. I would rather show you what the offer contains that $comp leaves out. May I call you?`,
      },
    ],
  },
  {
    after: 'pricing',
    courses: ['won', 'open'],
    subject: 'Terms of the contract',
    contact: 'F',
    messages: [
      {
        from: 'them',
        text: `Our legal department has read the draft and asks for three changes: a notice period of ninety days, liability up to one yearly fee, and a price that stays fixed for the whole term.

If you can accept the first two, I do not expect trouble with the third.`,
      },
      {
        from: 'us',
        text: `We can accept the notice period and the liability. The price can stay fixed for the first two years; after that it follows the index, at most three percent.

I have attached the changed draft. With your confirmation I will send the contract for signature.`,
      },
    ],
  },
  {
    after: 'pricing',
    courses: ['lost'],
    isLast: true,
    subject: 'Our decision',
    contact: 'C',
    messages: [
      {
        from: 'them',
        text: `I am sorry to tell you that we have decided in favour of $comp. Your product convinced the planners, but in the end it was too expensive, and I could not get $final through the board.

Thank you for your patience. I would like to stay in touch, since the contract with $comp runs for one year only.`,
      },
    ],
  },
];
