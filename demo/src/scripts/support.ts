/** Support escalations. S is the vendor's support engineer; ../data/incidents.ts has the incident's own words. */
export const support = `
## support.agenda
A: {Thank you for joining at such short notice.|Thanks, I know this is not how you wanted to spend the $daypart.} {It is about case $caseNo, $symptom. $S is here from the technical side.|I have case $caseNo in front of me, and $S, who has been on it since $started.}
L: {Good, because I have {19-44} people in the next room who ask me every five minutes.|I do not want to be impolite, but I want to know two things: what is it, and when is it over.}
A: {Understood. Status first, then cause, then what we do until it is fixed.|Those two questions, in that order.}

L: {I escalated this, because the mails go in circles.|I asked for this call, because since $started I get the same answer.} {Case $caseNo, $symptom.|It is about $caseNo, $symptom.}
A: {You are right to escalate. I read the history, it was passed on three times.|I have read it, and I would be angry too.} {From now on it is $S and me, nobody else.|}
L: {That is a start|OK. Good}.

A: {So, everybody here? Then let us start, every minute counts.|I skip the small talk, if that is fine.} {Case number is $caseNo. Severity is {one|two}.|We have $symptom since $started.}
L: {Please. The desk is on fire.|Yes, let us be quick, I have to be back in the control room.}
S: {I have been looking at it since [seven|six] this morning. I can tell you what I know and what I do not know.|Hello, $S here. I know part of it already.}

## support.impact
? phones
S: {How many people are concerned?|Can you tell me how wide it is?} {Everyone, or one region?|}
X/C: {All that came on shift after [five|six]. The early ones are fine, which is strange.|About {19-44}. Mostly in the north.}
S: {That helps. What do the early ones have that the others do not?|And is it the same on the office side?}
X/C: {Nothing that I know. They logged in before.|Office works. It is only the phones.} {Wait, I ask.|}
S: {Before. OK. That fits with what I see in the log.|Good, that narrows it down.}

? planning
A: {What is the business impact at the moment?|What does that mean for your customers today?}
C: {We plan by telephone. Like {2015|ten years ago}. It works, but it is slow, and we will miss {9-26} promises today.|[Two|Three] $clients have called already. One of them with the word penalty.}
A: {Which ones are the worst? We can help with a list of the open promises, sorted by time.|I send you the list of what is promised until tonight, we can still read everything.}
X/C: {That would help right now|Yes. As a sheet, please}.
S: {You have it in ten minutes|I send it while we talk}.

C: {And it is not the first time. In [spring|February|autumn] it was the same, and I was told it cannot come back.|What bothers me most is that we had something like it before.}
A: {I looked at that case. It was similar, and the cause was a different one, but from your chair it is the same.|I know. I will not tell you that it cannot come back.}
C: {From my chair it is something that does not work.|Thank you, that is more honest than the last report.}

? data
S: {Do you have a feeling for how many are affected?|How many cases do you see, and since when?}
X/C: {We found {23-60} in the first hour, and then we stopped counting.|About one in {four|five}. It depends on the region.}
S: {I count on our side while we talk, then we have a proper number.|And it is not all of them, that is interesting. What do the good ones have in common?}
X/C: {That would help, otherwise I do it with a pencil.|Nothing that I can see. Perhaps they are shorter.}
S: {It comes to {150-420/10}. I send you the list, it has every single one.|Then I look at exactly that. Thank you.}

C: {You should know which ones hurt most.|Let me say what is the worst part.} {It is $rule. There we have a date, and the authority does not care about your servers.|It hits the two customers who are just deciding about their contract.}
A: {When is the date?|Do they know already, or do you want to call them first?}
C: {{Thursday|Friday}. I can perhaps move it by one day.|I call them right after this. I need one sentence I can stand behind.}
A: {Then those are first in line, $S?|You get the sentence before we hang up.}
S: {They are first|I write it in the chat in a minute}.

? planning
A: {Can you still work, or does everything stand still?|How do you get through the day at the moment?}
X/C: {We work. On paper, with the old forms, thank God somebody kept them.|Two people only do phone calls, and one writes on the window. Yes, on the glass.}
A: {If it helps, I can send somebody to type it in afterwards.|Send me a photo of the window later, I want our people to see that.}
X/C: {That I would accept|With pleasure. It is quite artistic}.

## support.dig
? queue
S: {Can somebody share the screen with one example?|I would like to see it live, if possible.}
X/C: {One second. Here. This is job [4|5|7]{101-989/7}.|Yes. I open one. Do you see it?}
S: {I see it. Please click on history. And now on the last line.|OK, scroll down. A bit more. There.} 
X/C: {It says pending. Since [6|7]:{11-48}.|There is a little clock.}
S: {Pending, right. So it was accepted and then it hangs. Good.|That is what I wanted to know. So it is not lost.}
X/C: {You say good|I am glad that you are happy}.
S: {Good in the sense of, I understand it|Sorry. I mean it tells me where to look}.

S: {Did something change on your side in the last days?|I ask everybody, please do not take it personally. Anything new, on the network, the phones, the interface?}
T: {Nothing.|No.} {Well. We moved the proxy on [Monday|Thursday], but that was at night, and it worked after that.|We rolled out a new phone profile, [two|three] hundred devices, in waves.}
S: {Hm. Can you send me the addresses it goes out from now?|Which wave was last night?}
T: {In the chat. There.|The north, as it happens.}
S: {Thanks. I do not think it is that, but I want to rule it out.|I compare that with the list. One moment.}
T: {Please do|If it is us, I buy the cake}.

? queue
S: {I see two things in the log.|Let me read you what I have.} {A request comes in, it is fine, and {40-90/5} seconds later the same one again.|The queue is not empty. There are {1200-8800/50} entries in it, normally it is under fifty.}
T/C: {Retries?|What does that mean in human words?}
S: {Yes. Somebody does not get the answer and asks again. And again.|Something in front is slow, so everybody behind it waits, like at a motorway entrance.}
T/C: {On which side?|And why is it slow?}
S: {That I will know in an hour. I do not want to guess in front of you.|That I am checking now with two colleagues.}

? phones
S: {Could we try something together?|I want to try one thing, with one phone.} {One person signs out, waits a minute, signs in.|Take one that does not matter, please.}
X/C: {I have one here. Sign out. So. And now?|My own. Yes. It asks for the code.}
S: {Wait... now.|And now pull down to refresh.}
X/C: {It turns. It turns... ah. Now it is there.|Oh! There it is. All of it.}
S: {Very good. Do not do that with everybody yet, please. In groups of ten.|That confirms it. Give me a minute before you tell the others.}

? data
S: {I have one of them open. I compare it with a good one.|Let me take two cases, a good one and a bad one.} {Give me a second... there is one field different.|I put them side by side.}
T/C: {Which one?|And what do you see?}
S: {The one that says where it came from. In the bad ones it is empty.|The bad one was changed twice, within a second, by two different services.}
T/C: {And it was never empty before?|Who wins in that case?}
S: {Not until $started.|The last one. And that is the wrong one.}

T: {Is it only us?|Are other customers affected as well?}
S: {{Three|Four|Six} others, but you are the largest, and you see it first.|Two others, smaller. For them it is not urgent, for you it is.}
T: {Why is it not on your status page, then?|I found nothing on the status page.}
A: {Because we were too slow with that. It goes up in ten minutes.|That is a fair point. It will be there before this call ends.}
T: {Thank you. My boss looks at that page.|Good. I look at it every morning.}

S: {Can I have your permission to look into your data for two hours?|I need the support access for your account, could somebody grant it?}
L: {Yes. Where do I click?|Of course. Who does that with us, $N?}
S: {Profile, support, grant, two hours. You get a mail when it ends.|Any administrator. It is in the settings, under support.}
L: {Done|So. It says until {one|four} o'clock}.
S: {Thank you. I am in, read only.|I see it. Thank you.}

S: {A stupid question: did it work on {Sunday|Saturday}?|When did it work for the last time, for sure?}
X/C: {On Friday evening for certain. On the weekend nobody looks.|Yesterday at {three|four} I still had a good one.}
S: {That narrows it. We released something on {Saturday|Sunday} at six.|Then it was in the night. I have two changes in that window.}
A: {Can we go back to the version before?|Which of the two is it?}
S: {Not without losing what was entered since. So forward, not back.|I think the first one. I need twenty minutes to prove it.}

? data
X/C: {I tried it in the other browser, it is the same.|We have restarted everything, as one does.}
S: {It would be, yes. It is not on your side, as far as I see.|I know. It does not help this time, but thank you.}
L: {Do I have that in writing?|So it is not us.}
S: {That it is not you? Yes, it will be in the report.|So far everything says that it is us.}
L: {I frame it|Good. My IT will sleep better}.

## support.first-found
S: {So, I think I know what it is.|I can tell you the cause, with about ninety percent.} {It is $cause.|What happened is $cause.}
L: {In plain words?|And why only now?}
S: {Something small was changed, and nobody checked what hangs on it.|We did not see it in our tests, because they are too polite.}
L: {OK. And now?|Fine. What do you do?}
S: {Until it is fixed: $workaround. The fix itself is $fix, and it goes out $fixDay.|Two steps. $workaround, that is for today. And then $fix, planned for $fixDay.}
L: {And is it safe? I do not want a repair that breaks something else.|$fixDay. Can I tell that to my people?}
S: {It is in test since this morning, and we roll it out to you outside of the shift.|You can. If it slips, I call you, you do not have to ask.}

## support.found
T: {May I ask how that could get through the tests?|Why did your monitoring not see it?}
S: {It did, but with the wrong priority. An alert was there at [5|6]:{12-49}, and it was a yellow one.|Because we looked at the average, and the average was fine.}
A: {That is part of what we change. It will be red, and it will wake somebody.|We will write that in the report, without make-up.}
T: {Good. I want to read that report.|That is a typical one. We had the same with our backups.}

L: {When can I have the report for my management?|I need something on paper. My director asks every hour.}
A: {A preliminary one today, half a page. The full one by $day2.|Half a page within two hours, and the real root cause analysis on $day2.}
L: {With a timeline, please. Who knew what when.|And not in marketing language.}
A: {With a timeline|I write it myself}.

C: {And how do I know that nothing got lost?|Can I be sure that the data is complete?}
S: {We compare both sides tonight, line by line, and you get the result.|Every entry has a number, and there are no holes in the numbers. I checked that first.}
C: {Both sides means what you have and what the ERP has?|Good. That was my biggest worry.}
S: {Exactly. If there is a difference, you see it before your people do.|I understand. Mine too.}

A: {Let me say what we change, so that it does not come again.|Two things will be different from now on.} {There is a test for exactly this case, and it runs before every release.|The alarm goes to a person, and you are on the list of customers we check after each release.}
L: {I have heard that before, if I may say so.|And who checks that, on a Sunday evening?}
A: {You have. This time you get to see the test.|$S, or the colleague of the week. By name.}
L: {OK. I want to see it|Good. I like names}.

## support.money
L: {And we should speak about compensation.|What about the contract? There is an availability promise in it.}
A: {You are entitled to a credit if we are under the promise, and this month we are. It will be about [four|six|eight] percent of the month.|Yes, and we missed it. I will not wait for you to send a letter.}
L: {It is not about the money. But it helps me inside.|That pays for the cake in the control room.}
A: {I understand. You get it in writing by $day2.|Both is coming, the credit and the cake.}

C: {I say it openly: one more of these, and I cannot hold this contract.|My director used the word replacement this morning. Replacing you.} {I defended it. Once.|There are people here who say we should switch, and today they have an argument.}
A: {Thank you for defending it. I will make sure that my management hears this today, in your words.|I take this seriously. You will hear from our head of customer success before tonight.}
C: {I do not want a call from management, I want a quiet month.|Good. But a fix is worth more than a call.}
A: {You should get both|Fair}.

## support.watch
S: {I stay on it. You get a message every {hour|two hours}, also if there is nothing new.|I will send an update at {noon|two}, at four, and tonight.}
L: {To me and to $N, please.|Also to the desk, they are the first ones who get asked.}
S: {Both. And if something changes on your side, call the number directly, not the form.|Will do. And the number on the ticket rings at my desk.}

? queue
S: {While we spoke, the queue went down.|Just now, I see it getting better. It was {3100-5900/100}, now it is {400-900/50}.}
X/C: {It is coming here as well. The first ones are green.|Yes, I see it here too, one after the other.}
S: {Let it run for twenty minutes, before you call it over.|Good sign. I do not celebrate yet.}
L: {Twenty minutes. I can do that|Me neither, but it is nicer than an hour ago}.

A: {Do we downgrade it, or keep the severity?|May I set it to severity two, once the phones work again?}
L: {Keep it until the fix is in.|When I see a full shift without a call, then.}
A: {OK, it stays|Agreed. After tomorrow's early shift}.
`;
