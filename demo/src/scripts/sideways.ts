/** Digressions in calls of every kind: clarifications, time checks, small interruptions, agreement. */
export const sideways = `
## sideways
L: {Can you explain that word again?|Sorry, what do you mean by that?} {We use another one for it.|}
A: {Of course. I mean the time you promised to the customer, not the time the $tech plans.|Sure. With a job I mean one visit. If you go twice, that is two jobs for us.}
L: {Ah, OK. Then I was in the wrong film.|Good, with us that is an order. Then I understand.}

A: {Time check, we have about {fifteen|twenty} minutes left.|I look at the clock for a second.} {Is there something you absolutely want to cover?|Are we going at the right speed?}
L: {No, go on, it is good like this.|The end is important to me, so leave five minutes for that.}
A: [Will do|Good].

N: {Could you go back one step?|Can I go back to something you said before?} {I did not get how the two are connected.|I was still writing.}
A: {Sure. The promise is in the contract, the contract hangs on the $asset, and the job gets it from there.|Of course. First the order, then the plan, and only then the phone of the $tech.}
N: {OK, got it|Thank you. Now I have it}.

L: {Let me write that down. One moment.|Slowly, please, I am taking notes by hand.} {So. Go on.|}
A: {I send you all of this anyway.|No rush. You get it in the summary as well.}
L: {I know, but I remember better when I write.|I trust paper. I know, I am the wrong customer for you.}
A: {You are exactly the right one|We all have a notebook here, do not tell anyone}.

N: {I disagree a little, if I may.|May I say something against it?} {It sounds easy, and in our house nothing is easy when three departments are in it.|For the big sites it is true. For the small ones I do not see it.}
L: {$N is right, that is the other side of it.|Fair point.}
A: {I am glad you say it. What would make it work for that part?|Then let us not treat them the same. What would you do with those?}
N: {Start small and tell people why.|Leave those out in the beginning.}
A: {That I can agree with|OK, I write that down as your condition}.

L: {Wait, my colleague is writing something in the chat.|One second, I get a message.} {Ah. It is only about lunch.|It says: ask about the export. So, I ask about the export.}
A: {Lunch is important|I read it, we come to that}.

A: {If I understand you right, it is not about the tool, it is about who decides in the morning.|So what I hear is, the plan is fine and the changes are the problem.} {Is that fair?|}
L: {That is very fair.|Yes. I would not have said it like that, but yes.} {Keep that sentence.|}

N: {Just for me: who else at $us would we deal with?|How big is the team that would look after us?}
A: {Me for everything that has to do with money and promises, and a technical person for everything that has to work.|Two people you know by name, and behind them a desk that answers in your hours.}
N: {Good, I hate hotlines|Good. Names help}.

L: {I have to take this call, it is the control room. Thirty seconds.|Sorry, that is the phone from the shift. I must.} 
A: [Please|Of course].
L: {So. Solved. Somebody could not find the key.|I am back. Where were we?}
A: {We were at the next point on the list|Half a sentence before the interesting part}.

A: {Does that make sense so far?|Am I too fast?}
L: {It makes sense.|No, it is fine.} {What I ask myself is what it means for the smaller regions.|I only wonder who does all of that on our side.}
A: {Good question. The smaller ones come last, and they profit the most, because they have no one to cover a sick day.|Less than you think. One person who knows the work, one or two days a week, for a couple of weeks.}
L: {OK|Then I have an idea who that could be}.

L: {Hold on, let me ask that differently.|Let me put it the other way round.} {If we did nothing else this year, would this alone be worth it?|What would you do in my place?}
A: {If you do it properly, yes. Half of it, no.|I would begin where it hurts the most people, not where it is easiest.}
L: {Hm. That is an answer I can use.|That would be the desk, then.}
A: {I think so, too|It usually is}.

N: {May I be the annoying person for a moment?|I have to be the sceptic now.} {Who checks that the data is right in the first place?|Everything you say needs people who do it the same way.}
L: {$N is paid for that.|I am glad that somebody says it.}
A: {It is the right question. At the beginning a person, later the work itself.|It does. Not all of them, but more than half.}
N: {And the person is me, I assume|More than half I believe}.

A: {Sorry, my line was gone for a second. You said it is about the regions?|I lost the last words. Something with the regions?}
L: {I said that the regions will have to agree, all of them.|I said the regions are like brothers. They fight and they do not want to be separated.}
A: {OK, that is what I thought I had heard|That was worth repeating}.

L: {You are very patient with us.|We jump from one thing to the next, sorry.}
A: {It is more fun than the other way round.|That is how it is in real life. I only keep the list.}
N: {Wait until you know us better.|Then please put the coffee on the list.}
L: {That was about me|I second the coffee}.

L: {I want to say something about our people.|One thing you must know about the $techs.} {They are proud. If they feel watched, it is over.|They help each other. If the plan breaks that, they break the plan.}
A: {I have seen that. We do not show names in any ranking.|Then the plan must leave room for it. It can, on purpose.}
L: {Good. Keep that.|That was the right answer.}

A: {Let me make a note of that, I do not want to lose it.|That is a sentence I want to have word for word.} {Could you say it once more?|One moment.}
L: {I said, the customer does not buy a repair, he buys that it is quiet again.|I said, we do not sell hours, we sell that somebody comes.}
A: {That is better than anything we have on our website.|I will use that, with your name under it.}
L: {I want royalties|Without the name, please}.
`;
