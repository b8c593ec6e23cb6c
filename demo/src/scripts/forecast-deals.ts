/**
 * Beats about one deal in a forecast call; the condition names its state. O owns the deal, R is another
 * member of the team; $deal, $dealAmount, $dealWhen, $dealPrev and $dealComp are the deal's facts.
 */
export const forecastDeals = `
## forecast.deal
? deal-disc
A: {$deal. That is new.|Next is $deal.} {What do we know?|}
O: {First call was on $dealPrev. {Real pain, real date, budget not approved yet.|They plan with a board and one person's memory.} I have them at $dealAmount.|First call done. Good people. $dealAmount if they take all seats.}
A: {Who signs?|And do you have access to the person with the money?}
O: {Not yet. The champion is strong, finance I have not met.|Finance is invited to the demo. If they come, I believe it.}
A: {Then it is pipeline, not forecast|Good. Leave it out of the number for now}.

? deal-disc
O: {$deal is early, do not put it in anything.|On $deal I need help from presales.} {They want to see it with their own data.|IT there is stricter than usual, they asked about the interface before anything else.}
A: {How big?|What is it worth?}
O: {$dealAmount, at list.|At list $dealAmount, realistically a tenth under that.}
R: {I had one like that. Bring the engineer into the second call, not the third.|If you want, I share the deck from the last one in that trade.}
O: {Please|I will do that, thanks}.

? deal-demo
A: {$deal. How was the demo?|What about $deal, after the demo?}
O: {Good. The dispatchers loved it, I think the boss was surprised by that.|Good, with one hole: they asked for something we do not have until the autumn.}
A: {What is the next step, with a date?|And what did they agree to do, concretely?}
O: {Security first, then commercials. I would say $dealWhen.|They send me the data of one region. The date is in the calendar.} 
A: {$dealAmount, is that still right?|Amount?}
O: {Yes|Still $dealAmount}. {Perhaps fewer seats in the first year.|}

? deal-demo deal-rival
A: {Who else is in $deal?|Is $dealComp still in there, at $deal?}
O: {$dealComp. They were there first, and they are cheaper.|Yes, $dealComp. They did a demo in the same week.}
A: {Where do we win, where do they win?|What is our angle?}
O: {We win in the field, they win in the price meeting.|Offline, and the people. They lose when somebody asks for the third year.}
R: {Against $dealComp I always do the sick-call test, live.|I lost one to $dealComp in spring. Get to finance early.}
A: {Good advice. Do it|Write that down}.

? deal-sec
O: {$deal is in the security review. {118-186} questions, all answered.|On $deal we wait for the security people.}
A: {Is it a blocker or a formality?|How long?}
O: {Formality, if Noor keeps her good mood. One point orange.|The committee meets once a month, so it is a matter of the date.}
A: {Then it moves. Do you keep $dealWhen?|So what date do you put in?}
O: {I keep it, with a knot in the stomach|$dealWhen}. {Amount is the same, $dealAmount.|}

? deal-price
A: {$deal, the big question.|Now $deal.} {In or out?|Do you commit it?}
O: {In. $dealAmount. They haggle, and people who do not want it do not haggle.|I would say best case. The number is with the board, $dealAmount.}
A: {What did they ask for?|How far are we with the discount?}
O: {Twenty, and I am at [11|12|13], with yearly payment in advance.|They have an instruction from above, so they need a victory. I keep two points for that.}
A: {Do not go under it without a call.|Fine with me. But trade it, do not give it.}
K: {Anything above [12|15] needs a form, just saying.|Then I need the approval in the system before Friday.}
O: {I know the form, $K|The form and I are old friends}.

? deal-price
M: {$deal, can I help? I know somebody there.|Do you want me to call someone at $deal?}
O: {Not yet. If legal takes longer than next week, yes, please.|Yes, actually. Their finance director does not answer me, and you have the bigger title.}
M: {Good. I keep the evening free.|I choose to hear that as a compliment.}
A: {And the date is still $dealWhen?|$dealWhen, yes?}
O: {Still $dealWhen|Yes. If the signatures are not on holiday}.

? deal-won
A: {$deal is closed, congratulations.|$deal is won, I saw the paper.} {$dealAmount.|}
O: {Thank you. It took {5-8} months and two finance directors.|Thanks. Honestly the reference call did it.}
A: {What did we learn?|One sentence for the others?}
O: {Bring in operations and finance at the same time. We lost three weeks because one did not know the other.|Write the footnotes into the table. They read the footnotes.}
A: {Good|Thanks, I like that}. {Hand it to the roll-out team and go on.|}

? deal-lost
A: {$deal is lost, right? Tell us.|Then $deal. I am sorry.}
O: {They went with $dealComp. Price, they say. It is never only price.|Yes. $dealComp, [18|21|24] percent under us, and the new head of finance decided.}
A: {What would you do differently?|When did we lose it, in your opinion?}
O: {I had one contact too few. When he went quiet, I had nobody.|In the demo. We showed everything, and they needed one thing.}
R: {I had the same last year.|Keep in touch. They will be unhappy in a year.}
A: {Put it to closed lost with the reason, please, and come back to them in [nine|ten] months.|Right. Set a reminder. And thanks for the honesty.}

? deal-steady
A: {$deal, renewal in sight?|How is $deal?}
O: {Healthy. Usage is up, one open ticket that annoys them, no surprises.|Fine. They will ask for the usual three percent, and they will stay.} $dealAmount.
A: {Any growth in it?|Could they take more?}
O: {A few seats. They bought a small company.|Maybe the analytics, I show it in the next review.}
A: {OK, commit|Green}.

? deal-steady
O: {For $deal I am relaxed. {They gave us a reference last month.|We had the review, it was almost boring.}|$deal is boring, in the best way.}
A: {Boring is good. $dealAmount?|What is the amount?}
O: {$dealAmount, flat. I do not want to push an increase there.|Same as last year, $dealAmount plus the index.}
K: {The index is in the contract, you do not have to push it.|Then I put it in with the index.}
O: [Fine|OK].

? deal-shaky
A: {$deal. This is the one that worries me.|Let us talk about $deal, it is red.}
O: {Rightly so. {Two incidents, a sponsor who left, and $dealComp was in the building.|Usage went down {4-9} points and the director does not return my calls.} $dealAmount at risk.|I put it at fifty percent. $dealAmount. They said the word alternatives.}
A: {What is the plan?|What do you need?}
O: {A named engineer for eight weeks, and somebody senior to go there. In person.|You and I go there, $A. We bring the numbers and we do not bring slides.}
M: {I go, if it helps.|You get the engineer.} {Churn there would be the second in that region.|}
O: {It helps|Thank you}.

? deal-shaky
K: {I have $deal with a churn risk of {55-75/5} percent. Is that still right?|$deal, health score {34-48}. It was {62-71} in the last quarter.}
O: {It is a bit better. The last call was honest, and they will wait until the fix has proved itself.|I would not lower it. They have given notice as a precaution.}
A: {Honest is good. Is there a date?|A precaution is still a letter.}
O: {Eight weeks, they said. Until then one call every two weeks.|I know. They decide after their board.}

? deal-disc
A: {What is $deal, in one sentence?|Who brought us $deal?}
O: {A service company that lives from one planner's memory, and he retires.|They came by themselves, after talking to one of our customers.}
K: {And in one number?|Is there an amount in the system? It is empty.}
O: {$dealAmount, if the budget comes.|$dealAmount. I put it in today.}
A: {Find out where the budget comes from. That is all I want for next week.|Good. And who has the money?}

? deal-disc
O: {$deal had the first call on $dealPrev. It was a real conversation, they did more talking than me.|I like $deal. They know exactly what hurts.}
A: {What hurts?|Do they have a date?}
O: {Second trips and the paper. And they calculated it themselves.|Before their busy season. So the date is not invented.}
A: {That is the best sign there is. $dealAmount?|And the size?}
O: {$dealAmount|$dealAmount at list}.

? deal-demo
R: {I sat in the demo of $deal, as a guest. It was strong.|Can I say something on $deal? I listened to the recording.}
A: {What was strong?|And?}
R: {They asked about the second week, not about the first. People who ask that want to buy.|The dispatcher said she would take it home today. I would call that a signal.}
O: {I agree. The amount is $dealAmount, and the security people are next.|That was my favourite moment. $dealAmount, and the date is $dealWhen.}
A: {Then keep the pace|Good. Do not let it cool down}.

? deal-demo
O: {$deal wants a test with their own data before they decide.|On $deal I am not sure. They liked it, and then it got quiet.}
A: {How much work is it for presales?|Quiet since when?}
O: {Three days. For $dealAmount I think it is fine.|Since the demo, on $dealPrev. One mail, no answer.}
A: {Three days with three written goals, otherwise it never ends.|Call the dispatcher, not the boss.}
O: {I have two of the three|I do that today}.

? deal-sec
A: {Is $deal through security?|What did the security people say at $deal?}
O: {Yellow, with one open point. It is a formality with a calendar.|They want a newer penetration test. Noor says it comes in {two|three} weeks.}
K: {So the close date stays?|Then the date moves, no?}
O: {It stays at $dealWhen.|By a week. I put it to $dealWhen.}
A: {And the money is talking to us already?|Use the time to get the commercial part done.}
O: {Yes, in parallel. $dealAmount|That is the plan. $dealAmount}.

? deal-price
A: {Where is $deal in the negotiation?|$deal, please. I want to hear the ugly part.}
O: {They said it is too expensive, and then they asked for the contract. I take the second as the answer.|Procurement came in at the end and wants to start again.}
A: {What is left to give?|What do they really want?}
O: {One point, and the training.|A success for the person who does it. I let them win the payment terms.}
K: {$dealAmount in the system, before discount. I need the new number.|Then please change the stage, it says negotiation since {five|six} weeks.}
O: {You get it today|I change it}.

? deal-price
O: {$deal compares us with $dealComp, line by line.|$deal has $dealComp's offer on the table.}
A: {Are we above?|By how much?}
O: {In the first year, yes. Over three years not.|They say a fifth. With their interface in it, it is nearly equal.}
R: {Send them the table with three years, I have one.|Ask for the roll-out. It is never in there.}
O: {I used your table. It helped.|I did. It was not in there.}
A: {So $dealWhen stays?|Good. I leave it at $dealWhen.}

? deal-won
A: {$deal! Very well done.|And $deal signed. Who tells the story?}
O: {$dealAmount, three years. The turning point was the dispatcher, she told the board herself.|In the end it took one hour. After {5-8} months. $dealAmount.}
R: {Can I use them as a reference later?|What did you give?}
O: {Let them go live first.|The training, and a cap on the index.}
K: {It is booked|And it is in the system, complete. I nearly cried}.

? deal-lost
A: {$deal, what happened?|Let us learn something from $deal.}
O: {Silence, and then a mail with four lines. They stay with what they have, and take $dealComp for one region.|They liked us more and bought $dealComp. It happens.}
M: {Did we ever speak with the board?|Was it the money?}
O: {No. That is the lesson.|They say so. I think it was fear of change.}
A: {Next time we go up earlier. I come along.|Write that in the reason, not only price.}

? deal-lost
A: {I see $deal in red. Closed?|Then $deal, sadly.}
O: {Closed. $dealComp, after all.|Yes. I called them, it was a decent talk.}
K: {I need a reason code.|What do I write?}
O: {Price, and no real sponsor.|Lost to $dealComp. Sponsor too weak.}
A: {Thank you. On to the next.|OK. Shake it off.}

? deal-steady
A: {Anything new at $deal?|$deal is quiet. Too quiet?}
O: {They want more seats, {9-24} of them. $dealAmount becomes a bit more.|No, I had them on the line. They are busy, that is all. $dealAmount.}
K: {Shall I open an opportunity for it?|So it stays green?}
O: {Please|Green}.

? deal-steady
R: {$deal asked me about the roadmap, although it is not my account.|I met somebody from $deal at a fair. They were happy.}
O: {That is nice. They have a new director and he wants to see everything.|Good to hear. On my side as well, the last review was fine.}
A: {A new director is always a risk. Get to him early.|Then $dealAmount is safe?}
O: {Already in the calendar. $dealAmount, by the way.|As safe as these things are.}

? deal-steady
O: {$deal: usage up, the tickets are down, and they pay on time.|Three words on $deal: fine, fine, fine.}
A: {What is the risk, if there is one?|There is no customer without a risk.}
O: {One person. If she leaves, I have to start again.|If you press me, the summer. They nearly drowned in July.}
A: {Then find a second person there.|Offer them help before July comes again.}
O: {I am on it. $dealAmount, for the list|Will do. $dealAmount}.

? deal-shaky
A: {$deal. Still red?|Give me the truth about $deal.}
O: {Red with a bit of orange. The last {two|three} weeks were quiet, no incident.|They look at $dealComp. Openly, they told me so.}
K: {Usage is at a low point, though.|That is $dealAmount.}
O: {I know. One region has gone back to paper.|I know. I do not sleep well over it.}
A: {Go there. Before it is a letter.|I call their director today. What should I say?}
O: {I am there next week|Listen, mostly. And then the plan with the dates}.

? deal-shaky
O: {On $deal I want to give a credit before they ask for it.|I want to say something on $deal: it is our fault, not the product's.}
K: {How much?|Whose fault?}
O: {Six weeks. It is less than what we lose if they go.|Ours. We passed their ticket around for {nine|eleven} days.}
A: {Do it. And write with it what has changed, otherwise it is only money.|Then say so to them. In those words.}
R: {I did that once, it saved the account.|They respect that more than a discount.}
`;
