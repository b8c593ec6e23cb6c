/** Business reviews with running customers, and renewals. */
export const review = `
## review.agenda
A: {So, our review for $quarter.|Welcome to the quarterly review.} {I have three parts: the numbers, what went well and badly, and what comes next.|I kept the slides to eight. Numbers first, then your list, then ours.}
L: {Start with the numbers, then I know what mood to be in.|Good. My list has five points, and one of them is not nice.}
A: {Numbers first, then. I hope you like them.|I take note. Shall we start with that one?}
L: {We will see.|No, no. Numbers first. In order.}

A: {Before the slides: how is it going, in your own words?|Forget my slides for a moment. How do you feel about it?}
L: {In general good. If I took it away, there would be a riot.|Quiet. Which is the best thing I can say about software.}
A: {That is nice to hear|I will put that on a mug}. And what is not good?
L: {I have a few things. Let me look... later, when we get there.|The small things. They collect.}

A: {I have only four pages today.|Short deck, I promise.} {The rest of the time is yours.|I would rather talk about what comes than about what was.}
L: {I like that. What is on the pages?|Then let me begin with what was, just to annoy you.}
A: {Use, promises, first visit, and one wish of mine.|Please. That is what the meeting is for.}

L: {Before you begin, thank you for the quick help {last week|the other day}.|First something nice. The person from support who helped us on {Friday|Monday} was excellent.}
A: {I will pass it on, they hear it too rarely.|Oh, that was Kwabena. I will tell him.}
L: {Please do. So, the numbers.|It was late, and he stayed on the line.}
A: {So, the numbers for $quarter.|That is how he is. Good, then let us look at $quarter.}

A: {Who has read the report that I sent before?|I sent you the report on {Friday|Monday}, did it arrive?}
L: {I did. I even made notes.|It did. I read the first page and the last.}
N: {I looked at the pictures.|I read the middle, so we have all of it.}
A: {Then I skip the obvious, and we go to what is strange.|Good team. Then only the things behind the numbers.}

## review.numbers
? reviewed
A: {Usage.|First the usage.} {In $quarter, $adopt percent of the $techs worked in it every day. The quarter before it was $adoptPrev.|$adopt percent daily use, after $adoptPrev in the last review.}
L: {Who are the others?|And the rest? Are they sick or stubborn?}
A: {Mostly one region, and a group that only works weekends.|Half are people with a login who drive no van any more. The other half is in one depot.}
L: {I know which one. I talk to the manager.|Then the real number is higher. Clean it up, please.}

A: {First-time fix is at $ftf percent now.|Now the number you wanted most. First-time fix: $ftf percent.} {When we started we wrote down $ftfStart.|You came from $ftfStart.}
C: {That is good. Where does it come from, do you see that?|I would like to believe it is us.} {Is it the $parts or the planning?|}
A: {About two thirds is the right part in the van, and the rest is the right person.|If you look at it by reason, the missing part has halved. The wrong skill is nearly gone.}
C: {That I can show upstairs|Send me that chart as a picture, please}.

? reviewed
A: {Response time.|The promises you keep to your customers.} {$sla percent inside the contract time, and $slaPrev the quarter before.|$sla percent on time, it was $slaPrev.}
C: {And where we missed it?|And the bad ones?}
A: {Nearly all of them between [four|five] and seven in the evening. There are jobs and no people.|[Two|Three] $sites are responsible for a third of it, always the same ones.}
X/C: {That is the shift change. We have talked about it for a year.|Those have the gate with the guard. You wait twenty minutes to get in.}
A: {If you start [four|six] people an hour later, the plan says you gain [three|four] points.|Then we should add the waiting to the plan, it does not know about the guard.}
C: {We try that|OK, who does it?}

? reviewed
A: {Tickets. You opened {14-47} in the quarter, {2-5} are still open.|Support: {14-47} cases, the median answer was {2-5} hours.} {None of them critical.|}
L: {The number is fine. There is one that is open since {February|June|last year}, and that annoys me.|I see [three|two] that were closed and not solved.}
A: {Which one?|Tell me which, and I pick it up myself.}
L: {The export that forgets the second page.|The one with the sorting. It is small, but people see it every day.}
A: {I take it. You hear from me by $day1, with a date or an honest no.|That is on me. $day1.}
L: {An honest no is fine|Thank you. I write that down}.

L: {I asked our planners for one sentence each.|I brought quotes from the desk.} {One says: I go home on time. Another says: why does the map forget my zoom?|The best one: I have not touched the red folder since May.}
A: {The zoom is fixed in the next release, I can say that today. Can I use the first one?|I love that. May I quote it?}
L: {Without the name, yes.|I have to ask her. She will be happy.}

A: {One number for the future: $jobsWeek jobs a week go through it now. On the busiest day it was {24-39} percent more, and the plan was still ready at six.|Volume: $jobsWeek jobs a week, and one Monday with {24-39} percent more.}
L: {I remember that day. Everybody was out, me included.|That must have been the week with $emergency, more or less every morning.}
A: {Probably. What I did not understand is why so many were re-planned by hand.|Yes, I looked at it. Nearly everything was moved by hand on that day. Why?}
X/L: {Because we did not trust it on that day. Old habit.|Panic. I can say that, I was there.}
A: {Next time trust it for one hour, and then look.|Fair. Trust takes a year, they say.}

A: {Days from the job to the invoice: {2-4}.|Invoices. You are at {2-4} days now.} {Two regions do it on the same day.|The slowest region is at {6-8}.}
L: {And who is the slow one?|Why is that?}
A: {The east. There the office checks every report by hand.|They wait until all reports of a week are in. An old habit.}
L: {I know why. They were burnt once.|Habits I can talk to.}
A: {You could check one in ten, the system picks them.|I can show them how the others do it.}

A: {The phone app: {88-96} percent of the reports are complete at the first try.|Quality of the reports. {4-11} percent come back because something is missing.}
C: {What is missing in the rest?|Always the same thing?}
A: {Mostly the second photo.|The serial number. It is below and one needs a mirror.}
C: {Then make the photo mandatory for those types.|Could they scan it?}
A: {I would ask two $techs first. Mandatory things make enemies.|If the sticker is readable, yes. Otherwise we take it from the master data.}

? reviewed
A: {How the plan holds through the day.|A number we did not have before: how much of the morning plan is still true at four.} {At six it is a plan, at noon {71-78} percent of it still stand.|It is {58-69} percent with you.}
X/L: {Is that good?|And with others?}
A: {The average is sixty, so yes. It was under fifty when you began.|Around sixty. The best have eighty, and they have easier work.}
X/L: {I would not have believed that. It feels like chaos every day.|Then I am satisfied. Eighty would be boring.}

A: {Kilometres per job: from {31-36} to {25-29}.|The driving has gone down by {12-19} percent.}
C: {That is the fuel. My fleet manager asks me for that every week.|Is that the routes, or is it that we do fewer second trips?}
A: {I send it to him directly, every Monday, if you like.|Half and half, as far as I can see.}
C: {Do that, then he leaves me alone.|Then the routes are the smaller half. Interesting.}

A: {Emergencies. You had {40-95/5} of them, and the median was {38-67} minutes.|The urgent ones, $emergency and the like.} {Two thirds of them went to the person the plan proposed.|There were {40-95/5}, and all but {3-7} were inside the promise.}
X/C: {And the other third?|What happened with those?}
A: {Somebody chose by hand, and it took {nine|eleven|twelve} minutes longer on average.|In most of them the phone was not answered and nobody took the next one.}
X/C: {Sometimes we know something it does not know.|That is a discipline thing. I talk to them.}
A: {Then tell it. It has a field for that.|I can make it jump to the next one by itself, after three minutes.}

## review.topic
C: {We have [three|two] new regions from the acquisition.|There is something new. We bought a company in the east.} {They have {18-39} $techs, and they plan on paper.|That makes {18-39} more people.}
A: {Congratulations. When should they come in?|Oh, nice. Same process as before?}
C: {After {the summer|the closing of the year}. First they need vans with our logo.|I want it like our first pilot, only quicker.}
A: {Then I prepare an offer for those seats at your price, and a small plan with $Z.|Same price per head. I get you a plan, by $day2.}
C: {Good. Small, please, no big project.|Do that.}

X: {The desk has a wish.|A wish from the planners.} {When a customer moves the appointment in the portal, we only see it when we look.|We want a colour for jobs that wait for a part. Today it is a note.}
A: {I can say that you are not the only one asking. It is planned for {the autumn release|the next quarter}.|That exists, it is only hidden. I show you in a minute.}
X: {OK. If I can try it early, I want to.|Really? Since when?}
A: {I put you on the list for the early version.|Since {spring|January}. We are bad at telling people.}

A: {Let me tell you what is coming.|Roadmap, only three things.} {Planning over two shifts, a better search for old jobs, and the phone app for subcontractors without a licence.|The board gets faster for large teams, there will be approval steps for quotes, and voice notes in [three|four] more languages.}
L: {The second one I need yesterday.|The approval steps, when?}
A: {{The beginning of|The end of} next quarter. I say that with eighty percent.|They are in the test of [two|three] customers. Do you want to be one of them?}
L: {Then put us down for the early version.|If it does not cost us a week of work, yes.}

? reviewed
A: {Training: {14-33} new people since the last review, and {5-9} of them never saw the films.|I see new users who were thrown in without an introduction.}
C: {Yes. They learn from the colleague, including his mistakes.|The turnover is high, I know.}
A: {I offer one hour a month, open for all the new ones. It costs nothing.|There is a short course now, {twenty|twenty-five} minutes, with a small test at the end.}
C: {One hour a month is good. First Thursday.|A test? They will hate it. Do it.}

F: {A question about the invoice. We pay for {8-17} people who left. How do we get that down?|From finance, if I may. The invoice comes to three cost centres and we need it by region.}
A: {You can free the seats yourself, or I do it. They are for the next ones that come.|I ask our billing to split it, from next month on.}
F: {And the months we already paid?|Good. And the purchase order number on it, please.}
A: {I look at it, and if it is as you say, you get a credit.|Of course. I send you a draft first.}

A: {May I ask for something?|I have a request, and you may say no.} {We would like to write about your first-time fix, one page, with your name.|Would you talk to another company, {thirty|twenty} minutes? They are where you were before you started.}
L: {With numbers? I would need to ask. In principle yes.|As long as they ask honest questions, gladly.}
A: {You read it first, and you can delete anything.|They will. And you may tell them the bad parts as well.}
L: {OK|I will. Do not worry}.

T: {Technically calm.|From IT there is not much.} {The interface had {2-5} errors in three months, all ours. One certificate that ran out.|The interface runs. I would like to go from the nightly file to the live feed.}
A: {I heard about the certificate. Somebody learned a lot that night.|That is a setting, you can do it with $Z in an hour.}
T: {Yes. Me.|Then let us do it in the first week of $nextMonth.}

C: {What keeps us busy is the shortage of people.|The bigger problem is outside of your system. We do not find $techs.} {I have {5-13} open positions.|Three apprentices and {5-12} pensions next year.}
A: {Others put the simple jobs into a queue for the young ones, with a senior on the phone.|What helps is to let two juniors share a senior on video. It is a setting.}
C: {And the senior does nothing else?|Video in our cellars, good luck.}
A: {He does half a plan. They get {four|five} jobs more a day out of it, all together.|With photos it works as well. One of our customers calls it the red telephone.}
C: {Show me that, please. Not today.|I want to speak to that customer.}

X: {The map annoys us sometimes.|Small thing from the desk, travel times.} {It thinks the tunnel is always free.|In the morning it is too optimistic, every day, by ten minutes.}
A: {It can learn from your own trips. Did anybody switch that on?|That should have learned by now. I look if it is off for your region.}
X: {Nobody told us that there is a switch.|It must be off, then.}
A: {I turn it on today, and in two weeks you tell me.|You get an answer by $day1.}

L: {We had an audit in {March|May|September}.|The auditor was here.} {He wanted $rule for the last two years, with signatures. It took us eleven minutes.|He asked for ten reports at random, and we had ten.}
A: {And what did he say?|How long did that take before?}
L: {Nothing. He looked a bit disappointed.|Two days and a lot of coffee.}
A: {That is a good story. May I tell it?|I would like to have that as a sentence for the annual report.}

T: {Security has a new rule, every key changes once a year.|We want to change the integration key before the audit.}
A: {That is possible without an interruption, you have two keys for a while.|You can do it alone, there is a page for it. I send you the steps by $day1.}
T: {Good, then we do it on a Sunday.|Then I put it in my calendar for $nextMonth.}

A: {I saw that voice notes are hardly used with you.|Something that surprised me: nobody uses the dictation.}
C: {They feel silly talking to a phone next to a customer.|There was a rumour that it listens all the time.}
A: {In the van, after the job, is what works elsewhere.|It does not. It runs on our own machines, and the sound is deleted. I can put that in writing.}
C: {I try it with two of the talkative ones.|In writing would help, for the notice board.}

F: {One question. What did we save, in money?|I would like to see a number that I can believe.}
A: {Fewer second trips, that is the one I dare to calculate. Around {900-1900/50} trips in the quarter.|I only count what you confirmed: trips, and the days until the invoice.}
F: {And the days until the invoice?|What is it now, in days?}
A: {From {13-17} to {2-4}. Your own figures.|{2-4}, after {13-17}. It is from your system, not from mine.}
F: {That is the part I believe|Good. Send me the sheet behind it, please}.

L: {One of our big $clients wants to see our data live.|We have a request from a customer, the largest one.} {They want to look into the portal, for all their $sites.|They want our reports in their own system.}
A: {That is possible, they see only theirs.|There is an endpoint for that, with a key that only sees their part.}
L: {Who sets that up?|And who explains it to their IT?}
A: {You, or me with you, half an hour.|I can be in that call, if you want.}
L: {With you, please. I do not want to show them too much on the first day.|Please. I would only nod.}

L: {We are thinking about selling the fast response as a product.|A commercial idea. Two hours guaranteed, for more money.} 
A: {You have the figures for that. In the city you make it nearly always.|What do you make today, without promising it?}
L: {And outside?|In the city nearly always. Outside I do not know.}
A: {Outside in {61-74} percent. So I would start with the city.|I can make you a map of it, by postcode. By $day2.}
L: {A map would be perfect|That would help me with the board}.

C: {The new regional manager in the {south|west} does things differently.|I have a people problem, not a software problem.} {He has turned off half of the suggestions.|One planner does not trust it and does everything twice.}
A: {What does he say when you ask him?|Is he good at it, by hand?}
C: {That he knows his people better. Which is true, and which is not the point.|The best. That is the difficulty.}
A: {Let him compare. One week his, one week the proposal, and he keeps the score himself.|Then let him teach it. There is a list of rules, he can write his own.}
C: {He would like the score|He would like to be asked}.

A: {You have {9-21} forms that nobody has used since {spring|last year}.|I looked through your set-up, as I do once a year.} {Shall we clear them out?|There are rules in it that contradict each other.}
X/C: {Some of them are mine. I was young.|Which ones?}
A: {They make the list long for everyone else.|One says always the same person, one says always the nearest.}
X/C: {Throw them away. All but {two|three}.|That explains {Tuesdays|the north}.}

T: {We are going to change our identity provider in {spring|autumn}.|Something you should know: our mail domain changes.}
A: {Good that you say it early. You can have both for a while.|When? That touches the log-ins.}
T: {That is what I wanted to hear. How long is a while?|At the end of {the year|the quarter}. {340-520/10} accounts.}
A: {As long as you like, but after three months everyone forgets the old one.|We do it in one night, with a list. We did it for {two|three} others.}
T: {Three months, then|I send you the list when it is final}.

L: {How do other companies like ours do it with the subcontractors?|May I ask what the others do?}
A: {Most give them the small app, no licence, only their own jobs.|The good ones measure them like their own people.}
L: {And they accept it?|And pay by it?}
A: {When the invoice goes through it, yes. Before that, never.|Some do. A late report is a late payment. It works frighteningly well.}
L: {That is a good trick|I will think about that, quietly}.

## review.shaky
L: {Now my not nice point.|Now I have to be a bit less friendly.} {The last [six|eight] weeks were not good. Twice the board was slow in the morning, and both times I had twelve people standing around.|We have had three incidents in two months, and after each one I get a nice mail.}
A: {I know. It was our fault, both times.|I have no excuse for that.} {May I tell you what was changed?|}
L: {You may, but what I need is a quiet quarter. If this goes on, I have to look around, and I do not say that to threaten you.|My director asked me if we are still with the right vendor. I did not have a good answer.}
A: {I hear you. I take that as a serious warning, and I will bring it to our management today.|Thank you for saying it so clearly. I want to come back with a plan, not with a mail.}
L: {And a plan with dates, please|Do that}.

C: {The usage is not what it looks like.|I will tell you something that is not in your slides.} {One region has gone back to paper. Quietly.|Two of my shift leads keep their own sheet again.}
A: {Since when? What happened?|Oh. Do you know why?}
C: {Since the update in [spring|autumn]. They say it takes more clicks, and nobody asked them.|New manager. He does not believe in it, and he was never trained.}
A: {I would like to go there. In person, one day, at the desk.|Would it help if we came for a day and just watched?}
C: {Please do. If they get the feeling that nobody cares, we lose them, and then I cannot defend the contract.|Yes. Otherwise it spreads, and at the renewal it gets difficult.}

L: {You should know that $comp has been here.|I want to be fair: $comp came to see our board last month.} {Invited by my boss, not by me.|They know somebody upstairs.}
A: {How did that go?|Thank you for telling me. What did they promise?}
L: {They promised everything for less. As one does.|It was a good presentation, I have to admit.} {But it shows you that the question is open. Nobody would have invited them a year ago.|}
A: {Understood. What would your boss need to see from us?|Then I need to speak with your boss. Can you arrange that?}
L: {Stability. And somebody senior, not only you, no offence.|I try. He wants to see numbers, not friends.}

## review.goals
A: {What should be different by the next review?|Goals for the next three months.}
L: {Take two: the region that does not use it, and the evening jobs.|One: reports complete on the same day, [95|96|97] percent. Two: the subcontractors.}
A: {I write both with a number and a name.|Who owns it on your side?}
L: {$X|I do}. {With your help.|}
A: {And on ours it is me|Good, and I check in every month}.

A: {Is there something we should stop doing?|And what do you not need from us?}
L: {The newsletter. Nobody reads it.|The long release notes. Three lines for planners, three for $techs.}
A: {Noted. I will not be offended|Three lines I can do}.

L: {I would like one goal only. If we have three, we do none.|Less this time. Last time we had five goals and met two.}
A: {Agreed. Which one?|Fair. Then give me the one that matters.}
L: {The promises in the evening. Over {92|93|94} percent.|First-time fix, two points more. The rest follows.}
A: {Good. I look at it every Monday, and you hear from me when it falls.|Two points. I put it at the top, in large letters.}

A: {What do you need from me until then?|Is there anything I should do before the next one?}
L: {A training for the new ones in {two|three} weeks, if possible in the morning.|Come and visit. It has been a while.}
A: {I book it, and send you the dates by $day1.|You are right. How is $day3?}
L: {Morning means seven.|$day3 is good. Bring shoes for the workshop.}
A: {I know what morning means with you|I have the shoes in the car}.

N: {Can we have the numbers before the meeting, next time?|One request for the next one: fewer averages, more examples.}
A: {Of course, {three|four} days before. Then we only talk about what is odd.|One job that went well and one that went wrong, told from start to end?}
N: {Exactly|Yes, that would be good}.
L: {I second that|And the one that went wrong first}.
`;
