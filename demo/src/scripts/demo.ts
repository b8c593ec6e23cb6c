/** Product demonstrations: the board, the phone, parts, numbers, and the questions they bring. */
export const demo = `
## demo.agenda
A: {So, today is the demo.|Today we show, no talking about talking.} {I asked $S to prepare it with your kind of work, so you will see $assets and not bicycles.|$S has built a small world with [three|four] regions and {twenty-four|thirty} $techs, so it should look familiar.}
L: {Good, because last week we saw a demo with pizza delivery.|I like that. I am tired of examples with pizza.}
S: {No pizza, I promise.|I can add pizza if you miss it.} {Stop me at any time. If something does not fit, say it while we are there.|}
L: {We will|Do not worry about that}.

A: Plan for today: {$S starts with the morning of a dispatcher, then the phone of the $tech, then the numbers. About half an hour, and then questions. OK?|first the office side, then the field side, and then you break it.}
L: {Can we see both sides? I can imagine an office, the phone is what I am curious about.|Fine. But please show the changes during the day, not only the nice plan in the morning.}
S: {Both. The office first, it is quick, and then the phone for as long as you like.|I was going to start with the chaos anyway.}

A: From the last call I took away three things: {the phone calls, the second trips, and the report that comes too late. $S will show one by one how that would look.|too many hands on the plan, no live picture, and paper.}
L: {Yes, those three.|That is right. And $rule, please do not forget it.}
S: {They are all in there. I even kept the paper, to throw it away at the end|I have it as the last part, and it is the part I like best}.

## demo.first-board
S: {So this is the board. Left are the jobs that nobody has, right is the day of each $tech, and the colour is the promise to the customer. Red means we are about to break a promise.|What you see now is Dispatch. Every line is a person, every box is a job, the thin grey bits are the driving, and what nobody has yet waits on the left.}
X/L: {And who puts the jobs on the left?|How do they get onto the left side?}
S: {They come from your order system by themselves, or somebody types one in, or the customer opens it in the portal.|Automatically. You would not type anything that exists somewhere else.}
X/L: {OK. Now move one.|Good. And if I drag one?}
S: {I drag $job to {Karim|Annika|Osei}, and you see, it tells me it does not fit, because he has no certificate for it.|Like this. And now it warns me, because with the traffic she would arrive eleven minutes late.}
L: {Ah, it knows that|Nice}. {And can I overrule it?|And if I do it anyway?}
S: {Always. It asks you for a reason, and that is it. The planner is the boss.|Then it is done, and it asks you why. It is a suggestion, never a prison.}

## demo.board
S: {Now somebody calls in sick.|Let us make it interesting. It is six forty, and somebody is sick.} {I click on the person, say sick today, and [seven|eight] jobs become free.|One click, and the whole line turns white.}
X/L: {That is my six thirty|This is every Monday}. And now I have to move them one by one?
S: {You can. Or you press suggest, and after a few seconds you get a proposal with what it costs: {23-48} more kilometres, and one promise moved to the afternoon.|No. Suggest. It takes... there. It gives three ways, cheapest, fewest changes, or nobody works late.}
X/L: {And who is told?|Do the customers get a message?}
S: {The ones who are moved, if you tick this box. The $techs get it on the phone as soon as you press accept.|Only when you accept. Nothing leaves the building before that.}
L: {That would have saved us this morning, literally.|OK. I want that.}

S: {Here is an urgent one. It is $emergency, four hours promised, and forty minutes of them are gone because the mail sat somewhere.|So, the phone rings. It is $emergency. I type two words, and it finds the $asset and the contract.}
L: {Wait, where does it get the contract from?|How does it know the contract?}
S: {From the $asset. Each $asset has a contract, each contract has a promise.|It comes with the master data. If it is in your ERP, it is here.}
S: {And now I ask, who can be there soonest with the right skill and the part in the van. Three names. The first is {14-27} minutes away.|Now look at the ranking: distance, skill, part in the van, and whether his day breaks.}
L: {And if he does not pick up?|But that person is in the middle of something.}
S: {It goes to the phone with a sound. If he does not accept within [five|three] minutes, it comes back to you in red.|Yes, and it tells you what you break by taking him. It is a trade, but you see the price of it.}

S: {That was one day. Now the week.|If I zoom out, I have the week, and the month.} {This row is the planned maintenance, it is spread so that no day is over [85|80] percent.|You see the hills? That is all the planned work falling into the same week, because somebody in the past signed all the contracts on the first of the month.}
L: {That is nice. Ours looks like a mountain range.|Ha. Did you look into our files? Always the first of the month.}
S: {I press level, and it moves whatever has room within its contract.|You can flatten it, and it only moves what the contract lets it move.}
C/L: {And $rule with its dates?|Does it respect $rule?}
S: {That is a hard date. It will not touch it.|Yes. Hard dates have this little lock.}

X/L: {Can I see only my region?|I do not want to see all $seats people on one screen.}
S: {You save a view. Your region, your shift, your colours. It opens there the next morning.|Everyone has their own view. This one is a planner with [nine|twelve] people. And now the head of service, all of them, small.}
X/L: {And can two of us work on it at the same time?|What if my colleague moves the same job?}
S: {You see each other, there is a little flag with the name. Who is first wins, the other one gets told why.|Look, I have it open twice. I move it here, it moves there.}
X/L: {Today we shout across the room|OK. That replaces the shouting}.
S: {You can still shout|Some customers miss it}.

S: {Now something small that people like.|One detail.} {I drag the job, and while I hold it, the other lines show in green and red who could take it.|You can ask it why. Why him? And it says: certificate, part in the van, nine minutes away.}
X/L: {And the reasons, can I change them?|So it does not only say who, it says why?}
S: {You can weigh them. Some want short routes, some want the same face at the same customer.|Always. If it cannot explain it, we do not want it to suggest it.}
L: {The same face, that is important with our $clients|Good. My people would ask that all day}.

S: {Jobs for two people.|A special case, which is not so special.} {I take this one, I say it needs a second person for one hour, and the plan finds an hour in which two are close.|Here is a job of three days. It reserves the person, and the small ones flow around it.}
X/L: {And if the second one is late?|And if the first day takes longer?}
S: {It moves the meeting point, and both get told. They no longer phone each other.|Then day two and three move, and you see in red what they touch.}
C/L: {We have that every week|That is our daily bread}.

S: {What the customer sees, very quickly.|And this is the message that goes out.} {Appointment tomorrow, on the way, arrival time, and a button to move it.|Appointment tomorrow between nine and ten, with a button to move it.}
L: {And if they press the button at midnight?|How many use that?}
S: {Then you have it in the list in the morning, or the plan takes it if it fits. You decide which.|About {30-45/5} percent in the first month. The rest calls, as ever, only less.}
L: {In the list is good. I do not want surprises at seven|A third would be a different job for the desk}.

## demo.first-phone
S: {Then the phone. I share it now, one second.|Now the side of the $tech. This is Field, on a normal phone.} {He sees his day, three things only: where, what, and what was there last time.|The first screen is only the next job. Nothing else. We took away more than we added in the last years.}
C/L: {Does he need signal for that?|And in a basement?}
S: {No. The day is on the phone. In a basement he works, and when he comes out it sends.|I put it into flight mode now, look. I open the job, take the photo, sign, done. It waits. Now I go back... and it is sent.}
C/L: {And the photos too?|How long does it keep that?}
S: {The photos too, they go last because they are big.|As long as it takes. We had somebody on an island for nine days.}
L: {That is the thing that killed the last product we tried.|Good. That was my first question for today.}

## demo.phone
C: {What does he have to type?|How much typing is it? My people have hands like shovels.}
S: {As little as possible. Four taps for a normal job.|Almost nothing. He can talk, and it turns into text, in {eleven|fourteen} languages.} {The checklist comes with the $asset, so he only ticks.|}
X/L: {And dialect?|With our accent?}
S: {Better than you think. It had trouble with a colleague from Antwerp, and nobody understands him anyway.|Try it. Say something when you have the test login. The funny mistakes are collected in our kitchen.}

S: {Here he needs a part.|Now I need one of the $parts.} {I scan it, or I search, and it shows in which van or depot the next one lies.|It says not in your van, but {Paulo|Henk|Jule} has two and is {6-19} minutes away.}
C/L: {That is Parts?|Is this part of the price, or is it the other module?}
S: {This view is Field. The stock behind it is Parts. Without it he sees the list, but not the quantity.|The quantities come from Parts. If your ERP keeps the van stock, we can read it from there.}
C/L: {Then I would need both, I fear.|It does not. Nobody's does.}

S: {At the end, the signature. With the finger, or by link, because nobody wants to touch a foreign phone. The report is in the mail before he closes the van.|Job done. Now the customer signs. And here is the report, as PDF, with photos, in the language of the customer.}
L: {So the report is at the customer in the same minute?|And that goes to our invoice?}
S: {Yes, and the office has the hours and $parts for the invoice at the same moment. From fourteen days to one, at one customer of ours.|The office gets the hours and $parts, ready for the invoice. Some prefer that somebody looks at it first, that is a switch.}
F/L: {From fourteen to one? That is interesting for me.|I would want that look, at least in the beginning.}

X/L: {What about the older colleagues?|I have people who are sixty-two and hate phones.}
S: {We had one like that in a pilot, and in the end he trained the others. He said it is less work than the paper.|Big letters, three buttons, and it reads the address aloud. And give it to the biggest grumbler first. I mean that.}
C/L: {I know exactly who that would be.|That would be {Erwin|Jacques|Paco}. All right.} {If he likes it, all will.|}

S: {One more on the phone, the history.|Look at this before he opens the door.} {Every earlier visit to this $asset, with photos. Who was there, what was changed, what was promised.|He sees that the last three times it was the same fault, and he takes the other part with him.}
C/L: {How far does it go back?|And our old reports?}
S: {As far as your data goes. We import the old PDFs as attachments, they are searchable.|They come in as they are. Not beautiful, but you find them.}
C/L: {We have {nine|eleven|fourteen} years of them|That alone would help the young ones}.

S: {Safety. Before he starts, four questions.|For dangerous work there is a stop here.} {If he says no to one of them, the job does not open, and the shift lead gets a call.|No photo of the lock-out, no start. You can set that per type of job.}
X/L: {And they do not just tick everything?|Does that not annoy them?}
S: {Some do. So the order changes, and once a month it asks something new.|Yes, a bit. It is meant to.}
C/L: {Our safety officer will love you|I will show that to our safety officer}.

## demo.first-numbers
S: {The last part is numbers.|And this is Insight.} {First-time fix, response time, kilometres per job, and open reports. By region, by contract, by type of $asset.|You open it in the morning with the coffee: what was promised, what was kept, what is at risk today.}
C/L: {Can I get the margin per contract?|Does it show which contract loses money?}
S: {If you give it the hourly rate, yes. Here, this one has {31-58} visits a year and is priced for twenty.|Yes. Look at the bottom, the red ones. Mostly there is one bad $asset behind it.}
C/L: {I think we would find some surprises.|I am not sure I want to see that. But I should.}

## demo.numbers
L: {Can I take the numbers out?|And if I want the data in our own warehouse?}
S: {CSV with one click, or the interface, or a nightly export. It is your data.|Any time. Every table you see has an export, and there is an API for all of it.}
T/L: {Is there a limit on the API?|And the API, is that in the price?}
S: {It is in the price. The limit is {600|1,200} calls a minute, nobody got there by honest means.|No extra fee. There is a rate limit, and it is in the documentation.}

S: {One picture I like. This is every trip of one month on the map, and the red ones went back to the same $asset within [fourteen|ten] days.|Let me show you one thing that always makes people quiet. A map of one month, and the size of the dot is how often somebody went there.}
C/L: {What is the big one in the middle?|Why is that one so big?}
S: {It is invented, but at a real customer it was one $asset with a wrong part number in the manual. {19-34} visits.|That was the famous wrong spare. The manual said A, the machine needed B.}
L: {We have those. I know that we have those.|I could name you three right now.}

## demo.questions
T: {How does it connect to our ERP?|I need to understand the integration.}
S: {There are ready connectors for the usual ones, and a documented REST API with webhooks for the rest.|Orders come in, hours and $parts go out. We ship the mapping, you change what is different.} {Typically it is {8-15} days of work on your side, spread over a month.|}
T: {Who does the mapping?|And when we upgrade the ERP, who fixes it?}
S: {You own it, we check it with you. It is configuration, one long table, no code.|If the fields stay, nothing. If they change, you adapt the mapping, it is a table. We had that with a freeze in the middle and survived.}
T: {OK. I would like to see that table.|Please include it in the test login.}

T: {Single sign-on?|What about sign-in?}
S: {SAML and OpenID Connect, both, and users can come by SCIM, so nobody has to maintain a list.|With your own identity provider. When somebody leaves, he is out here as well, in a minute.}
T: {Is it an extra charge? With some vendors that is the expensive part.|In every plan, or only in the big one?}
S: {In every plan. We think it is rude to charge for safety.|Included.}
T: {I agree. Good|Good answer}.

L: {Which languages does it have?|My people speak [six|seven] languages.}
S: {The phone app has {fourteen|seventeen}, each user chooses. Office is nine at the moment.|It follows the phone. So the colleague from Poland sees Polish, the report comes out in the language of the customer.}
L: {That alone would help. Today they ask each other.|Good.}

C: {What can the customer see?|Do our $clients get something out of it as well?}
S: {A portal, if you want. They see what is open, when we come, and all reports of the past.|A link with the arrival time, like a parcel. Most of the where-are-you calls disappear with it. And a portal for the larger ones.}
C: {Can I choose who sees what?|Not all of them should see everything.}
S: {Per contract. The big ones everything, the others only the appointment.|Yes, you decide that per customer.}

C: {What if we want to change a form ourselves?|Do we need you each time we want a new field?}
S: {You drag a field in, say who must fill it, and publish. Takes five minutes.|You do it yourselves. Let me show. New question, yes or no, photo required if no. Publish. That is now on every phone.}
C: {And if somebody does nonsense?|That is almost too easy.}
S: {You have versions and you go back one.|Only people with that right can do it. And every version is kept, because auditors ask.}

N: {How many of your customers are like us?|Do you have someone in our trade?}
A: {A handful, and two of about your size. I can arrange a call without us.|Yes. I may not say all the names aloud, but one is two hundred kilometres from you.}
N: {A call would be good|We would like to talk to one}. {Somebody who has had it for more than a year, please.|}
A: {I arrange it|I will make the introduction}.

L: {What can it not do?|Now the mean question. What is it bad at?}
S: {Big projects. If you build for six months with forty people, use something else.|It is not a CRM, and it does not do payroll. And our route on boats is, let us say, creative.}
L: {I appreciate that|Thank you for the honest answer}. {We have one or two projects like that a year, but we can live with it.|}

L: {What about data protection, the position of people?|The question I get first from the works council: do you track people?}
S: {Only during a job or in working hours, you choose, and there is no history unless you switch it on.|You see the last position, in working hours, and it is overwritten. There is nothing to look up later.}
L: {Can you show me where that is set?|And who can change that?}
S: {Here. And changing it needs two people, one of them can be the works council.|Two administrators together. It was a wish of a works council, and it is a good one.}

T: {How often do you release, and can I say no?|What about updates? We have had bad experiences.}
S: {Every two weeks, small things. Test is a week earlier, and you can hold it back once.|Every two weeks, without an interruption. Larger changes are off until you turn them on.}
T: {And the phones?|And if an update breaks our interface?}
S: {They update over the store. The last {three|four} versions always work together with the board.|The interface is versioned. The old version lives for at least {twelve|eighteen} months.}
T: {That is fair|Eighteen would be better than twelve, but OK}.

F: {May I ask how you charge for seasonal people?|I have a question that is not about the screen.} {We have {12-34} more people in summer than in winter.|How do we count users who come and go?}
A: {You pay the average of the year, not the peak.|By month. Who did not log in during a month does not count for that month.}
F: {That is unusually friendly|Please put that sentence in the offer}.

## demo.reaction
A: {What do you think so far?|Can I ask for a first reaction?}
L: {I like that it is quiet. The other things I saw looked like an aeroplane.|It is more than we need in some places, and exactly what we need in others.}
X/L: {The sick button. I would take it home today.|I would use the board tomorrow. I have to see it with our data, though, everything looks nice with thirty people.}
A: {Then let us do that: one region, with real data.|That is a fair point. We can load one of your regions.}

A: {On a scale from one to ten, how close is it to what you need?|If ten is yes please, where are we?}
L: {An eight. Minus one because I have not seen our own data, minus one because I am me.|Seven and a half. The rest is the interface. If $T is happy, it is a nine.}
A: {I can live with that. What would make it a nine?|That is more than I hoped for. And apart from the interface?}
L: {A $tech saying it is good. Not me, not you.|Two weeks in one region without paper.}

L: {Can we try it ourselves?|Is there a test version?}
A: {Yes. Thirty days, with your data, and $S is there for questions.|I would rather do it properly: one region, four weeks, three goals, and then we both look at it.}
L: {What does that cost?|And if we say no after it?}
A: {Nothing. Only your time, and please do not underestimate that.|Then you keep the cleaned list of $sites, and we had a nice time.}
`;
