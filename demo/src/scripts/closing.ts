/** The end of calls: open questions, agreements, tasks with their dates, goodbye. */
export const closing = `
## openq
? !support
L: {One more thing from my list.|Before I forget.} {Is there a limit on how many [photos|files] we attach to one job?|What happens with people who only work in the season, do they count as full users?}
A: {Good question, I do not want to guess.|I believe so, but let me check before I promise you anything.} {I will come back to you by $day1.|I take that with me and write to you by $day1.}
L: {Fine|OK, please do}.

? !support
L: There is [one point|one thing] we have not touched, and that is {the works council|training for the night shift|who owns the data if we leave}. {I do not need an answer today.|}
A: {Let us write it down as open|I note it as an open question}. {We have done that with other customers, I will find out how they solved it.|I would rather bring the right person than improvise.}

? early
N: {May I ask something? What about the subcontractors? They are not our employees, but they do [a third|a quarter] of the jobs around $peak.|I have a small one. Our e-mail addresses change next year with the new brand. Is that a problem?}
A: {It is a good question|That comes up a lot}. {Short answer, it works. Long answer, let me send you two pages.|I will ask and put it in the follow-up.}
N: {Two pages is fine|Thank you}.

? early
A: {Is there anything you hoped to hear today that you did not hear?|What did I not ask that I should have asked?}
L: {Hm. Perhaps how long the whole thing really takes. Everybody says weeks, and then it is a year.|No, I think... well. What goes wrong. Nobody tells us what goes wrong.}
A: {Fair. I will put you in touch with somebody who went through it, without me on the line.|Honest answer: master data. The software is rarely the thing that is late, the list of $sites is.}
L: {I would appreciate that|That I believe at once}.

? !support
L: {We still do not know|What is still open for me is} {whether the old data comes over completely|how the price behaves if we grow}. {Can we leave that on the list?|That should not get lost.}
A: {It is on the list|I have it as an open question}. I will answer it in writing by $day2.

? !first
N: {Do we have an answer on the [interface|integration] yet, or is that still open?|Just so I have it in my notes, the question about the old archive is still open, right?}
A: {Still open|Yes, open}, and it is {with me|on our side}. {I should know more by $day2.|I am waiting for a colleague who is back on $day1.}

? !support
N: {Can we export our own list of $assets from it, at any time?|Does it work on the tablets we already have?} {Just so that I have asked.|They are from {2021|2022}.}
A: {You can, as a table. I show you where, it is a bit hidden.|Probably. I need the exact type, then I can say yes or no.}
N: {I will look for it|I send you the type}.

? !support
L: {Who do I call when you are on holiday?|What is your deputy's name? I never know whom to write to.}
A: {Good question. I put the name into the mail.|I should have told you. It will be in the notes, with the number.}
L: {It is not urgent, only when it is urgent.|Then I am calm.}

N: {There is still the question of the {second depot|weekend shift}, which nobody has answered.|I have an open question in my notes from last time.} {Does it count as its own region?|It says: who keeps the key list up to date?}
A: {I do not know, honestly. Let me find out until $day1.|That one is still open, you are right.}
N: {Thank you, it is only so that we do not forget it|Then I leave the question mark where it is}.

## recap
? discovery
A: {Let me play back what I heard.|May I summarise, and you correct me?} {You want one plan instead of four, you want the $techs to stop phoning in, and you want to prove it with numbers.|Planning takes too long, nobody sees the day as it is, and the paperwork comes in late.}
L: {That is exactly it.|Yes. And do not forget the $parts.} {Nicely put.|I could not have said it shorter.}
A: {Good|Good, I have added that}.

? !first
A: {So, to sum up today.|Let me wrap up.} {We agree on what has to happen, we have two open points, and nobody is blocked.|We went through everything but the last point, and that one we can do by e-mail.}
L: {Agreed|That is how I see it too}.

L: {If I may summarise for $N|For our own minutes}: {we have one decision today and three things to find out|we are mostly aligned, and the rest is homework}.
A: {That matches my notes|Same here}. {I will send mine, you tell me if they differ.|}

? reviewed
A: {In three sentences, then.|If I had to put it on a card:} {It works, one thing hurts, and we both have homework.|more good than bad, one thing to repair, no surprises.}
L: {I would sign that card.|That is a kind way to put it.}
N: {Homework with names, please|And with dates}.

? !first
L: {What do I tell my boss in one sentence?|My director will ask me at lunch how it was. What do I say?}
A: {That we know what to do next, and by when.|That nothing is hidden and the open points have names on them.}
L: {He will ask what it costs.|That will do, for lunch.}
A: {Not more than we said today|The long version is in the notes}.

N: {Let me check that I have it all.|I took the minutes, may I read them?} {Two things from us, three from you, one for later.|It is five lines.}
A: {Please|Go ahead}.
N: {I will send them around, it is quicker.|Actually you all know it. I send it.}
L: {Thank you, $N|Good. And mark mine in yellow}.

? presale
A: {Where are we on your list now?|How do you feel about it, after this?}
L: {Further than I expected for today.|Better than before. I had feared another show.}
A: {And what is the one thing that still bothers you?|Is there a but?}
L: {Whether we have the people for it in the house.|There is always a but. I sleep on it and tell you.}
A: {Good to know. We come back to exactly that|Please do, I would rather hear it early}.

## next
? meet presale
A: {Good. Next step then|So, next steps}: I send you {the summary|the notes and the material} by $day1, and we meet again {on $meetDay for $meetWhat|for $meetWhat on $meetDay, at $meetTime}.
L: {$meetDay works|Yes, $meetDay is fine}. {I will bring a colleague.|I have it in the calendar.}
A: {And from your side|And you would}: could you send me {the list of $sites and the shift patterns|two or three typical jobs as they look today} {before that|by $day2}?
L: {Yes, I will do that|I can do that by $day2}. {It will not be pretty.|Remind me if you hear nothing.}

? meet
L: {And how do we go on?|What is the next step?}
A: {We said $meetWhat on $meetDay.|I would propose that we keep $meetDay at $meetTime for $meetWhat.} {I prepare it, you only have to come.|I will send an agenda by $day1.}
L: {All right. I will get the others to block it.|Good. I have to check with my boss, but assume yes.}
A: {Agreed, then|Perfect}.

? meet presale
A: {So what do we agree as next step?|Let us nail the actions.} I owe you {the written answers by $day1|the paper about the open points by $day1}.
L: {And I talk to the team|I speak with our side} {before $meetDay|this week}.
V: {I will prepare the technical part and send a short list of what I need, $day1 at the latest.|And I set up the test area, you get the logins by $day2.}
A: {Then we see each other on $meetDay for $meetWhat|And on $meetDay we have $meetWhat}. {Is $meetTime still good?|}
L: {Yes, $meetTime is good|It is in the calendar}.

? !meet !support
A: {What would be a sensible next step for you?|How do you want to leave it?}
L: {Give me until $day3. I have to take it to our {management meeting|steering round}, and that is once a month.|Let me talk to the colleagues first. I would come back to you by $day2.}
A: [That is fair|OK]. {I will send the notes by $day1, so you have something to show.|I will write to you on $day3 if I hear nothing, and then you can still say no.}
L: {Do that|Deal}.

? !meet !support
A: Actions, quickly. {I send the minutes by $day1.|Minutes and slides from me by $day1.} $L, you {check the numbers we talked about by $day2|send me the names for the user list by $day2}.
L: [Yes|Will do]. {And the other thing, with the report?|Who does the report?}
V: {That is me. $day2.|I take it. You will have it by $day2.}
A: {Good, then each of us has exactly one thing|Excellent}.

? !meet !support
L: {So who does what?|Can we say who does what? Otherwise we meet again in a month and ask each other.}
A: Right. On our side: {the answers to your open points, me, $day1|the cleaned list, me, by $day1}. On yours: {somebody to look at the forty odd records, by $day2|the internal announcement, by $day2}.
N: {I can take that one|That is mine, then}.
L: {Good. $N does it, and I chase $N.|OK, agreed.}

? !meet !support
A: {I would put a date in now, otherwise we will not find one.|Shall we fix the next date while we have the calendars open?} {How is $day3?|What about $day3 at $time?}
L: {$day3... I have a site visit in the morning. After lunch works.|Let me see. Yes. $day3, $time.}
A: {Done, the invite is on its way|I am sending it now}. {And until then you get the notes, by $day1.|}

? meet !presale !support
A: {So, what do we take away?|Let me read the list of actions.} {From us: the notes and the two answers, by $day1.|I have three things, two for me and one for you. Mine come by $day1.}
L: {And from us the names and the numbers, by $day2.|And mine by $day2, if nobody gets ill.}
A: {Agreed. And on $meetDay we sit together for $meetWhat.|Good. Then $meetDay, $meetTime, for $meetWhat.}
L: {Yes|It is in there}.

? meet !presale
L: {What is the next step from your side?|Who moves first?}
A: {I do. You get the paper by $day1, you look at it, and on $meetDay we decide together.|We do. By $day1 you have it in your mailbox, with a list of what is still missing.}
L: {Then I block an hour on $meetDay morning to read it.|And then $meetDay as planned, for $meetWhat.}
A: {Perfect|Exactly}.

? support
A: {Next steps. $S stays on it and writes to you every two hours. I send the half page for your management today.|So we agree: updates every two hours from $S, the fix $fixDay, and the report by $day2.}
L: {And tomorrow morning we speak again, ten minutes.|And a call tomorrow at eight, so that I know what I tell the early shift.}
A: {Tomorrow at eight, I send the invite|Yes. Short, and only facts}.
S: {I will be there|I will have slept by then, I hope}.

? support
L: {What do I tell my people now?|I go into the control room in five minutes. What do I say?}
S: {That the cause is known, that there is a way around it, and that the fix comes $fixDay.|Three sentences: we know it, here is the workaround, and it is gone $fixDay.}
A: {And if they have questions, they call the number on the ticket. That is us, not a robot.|I put it in a mail in ten minutes, so that you can forward it.}
L: {Good. Written by $day1 for the rest.|Good, that helps.}

? support
A: {Actions. $S: the fix. Me: the report by $day2 and the credit. You: send me two examples from today.|Quick list. Examples from you today, the report from me by $day2, and the fix from $S, $fixDay.}
N: {The examples are on their way|I send them in five minutes}.
L: {And we keep the ticket open until I say so.|Agreed. And nobody closes that ticket but me.}
A: {Only you close it|Promised}.

## nonext
? selling
A: {And how shall we go on from here?|What happens next on your side?}
L: {Honestly, I cannot tell you. We will get back to you.|I need to think about it. We will be in touch.}
A: {Is there a date by which you would want to decide?|Shall I call you in two weeks?}
L: {No, please, we call you. I do not want to make promises now.|Let us not put a date on it.}
A: {All right. You have my number.|Understood.}

L: {I am a bit out of time, I must jump into the next one.|Sorry, I have to go, they are waiting for me in the workshop.}
A: {No problem. Should we fix something?|Sure. Do we put a follow-up in?}
L: {Let us do that by mail.|Write me a mail, please.}
A: [Will do|OK].

? !selling
A: {Do we put in a date for the next one?|Shall we fix something now?}
L: {My calendar is a mess until the holidays. Let us do it by mail.|Not now, I do not even know where I am next week.}
A: {I send you three dates.|Then I ask again in two weeks.}
L: {Do that|That is better}.

## bye
A: [Thank you all|Thanks everybody], {that was very useful|I enjoyed that}. {Have a good rest of the day.|Have a nice $weekday.}
L: {You too|Thanks, you as well}. [Bye bye.|Bye.]
N: {Bye|Thank you, bye}.

L: {Good. Thank you, $A.|Then thanks for the time.} 
A: {Thank you|Thanks to you}, {and good luck with the next meeting|and say hello to the team}. {Bye.|Bye-bye.}
L: [Bye|Ciao|See you].

A: {We even have [three|four] minutes left. I give them back to you.|And we are on time. A small miracle.}
L: {I take them|Write that down somewhere}. [Thanks, bye.|Thank you. Bye.]
A: [Enjoy|Bye bye].

L: {I have to run|The next call is already ringing}. {Thank you, speak soon.|Thanks, bye.}
A: {Of course. Bye $L.|Go, go. Thank you.}

A: {Anything else from anyone? No?|Last call for questions.}
N: {Not from me|I am good}.
L: {No, all good|Nothing from me}. {It was a good call.|Thank you.}
A: {Then thank you, and talk soon|Great. Bye everybody}.
V: [Bye, thanks|Bye all].

? winter
A: {If we do not speak before, have a good start into the holidays.|Get home safely, it is slippery out there.}
L: {You too|Thank you, same to you}. {Bye.|Until then.}

? meet
L: {See you on $meetDay, then.|Until $meetDay.}
A: {See you on $meetDay|Looking forward to it}. {Bye bye.|Thanks again, bye.}
N: [Bye|See you].
`;
