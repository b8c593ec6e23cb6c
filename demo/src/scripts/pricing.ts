/** Price and terms: the offer, the objection, the trade, the paper. */
export const pricing = `
## pricing.agenda
A: {So, you have the offer. I sent it on Friday.|You all got the proposal, I hope?} My idea for today is to go through it line by line, and then hear what has to change.
F/L: {We have it, and we have comments.|I have it in front of me, with a lot of yellow.}
A: {Comments are better than silence|Good, yellow is better than silence}. Shall we start with the number or with the terms?
F/L: {With the number. The rest is quick.|The number. Let us not pretend.}

? here-F
A: {Thanks for making the time for this one.|I know this is the unpleasant part of the year.} {Today is about the commercial side: price, term, start date.|We said we would talk about price and conditions.}
L: {Yes. I have half an hour, then I need to be able to tell my board something.|Right. $F has the calculator, I am here for the mood.}
A: {Understood|Then let me be quick and concrete}.

A: {Before we go into numbers, is the rest decided?|May I ask first: if the price was right, would you sign?}
L: {The team wants it. That part is done.|From the technical side, yes. We had our discussion, and it was a clear result.}
A: {That is good to hear. Then it really is only the commercial part|OK, then we only have to find the number}.
F/L: {It is never only the commercial part|Do not celebrate yet}. {But yes.|}

## pricing.offer
A: {Let me recap what is in it.|So, the offer.} $seats $techs and $planners planners, $products, at $list per $tech and month. {That makes $annual a year at list.|At list that is $annual per year.}
F/L: {And then you take off $offerPct percent.|With $offerPct percent discount.}
A: {Right, so $offer a year, for a term of three years. Plus $impl once for the roll-out.|Exactly, $offer per year, and the roll-out is $impl, once, fixed price.}
F/L: {Planners are free?|You do not charge for the planners?}
A: {Planners are free. We only count the people in the field.|Correct, the office does not cost anything.}
F/L: {OK, that I had not understood|Good, then my number was wrong}.

F/L: {Walk me through page [two|three].|I do not understand the table with the seats.} {Why $seats? We will not have all of them from the first day.|It says $seats users from day one. That is not realistic.}
A: {You are right, and you do not pay for them from day one. It grows with the regions, that is the ramp in the footnote.|The billing follows the roll-out. First region, first invoice, only for those people.}
F/L: {Footnotes are where bad things live.|Then write it in the table, not in the footnote.}
A: {Fair, I will move it up|I will change it}. {The full $offer is only reached after the last region.|}

## pricing.objection
F/L: {I will be direct. It is too expensive.|To be honest, the price is too high for us.} {We had $budget in mind, and you come with $offer.|We have a budget of $budget, and this is $offer, before the roll-out.}
A: {I understand|OK, thank you for saying it straight}. {Is it the total, or the comparison with something?|Can I ask what you compare it with?}
F/L: {With what we spend today, which is {a lot less|nearly nothing on paper}.|With the budget. I do not have more, it is that simple.}
A: {What you spend today is in the vans and on the phone. Two weeks of invoices that come late, at your revenue, is more than this.|Then we have to look at scope, because I cannot make the difference disappear.}
L: {I know that, and $A knows that. But the board sees a line in a budget.|That argument works with me. It does not work with a spreadsheet.}

F/L: {Per person, that is a lot for an app.|$list per head. My people ask me why an app costs more than the phone it runs on.}
A: {If it was only an app I would agree. It is the planning, the routes, $rule, and half an hour per person per day that you get back.|That is a fair joke. What you pay for is half an hour per person per day. The rest is decoration.}
F/L: {If the half hour comes true.|The half hour is your number.}
A: {It was your number, from the first call. I only wrote it down.|Then let us take a quarter of an hour. It still pays.}
L: {That is true, I said that|OK. Touché}.

F/L: {I have an instruction from above: minus $askPct percent.|We expect $askPct percent. That is what we get from everybody.}
A: {$askPct is more than I can do for nothing.|I cannot do $askPct, and I do not want to pretend.} {What I can do is trade. Longer term, earlier signature, a reference, payment in advance. Each has a price.|If you give me something, I can give you something.}
F/L: {What is worth what?|Such as?}
A: {Payment once a year in advance is worth [two|three] points. A case study {one|two}. Three years you have already.|Signature before the end of $month helps me the most, I will not hide that.}
F/L: {Advance payment is possible. I need a piece of paper with both versions.|The end of $month. Hm. We would have to hurry the board.}

L: {Look, I want this. But I will not get it through with this number.|I am on your side, and I still cannot sell this inside.}
A: {What would get it through?|Which number could you sell?}
L: {Something that begins with a smaller digit. Psychologically.|If it was under $budget, I would not even have to ask.}
A: {Then leave the last region out in the first year. It is a smaller start.|We could start with fewer people and add the last region next year. Same price per head.}
L: {That could work. I do not want to lose it altogether, though.|Can I add it later at the same conditions?}
A: {Same price for twenty-four months, I put that in writing.|Yes, with a fixed price. In the contract, not in the footnote.}

F/L: {There is also the one-time fee.|And then the $impl for the roll-out.} {Why do I pay you to install what I buy from you?|Others do that for free.}
A: {Others do it for free and then it takes a year. Ours is a fixed price, so the risk of it taking longer is mine.|Two people work on it for ten weeks. If it is free, it gets the time that is left over.}
F/L: {Can you drop half of it?|And if we do the training ourselves?}
A: {If you do the training yourselves, I take out a quarter. But please look at the plan first.|I would rather give you something on the licence than on the roll-out. A bad roll-out costs both of us more.}
F/L: {I hear that from every consultant|Fine, we can leave that point}.

F/L: {Prices go up every year, it says here.|And clause [4|7], the yearly increase. Who invented that?}
A: {That is the index, with a cap of [three|four] percent.|It follows the consumer price index, and it is capped.}
F/L: {I would like it fixed for the term.|Take it out. Or cap it at two.}
A: {For three years I can fix it. For one year I cannot.|Capped at two, I can do that without asking anyone.}
F/L: {Good. Then that point is closed|Then write it so}.

F/L: {I compared it with what other tools cost us.|I made a list of what we pay per head for other software.} {You would be number {two|three} on it, after the ERP.|The office suite is a third of it, and everyone uses that all day.}
A: {For a $tech this is the tool he uses all day.|And what would be the cost of a day without it, compared with a day without the office suite?}
F/L: {Hm. For the $techs that is true.|You mean the $techs would notice.}
L: {They would be in my office in ten minutes|I would have a queue at my door}.

L: {It is too much for this year. Next year it would fit.|Can we start paying in $nextMonth of next year?} {The budget is what it is.|This year is closed, I have nothing left.}
A: {We can start now with the pilot region and bill the rest from the new year.|If you sign this year, I can move the first invoice. The price stays.}
F/L: {How much of it would fall into this year?|And the roll-out fee?}
A: {Only the $impl, in two parts.|Half now and half after the pilot.}
F/L: {That I can find|That is possible}.

## pricing.trade
A: {Let me make a proposal, so that we do not dance around each other.|I spoke to my boss before this call, so I can put something concrete on the table.} $finalPct percent instead of $offerPct, so $final a year, if you [pay yearly in advance and sign|sign] by $decide.
F/L: {$final. Let me type that.|That is $final. Times three.} {It is closer.|OK.}
L: {And the price per head stays fixed for the new people?|And the ramp stays as we said?}
A: {Yes, it stays fixed. That is really the end of what I have, I say that so nobody wastes a week.|It stays exactly as we said.}
F/L: {Everyone says that.|I heard that sentence on Tuesday from somebody else.} {I take it to the board like this.|But I believe you a bit more.}

F/L: {What happens if we sign for one year only?|I do not like three years.}
A: {Then it is $offerPct minus [four|three], so the price is higher, and I cannot fix it.|One year is possible, at list. You pay for the freedom.}
F/L: {And a way out after the first year?|Can I get an exit after twelve months, if the goals are not met?}
A: {If we define the goals now, and they are not met because of us, yes. I have signed that before.|An exit with [three|six] months' notice, tied to two numbers we agree on. That I can do.}
L: {I like that. It makes everybody honest|That takes the fear out of it}.

F/L: {Payment terms. We pay in sixty days.|We have sixty days net as a standard.}
A: {Ours is thirty. I can do forty-five.|Sixty and a yearly advance do not go together well, you will see my problem.}
F/L: {Forty-five is acceptable. Put it in|Then forty-five, in the middle}.

A: {Let me add one thing that is not in the offer.|Something different. You asked about $extra.} {You could have $extra for six months without charge, and then you decide.|If you take $extra with it now, I can put it at half the price for the first year.}
L: {And if we do not want it after that?|That smells like the first one is free.}
A: {It switches off by itself. You have to say yes, not no.|It is exactly that, but with the switch on your side.}
L: {All right|Then yes, we would try it}.

F/L: {If we take all regions at once, not step by step, what does that change?|What if I commit to the full $seats from the first day?}
A: {Then the $finalPct percent stand without the payment in advance, because I can plan the people for it.|That is worth something to me. The $finalPct percent, and I throw in the second training.}
L: {All at once is a risk for us.|I do not want everything on the same day, $F.}
F/L: {On paper at once, on the ground step by step.|I know. It is only how it is written.}
A: {That works. You pay from the start, but lower.|We can write it like that. You should only be sure about the number.}

## pricing.paper
F/L: Our legal department has [four|six|seven] points. {Liability, data protection, and the place of jurisdiction, as always. On liability we want twice the fee.|The main one is liability. You cap it at the yearly fee, we want twice that.}
A: {Twice the fee is possible for data breaches, not for everything.|We have done twice before, I need to check with our lawyer. I will know by $day1.}
F/L: {Send me your answer in the document, with tracked changes, please.|OK. And the data processing agreement, we use our own form.}
A: {You have it back by $day1, in all your colours|That is possible. Ours is signed faster, but if it must be yours, I send it to our lawyer today}.

L: {How long is the offer valid?|Until when do I have to decide?}
A: {Until $decide. After that the start in the next quarter is not realistic.|It says $decide. It is not a trick, it is when the roll-out team needs to know.}
L: {The board meets on [Tuesday|Thursday]. So it could just work. If I get a no, you will hear it from me the same day.|That is tight, but we knew that.}
A: {I appreciate that|Thank you, that is all I ask}.

F/L: {You need to be set up as a supplier.|For the order we need a supplier form, and it is {nine|eleven|fourteen} pages.} {With tax number, bank letter, code of conduct, and the questionnaire about sustainability.|}
A: {Send it today and you have it back by $day1.|We have a person who loves these. Send it over.}
F/L: {I will hold you to that. It usually takes two weeks in the system, so the sooner the better.|Then I want to meet that person.}

L: {And who signs on your side?|If we say yes, how quickly can you start?}
A: {Signature is two days. The first workshop can be the week after.|I sign up to a certain amount, above it is our CRO. It is never longer than two days.}
L: {Good. With us it is two signatures, and one of them is on a boat until $day2.|On ours it is three signatures, so do not hold your breath.}

F/L: {What happens to the data when we leave?|Clause {eleven|nine}, the end of the contract.} {It says thirty days. That is short.|I do not find what you hand over, in which form.}
A: {We can make it ninety. And the export works on any day before as well, by yourselves.|Everything, in open formats. I will add an annex with the list.}
F/L: {Ninety is fine|The annex, please}.

L: {Can we put the three goals into the contract?|I would like to see the goals in there, not only the licence.} {Calls, first-time fix, and days until the invoice.|If we both believe in them, it should not be a problem.}
A: {As goals yes, as a guarantee no. You drive the vans.|Yes, in an annex, with how we measure them and from when.}
L: {As goals is enough. I only want them in black and white.|Good. The board will like that page more than the rest.}

F/L: {We will need references, two, in writing.|Before the signature I have to talk to one of your customers.}
A: {You can have three, and one of them left us for a year and came back. That is the interesting one.|I will introduce you by $day1. You call them, I am not on the line.}
F/L: {Why did they come back?|And I ask what I like?}
A: {Ask them. I would not tell it as well.|Whatever you like. Ask about the first month.}

## pricing.mood
L: {For the record, I think we are close.|I want to say that this is a good negotiation.} {A month ago I would not have said it.|I had one yesterday where I needed a walk afterwards.}
A: {I feel the same|Thank you}. {I would rather lose a point and start well.|We will work together for years, so I do not want you to feel squeezed.}
F/L: {I still want the point, though|Do not go soft, $L}.

F/L: {Between us, what does a company like ours normally pay?|Is this what the others pay?}
A: {For your size, between [8|9] and [14|15] percent under list. You are inside that.|I cannot show you names. You are on the good side of the middle.}
F/L: {Then there is room|So somebody gets fifteen}.
A: {Fifteen exists, with five years and payment on the first day.|Somebody who signed in a bad year. I was younger.}

## pricing.mild
L: {I say it early: that is more than I expected.|Hm. That is quite expensive, between us.} {For that money I could hire two people.|My director will fall off the chair.}
A: {Could you find those two people?|And would two people solve the phone?}
L: {No. That is the problem.|Two people would make two more calls.} {But he will ask it, so I need an answer that fits on one page.|}
A: {I will help you with the page|Then let us write that page together, with your numbers}.

N: {Is that price negotiable?|May I say that this is over the budget I have heard of?} {I ask because we should not waste time.|}
A: {A bit, in return for something. It is not a bazaar, but I have some room.|It depends on term and on timing, and there is room. Not half.}
L: {Good, then let us not negotiate today|Half would have been nice}.
N: {Then I bring it up again later|I only wrote down a third}.

L: {And if we only took the field part?|Can one take it without the planning board?} {The total is too high for the first year, I can say that now.|}
A: {You can, but then you have a beautiful phone with yesterday's plan on it.|I would rather take fewer people than half of the product.}
L: {Yes, that is what I feared.|OK, I see the logic. I am only looking for a smaller number.}
A: {Smaller numbers exist. They have fewer seats in them.|Let us look at it region by region.}
`;
