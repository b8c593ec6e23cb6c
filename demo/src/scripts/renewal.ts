/** Renewals: the decision, the term and the price. F is the customer's finance, M a manager of the vendor. */
export const renewal = `
## renewal.agenda
A: {The contract runs until $renewDate, so I wanted to speak early.|You know why we are here: $renewDate is coming.} I would like to hear first how you see it, and then talk about the conditions.
L: {Early is good. Last time it was a mail two weeks before the end. So. How do I see it.|Thank you for not sending only a PDF. So. You want to hear it nice or straight?}
A: {Be honest|Straight, please}.

F: {I will start, because I called the meeting.|I asked for this call.} {We have the renewal letter with $renewalNew, and today we pay $renewal. Before anybody signs, I want to understand the difference.|There is a number in the letter that I did not expect.}
A: {That is a fair start. It is the index plus [two|three] modules at list, and I am ready to talk about it.|Understood. It is $upliftPct percent, and I owe you an explanation.}
F: {Please explain|Good, then I listen}.

A: {Two years together, nearly. I went through what we promised and what came out, so we have facts on the table before we speak about money.|It is the end of the first term. I made a page with what we promised and what came out.}
L: {I did the same on my side. Shall we compare?|Good. I also have a page. Shall I read mine?}
A: {You first|Yes, please}.

## renewal.value
A: {First-time fix was $ftfStart and is $ftf percent.|Three numbers only. The first: from $ftfStart to $ftf percent on the first visit.} {In trips, that is around {40-95/5} a week you do not make.|}
L: {I accept the number. Not all of it is your software, we also hired well.|I have {one|two} point less, but let us not fight about that.}
A: {Of course. I claim half.|Agreed, it is both.}
F/L: {Half is still something|So write half in the paper}.

L: {What works is the daily business.|I will say what is good.} {Nobody calls the desk any more to ask for the next address. That alone changed the mood in the room.|When somebody is ill, it takes ten minutes and no shouting.}
A: {And what does not?|And the other page?}
L: {Reports for the management. I still build them by hand, every month, half a day.|Your support before nine in the morning. My day begins at six.}
A: {The first we can fix with you in one afternoon. I mean it.|There is an early shift from next quarter on, from six.}
L: {Why did nobody tell me that?|That should be part of the contract, then}.

C: {I asked the $techs in a small survey.|We did a survey.} {{61-84} percent would not want to go back. {9-17} percent would, and the rest does not care.|Out of $seats, a good half answered. School grade two minus.}
A: {And the other part? What do they say?|That is a better grade than I had in school. And what bothers them?}
C: {Battery. Always the battery. And that it is slow when there are many photos.|That they are being watched. We repeat it each time, no history, no ranking.}
A: {Photos are better since the last release. The battery I will not argue about.|I bring somebody to explain it again, if you want.}

A: {What would you lose, if we were gone tomorrow?|Allow me a strange question. What would happen in the first week without it?}
L: {Oh. The desk would need a whiteboard. We threw it away.|Chaos for a week, and then we would remember how it was. I do not want to remember.}
A: {And the other way round, what do you still miss?|And what should have been better in these two years?}
L: {A proper search. I know there is a new one coming.|The start. The first two months were harder than you said.}
A: {It comes in {spring|autumn}, and I can show you a version of it today.|That is true. We changed that, the pilot is longer now.}

F/L: {I had our own controller look at it, without telling you.|We did our own sum, to be fair.} {He comes to {60-85/5} percent of what you claim.|It is less than yours, and still more than it costs.}
A: {With that I can live. May I see what he left out?|That is the kind of number I like. It is yours.}
F/L: {The mood of the dispatchers. He says it is not an account.|He did not count the growth, he said we would have found people somehow.}
A: {He is right, it is not|That is a brave assumption}.

## renewal.price
F: {$upliftPct percent more is not possible.|I cannot sign a price increase of $upliftPct percent.} {Our own prices went up by two.|If I accept that, I have to explain it, and I have no explanation.}
A: {What would be acceptable?|I see that. What number works?}
F: {Zero. And then we talk about more users.|The index, not more.}
A: {Zero I cannot do. The index alone, that I can do for three years.|The index for three years, that works, and I take the modules out of it.}
F: {Give me both in writing. One year, three years, same page.|Three years is long. Your track record this spring was mixed.}
A: {You have it by $day1|Both versions by $day1, and I hear the remark about the spring}.

F/L: {We pay for $seats users and see maybe {83-92} percent of them.|I count fewer users than we pay for.} {So before an increase, I want the number right.|}
A: {That is fair. You can come down to what you need, at the renewal.|You are right, and I can true that down.}
F/L: {And the price per head stays? Not that you give with one hand.|And without losing the discount?}
A: {The price per head stays down to ten percent less. Below that it moves a little.|The discount stays.}
F/L: {OK. Then we find the real number, $day2.|Good. I will send the list.}

A: {Let me put something on the table.|So, here is my proposal.} $renewal stays as it is for the first year, the index after that, and you get $extra {for a year without charge|at half price}, for [three|two] years of term.
F/L: {So no increase in the first year. And an exit, if the slow mornings come back?|$renewal flat. Good. And if the slow mornings come back?}
A: {If we miss the availability twice in a quarter, you may leave at the end of the next. I can write that.|Then an exit, tied to availability. That is possible.}
F/L: {That I can take to the board|Write it. Then I think we have something}.

F: {I have to ask for it. What do you give for a reference?|Procurement has a rule: every renewal brings [five|three] percent.}
A: {For a reference visit I can give two points. Not money for words, but the day costs you something.|I know the rule. Can we meet in the middle with the payment in advance?}
F: {Two for the visit and one for the advance payment. Done.|In advance, that is possible this year.}
A: {Done, pending a nod from my side|Then we are close}.

L: {Can I say how it feels? We help you with references, we test your new things, and then comes a letter with a percentage.|It is not the sum, it is the way. A letter, without a call.}
A: {You are right, that letter should not have gone out before this call.|I was annoyed myself when I saw that it had been sent automatically.}
F/L: {Then let us forget the letter|And what does it mean for the number?}
A: {It is forgotten. We talk about what is fair.|That it is not a number yet. It is a starting point.}

## renewal.shaky
L: {I have to tell you something you will not like.|I would rather say it now than in a letter.} {At the moment I cannot recommend to renew. We are looking at alternatives.|There is a real chance that we do not renew.}
A: {Thank you for telling me directly.|OK. That is hard to hear, and I am glad you say it.} {What is the main reason?|Is it one thing, or the sum?}
L: {The sum. The incidents in spring, the tickets that take weeks, and then a letter with more money. It does not fit together.|Trust. Three times I stood in front of my people and said it is solved.}
A: {What would you need to see to change your mind? Concretely.|Is the decision made, or can we still do something?}
L: {Eight weeks without an incident. A name for support. And the same price.|It is not made. In [four|five] weeks it is.} {I do not want to migrate, believe me. But I will if I must.|}
A: {Give me until $day2, and I come with a plan, signed by somebody above me.|Then let us use those weeks. I will bring our head of customer success into it, tomorrow.}

F: {We have given notice, as a precaution.|You will receive a letter. Notice of termination, in time, so that we keep the option.}
A: {I understand the reason. May I ask how much of it is precaution?|Oh. OK. Is it tactics, or is it meant?}
F: {Half.|Sixty, forty. I will not say in which direction.} {The auto-renewal clause leaves us no choice.|}
L: {I would prefer to stay. But I need an argument.|It is meant as long as nothing changes.}
A: {Then I need to earn it|I will bring you that change}.

C: {Our sponsor has left, you know that.|The person who brought you in is gone since {March|the summer}.} {The new director comes from a company that used $comp, and he likes it.|And the new one wants to consolidate. One vendor for everything.}
A: {Have you been able to show the results to the new director?|Can I meet the new director? Before a decision is made, I mean.}
C: {Not really. He asked me how many tools we have, and he did not like the number. Maybe you get half an hour.|I will try. Half an hour. He is not unfriendly, he just does not know you.}
A: {Half an hour is enough. I bring your numbers, not ours|I would be grateful}.

F/L: {$comp made an offer for the whole thing, including the migration.|We have an offer from $comp on the table. They would pay the migration.} 
A: {Of course they would.|That is a strong offer.} {What do your planners say to it?|Would you tell me how far that has gone?}
F/L: {Nobody asked them yet.|One workshop. The planners were not amused.} {But at [20|25|18] percent less, somebody will ask.|}
A: {A switch costs you half a year, whoever pays the invoice. You know that from ours.|I will not beat that number. I can beat the risk.}
L: {That is the argument for staying, I know it|Then help me write that down, with figures}.

M: {$L, may I say something? I am here because of this account, not because of my title.|I asked to join today.} {I read all the tickets from this year last night. Some of our answers were not good enough.|The two bad mornings are on me, I approved that release.}
L: {Thank you. That is the first time somebody says it.|I appreciate that you come yourself.}
M: {Here is what I offer: one named engineer, a call every two weeks with me, and a credit of [four|six] weeks.|I would like eight weeks. If you still want to leave then, I help you with the export myself.}
L: {Good. Put it in writing, and I will hold the decision until $day3.|OK. Eight weeks. But the clock runs.}

L: {My people have stopped to complain. That is worse than complaining.|You know what worries me? Nobody opens tickets any more.} {They have found their own ways again.|They call each other, as before.}
A: {I saw in the usage that it goes down, and I did not call you. That is my mistake.|Since when do you see that?}
L: {Somebody should have called, yes.|Since the second incident. That was the point.}
A: {May I come for two days and sit at the desk?|I want to hear it from them, if you let me.}
L: {Come in the early shift. Then you hear it.|They will not be polite.}

## renewal.term
A: {Term: one, two or three years?|How long do you want to commit?}
L: {If you ask me, two. If you ask $F, one.|Two. I want to see how the next year goes before I say three.}
A: {Two is fine. I can keep the conditions of three for you, if we sign before $renewDate.|Two with an option for a third, at the same price. That is simple.}
L: {Then two|An option is good}. {Can we have the paper this week?|}
A: {$day1|You have it on $day1}.

L: {What do I have to do formally?|Does it renew by itself, or do I sign?}
A: {It renews by itself, if nobody does anything until thirty days before $renewDate. I would prefer a signature on one page, then it is clean.|You sign one page. The rest of the contract stays as it is.}
L: {One page I can do. Two pages go to legal.|I prefer to sign, too. Automatic things get me in trouble.}
A: {One page, then|I make it fit on one}.

F/L: {Can the contract end with the calendar year? Our budget does.|One administrative wish, I would like to move it to our financial year.}
A: {Yes, we can bridge the months in between, pro rata.|That is easy. It becomes {fifteen|fourteen|twenty-seven} months.}
F/L: {Good. Then everything comes at the same time. Painful, but once.|Perfect.}

L: {What happens with the old modules? There is one we never used.|Before we extend everything as it is, can we clean up?}
A: {Take it out. I would rather have you use all of what you pay for.|Gladly. Which ones do you really use?}
L: {Two and a half of three.|The board and the phone. The rest we opened once.}
A: {Then we make it two, and you can test the third one for free.|Then that is the contract. Short is good.}

A: {Who has to see it on your side, before it is signed?|How does it go on from here in your house?}
F/L: {Me, then legal, then the director. Legal only looks at what has changed.|If nothing changes but the price, I can sign alone.}
A: {I send a version with the changes marked, by $day1.|Then only the price changes. I promise.}
F/L: {Then it is done by $day2|I like it when things are short}.
`;
