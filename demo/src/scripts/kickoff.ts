/** Kickoffs: responsibilities, the plan, the data, the pilot, the risks. S leads the roll-out. */
export const kickoff = `
## kickoff.agenda
A: {Welcome to the kickoff.|So, it is official, we are starting.} {The contract is signed, thank you again, and from today $S is in charge and I am decoration.|My part is mostly done, $S takes over, but I do not disappear.}
S: {Hello everybody.|Thank you, $A.} {Plan for today: who is who, the calendar, the data, the pilot region, and then what can go wrong. In that order.|I have six topics and one rule: if something is unclear, say it now and not in week five.}
C: {I like the last one.|Good. The last project started with a cake and no plan. We can do it the other way round.}
S: {Everybody does, and then nobody says anything. So think of one|Cake at go-live, not before}.

A: {Before $S begins, let me say why we are here.|Short version of the last months for those who are new.} {You decided for $products, for $seats $techs, to be live by $goLive. Three goals: fewer phone calls, first-time fix up from $ftf percent, and reports on the same day.|The goal is to be live in all regions by $goLive, and the three numbers are first-time fix, response time, and days until the invoice.}
C: {That is right. And I want to say that the board looks at it.|I have those three on my wall.} {So no pressure.|}
S: {Pressure is fine|Good, then we have the same wall}.

## kickoff.topic
S: {Let us do the roles. I need one project lead, one person for the data, one for the interface, and in each region somebody who wants it.|Who is who. I need a lead, somebody for the data and somebody for the interface.}
C: {I am the lead, officially. In practice it will be $X for the daily things.|Lead is me. Data is $X with a colleague. Interface is $T.}
S: {How much time does $X have for it?|And is that on top of the normal job?}
X: {On top. I was told two days a week, and I would like that in writing.|One day a week, plus evenings, realistically.}
C: {You get it in writing. I will take the Friday shift off you.|Two days. I promise, and it is recorded.}
S: {That is the best thing that can happen to a project|Excellent. I have witnesses}.

S: {The calendar. Please look at the slide.|So, time.} {Weeks one to three: data and set-up. Four to seven: the pilot in one region. Eight to eleven: the others, two at a time. Then $goLive.|We count back from $goLive. Last region two weeks before, pilot six weeks before that, and data before the pilot.}
C: {And where is the buffer?|And the holidays?}
S: {Ten days, between pilot and the second wave. Do not tell anybody.|They are in. And I put ten days after the pilot that belong to nobody.}
T: {Our freeze is in that period, [two|three] weeks. Nothing goes into the ERP then.|I have a release in week [five|six]. I cannot touch the interface there.}
S: {Then the interface goes before it, or we pilot without it and import once a day.|OK. Then we do orders in by week four, and hours back out after your release.}
T: {That works|Before it, please}.

S: {Data. This is the part everybody underestimates. I need $sites, $assets, contracts, people with skills, and I need somebody to say which list is right.|Now the unpleasant topic, master data. Which list is the right one, that is always the question.}
X: {We have about {1200-3800/100} $assets in the list. I would trust {seventy|eighty} percent of the addresses.|The addresses are a problem. Some say second door left of the bakery, and the bakery is gone.}
S: {That is normal. We run them against a map, and you get the ones that do not match, in order of how often you go there.|We only clean what you visit this year. The rest can wait.}
X: {So I clean the top ones first|That is clever. Last time they wanted all of it at once}.
S: {First two hundred, and then we look|In the pilot region first. That is perhaps {280-460/20}}.

S: {Then skills and certificates.|What about the qualifications of your $techs?} {The planning is only as good as this table.|}
C: {There is a list at HR, and there is the truth.|We have certificates in a folder. In a cupboard. In $city.}
S: {Can we get somebody to type them, with expiry dates?|How many are there per person?}
C: {Nobody knows exactly. I have an apprentice with nice handwriting. Two weeks.|{3-6}, I think. I ask HR. They owe me one.}
S: {Two weeks is fine. It also warns you before one expires, from then on.|Perfect. And please with the expiry date, you will be surprised how many are in the past.}
C: {That alone is worth it|I fear that}.

S: {Which region is the pilot?|The pilot. We said one region, four weeks. Which one?}
C: {I was thinking of $city itself, because we are close.|There are two candidates. The one with the nice manager, and the one with the problems.}
S: {Take the one where the manager wants it. Not the easiest, and not the worst.|Normally I say, take the one that is representative and not angry.}
X: {Then the south. {19-31} people, mixed work, and the team lead asked me twice when we start.|East, then. They have the long routes, there you see something.}
C: {Good. Agreed. I will tell them myself.|Then that is decided.}

S: {Training. For the $techs, {ninety minutes|one hour}, in small groups, with their own phone. For planners two half days.|Let us talk about training. Two half days for the planners, one hour for the rest.}
X: {The night shift cannot come in the day.|My people cannot all leave the desk at once.}
S: {We do it twice, one at {five in the afternoon|seven in the evening}. And there are short films, [two|three] minutes each.|Then in two halves, and I stay on the desk for the first [three|two] mornings.}
X: {And for the desk?|You sit with us? At six thirty?}
S: {For the desk I come myself. With croissants|At six. With coffee}.

T: {The interface. I read the document.|From my side, three questions on the interface.} {What happens if an order changes after it was sent? Who wins?|How do we handle duplicates, and what if your side is down?}
S: {As long as nobody has started the job, the ERP wins. After that, the phone wins, and the ERP gets a message.|Each order has your number, so a second one with the same number is an update. If we are down, it waits in your queue and we take it afterwards.}
T: {And errors? Where do I see them?|Is there a place where I see what was refused?}
S: {A page with every message, the reason in plain words, and a button to send it again.|Yes, there is a list, and a mail if more than [five|ten] are waiting.}
T: {Good. I have a developer for that from $day2 on.|OK. Then I need the test keys by $day1.}

S: {Communication. It is better that they hear it from you than in the canteen.|How do you tell people?}
C: {They already heard it in the canteen.|There is a rumour that everyone gets a tracker under the skin.}
S: {Then a short message from you this week: what comes, when, what is not done with positions, and who to ask.|I have a draft for you, one page. Please put in your own words, it must not sound like us.}
C: {By $day2. I write it myself.|I will make a video. They like it when I am nervous.}
S: {Even better|A video is much better. Great idea, honestly}.

S: {Works council, is that settled?|One sensitive point. The agreement about positions.}
C: {Signed on [Monday|Friday]. With two conditions: nothing outside of working hours, and no ranking of people.|Nearly. They want to see the settings with their own eyes.}
S: {Both are settings, I show them live, and we put a screenshot in the annex.|I do that gladly. Half an hour, I show it, they can ask anything.}
C: {They will ask everything|Please do. It helps if it is not me}.

S: {Risks. I always ask everybody for one thing that could go wrong.|Let us go around: what will go wrong?} $T?
T: {The interface, because of the freeze.|Somebody in the ERP project changes a field and tells no one.}
X: {That in the pilot everything gets entered twice, on paper as well.|Sickness. If I am ill, nobody knows anything.}
C: {That we get impatient.|$peak. If it comes early, I have to stop everything.}
S: {Good list. For the double entry: we agree on a day when the paper goes away. On that day it goes into a box.|Good list. I put a name and a plan to each and send it around.}
X: {Can I burn the box?|Please do not put my name on sickness.}

S: {How do we measure it? If we do not measure now, in half a year everybody will say it was always like that.|We need numbers from before. What do you have?}
C: {First-time fix is $ftf percent, that is from {last quarter|October}.|The calls per job, I can have them counted for one week.}
S: {Good. Can you freeze that with a date? And days until the invoice, finance should have that.|One week with tally sheets is perfect. And the first-time fix?}
C: {I ask. That should be in the finance system.|$ftf percent. I send you the sheet by $day2.}

S: {Support during the first weeks. In the pilot you have a direct line to me, not the ticket form.|If something does not work on day one, you call me, you do not fill in a form.}
X: {With a number? A person?|Also at night? The shift starts at ten.}
S: {A number, and it rings here|My number in the day, and our on-call at night, they know your name}.
C: {That is what I hoped to hear|Good. After the pilot we can be normal again}.

T: {Test system and live system, are they separate?|Do we get a test environment that stays?}
S: {Yes, two, and you can copy the settings from one to the other. Data does not go back.|Yes, it stays for the whole contract. You will need it for your releases.}
T: {Then I want the sign-on in both.|And the same version?}
S: {Both, yes. I set it up the same way|Test is one week ahead, so you see it first}.

S: {Let us talk about the first week of the pilot, hour by hour.|What does the first Monday look like?} {Who stands where at six?|I want no surprises on that day.}
X: {I am at the desk from half past five, with {two|three} colleagues.|The early shift starts at six, so they need it on the phone on Sunday evening.}
S: {Then I am there at half past five as well.|Then we push it on Friday, with a test job for everyone.}
C: {And I bring breakfast. No, really.|I will walk around and look relaxed.}

C: {One thing on expectations. The first two weeks will be slower, right?|I told the board that it gets worse before it gets better. Was that right?}
S: {Yes. Plan with {ten|fifteen} percent less in the first week.|Yes, for about two weeks. Whoever says something else has not done it.}
C: {Then I take the planned visits out of that week.|Good. Then they cannot say that they did not know.}
S: {Please do. I would rather have a boring pilot.|That is the most useful sentence of today.}

T: {What do you need from me, as a list?|Let me write down what is mine.}
S: {Sign-on, the test keys, two addresses in the firewall, and one afternoon for the mapping.|Four things. Sign-on by $day1, the fields of the order, a contact for the phones, and the afternoon.}
T: {The firewall takes two weeks with us.|The afternoon is the hard part.}
S: {Then that one today, please, before everything else.|I bring biscuits. It makes the mapping shorter.}

S: {Which reports do you need on day one?|Reporting. What is the one paper that must not be missing?}
C: {$rule. Everything else can wait.|The weekly one for the management, otherwise they call me.}
S: {Then we build that in week two and compare it with the old one for a month.|I take last week's as the pattern, and we rebuild it line by line.}
X: {I can send you the last {six|ten} of them|Careful, half of it is typed by hand}.

C: {What did the others regret? You have done {forty|sixty} of these.|If you could change one thing in the projects you have seen, what would it be?}
S: {That they waited with the difficult region until the end.|That the boss is at the kickoff and then never again.}
C: {We have one of those.|That was aimed at me.}
S: {Then put it third, not last.|Only a little. Ten minutes at the desk, once a week, that is all.}
C: {Third. I write it down|Ten minutes. I promise}.

X: {Can I keep my colours? On the whiteboard red is a promise and blue is me being unsure.|Will it look like our board, or do we all have to learn a new one?}
S: {You can have any colours. Blue for unsure I like, I will take that to the others.|The columns you choose. In the first week it should feel familiar.}
X: {Then the desk is on your side.|Good. Old people and new colours do not mix.}
C: {That was easier than I thought|That was about me}.

S: {Which jobs do we leave out in the pilot?|Not everything has to be in it from the first day.} {I would not take the big installations.|What can wait?}
X: {The warranty ones. They have three signatures and a form from {2009|2012}.|The ones abroad, please.}
S: {Good. Those come after the second wave.|Agreed. They come when the rest is boring.}
T: {Then I do not need the warranty fields before {July|the summer}. Wonderful.|That takes two fields off my list.}

C: {One question about the contract, although we are here for the work.|When does the billing start?} {Does the first invoice come now?|}
A: {With the pilot, for the people in the pilot, as it says in the table.|Not today. With the first region, and only for those people.}
C: {Good. $F will ask me at lunch.|Then I can look $F in the eyes.}
S: {Back to the work, then|Good, that is settled}.

S: {I want to see your work before I plan anything. Can I ride along for a day?|One thing I always ask for: a day in a van.}
C: {In the pilot region? Of course.|You would be the first one from a software company.}
X: {I find you somebody who talks. And somebody who does not.|Bring shoes. And food, they do not stop.}
S: {Both, please. The ones who do not talk show more.|I have been in {eleven|nine} vans. I know about the food.}
C: {Then on {Tuesday|Wednesday}|I tell them to drive carefully}.

## kickoff.rhythm
S: {Rhythm: a short call every week, {Tuesday|Wednesday} at nine, thirty minutes, always the same page.|One weekly call, thirty minutes, and a steering round every [four|three] weeks.}
C: {Fifteen would be better, but OK.|Fine. If there is nothing to say, we cancel it.}
S: {We cancel as soon as nobody has a red point|Deal. In the pilot we need it, after that less}.

C: {Where do I see how we are doing?|And where is the plan? I do not want to search in mails.}
S: {In one shared page. Green, yellow, red, and a name at each line.|There is a shared board, you all get the link today.}
X: {With red you mean me|Please do not put my name in red}.
S: {Red is the topic, not the person|Red only means we talk about it}.
`;
