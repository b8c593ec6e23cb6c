/** First calls: problems, their cost, the decision makers, the timing and the budget. */
export const discovery = `
## discovery.agenda
A: {So what I had in mind for today.|Let me say what I had in mind.} {I would mostly ask and listen, half an hour or so, and at the end we decide together if it makes sense to go on.|I would like to understand how you work today, where it hurts, and then say honestly whether we are the right people.} {Is that OK?|Does that fit?}
L: {Yes. I also have a few questions, but they can wait.|That is fine. I do not need slides.}
A: {Ask them whenever they come up|Perfect, no slides}. {Why did you take the call? What happened?|Then the simple question first. Why now?}
C: {What happened is $peak. We had {210-480/10} open jobs and three people with a phone on each ear.|My boss asked me how many jobs we did last week, and it took us until Wednesday to answer.} {After that I said, we cannot do another year like this.|That was the moment.}

A: {You wrote in the form that you are looking at planning.|In your mail you said you want to get rid of the whiteboard.} {Can you tell me a bit more about that?|What is behind it?}
C: {Well. It is not that the whiteboard is bad.|It started with one person leaving.} {Everything was in one head. And the head retired in {March|June|September}.|Our best planner went on parental leave, and for two weeks we lived from her notes.}
A: {Ouch|That is a classic}. {So it is also a risk question, not only a cost question.|}
C: {Mainly risk, yes|Both, I would say}. {The cost we have known for years.|But the risk is what got the attention upstairs.}

L: {I will be open with you. We looked at this [two|three] years ago and stopped.|You should know that this is our second attempt.}
A: {What stopped it?|Oh, interesting. What happened the first time?}
C: {Money, and then the other project ate all the people.|The $techs did not want it. They heard tracking and that was it.} {This time I want to do it in the right order.|So this time they sit at the table from the beginning.}
A: {Then I would start there today, if you agree. First the people, then the process, then the tool.|That helps me a lot. Let us come back to that, it decides whether a project like this flies.}
C: {Agreed|Yes, good}.

A: {I read up a bit on $account before the call|I had a look at your site}, but {I would rather hear it from you|that only tells me what marketing thinks}. {What do you do, and for whom?|How would you describe the service business in a minute?}
C: {We look after about {1200-4800/100} $assets for $clients, around $city and further out.|Service is about {40-65} percent of our revenue and most of the profit. We keep $assets running for $clients.} {Some contracts promise [four|two|eight] hours, and those are the ones that keep me awake.|We have $seats $techs and {4-9} regions, and each region thinks it is special.}
A: {And those are also the ones that pay best, I assume.|And is it? Everybody tells me that.}
C: {Of course. It goes in both directions.|Two of them are. The rest is habit.}

## discovery.today
A: {Walk me through a normal day.|Let us take an ordinary Tuesday.} {A call comes in, something is broken. What happens?|When the phone rings at eight, what happens next?}
C: {The desk takes it, writes it into $old, and then somebody looks who is near.|It goes to the desk. They type it into $old, they call a $tech, he does not answer because he is under something, they call the next one.}
A: {And how do they know who is near?|And near means what? On a map, or in the head?}
C: {In the head. Experience.|By calling. We are very good at calling.} {The good ones know every van. The new ones need a year.|}
A: {How many calls is that for one job, roughly?|Did anybody ever count the calls?}
C: {Three? Four?|We counted once. {3-5} calls per job on average.} {And that is before the customer calls us to ask where we are.|}

A: {How many people do the planning?|Who does the planning today?}
C: {$planners dispatchers, for $seats $techs.|$planners people, in two shifts. And on Fridays I help myself.}
A: So each of them has around $perPlanner $techs. {That is on the high side.|With phone and paper that is a lot.}
C: {It is. They are good, but they are tired.|Tell me about it. One of them told me she dreams of the board.}

A: {And how does the work get out to the $techs?|How does a $tech know what to do in the morning?}
X/C: {They get a PDF by e-mail at six. At seven the PDF is wrong.|They get a list in the evening. In the morning we change it, by phone, one by one.}
A: {How much of the list survives the day?|And what is left of it by noon?}
X/C: {Half, on a good day|Sixty percent, maybe. Less in $peak}. {The rest is improvisation. We are good at it, but you cannot measure it.|The second half of the day is jazz.}
A: {That is the best description I heard this month|I will steal that}.

A: {And after the job? What comes back?|What about the paperwork, when the job is done?}
C: {Paper. A carbon copy, the customer signs it, and then it travels.|A form on paper, and photos by chat.} {It travels in the van for {3-8} days. Sometimes it is washed.|I have seen reports with coffee rings older than the invoice.}
A: {And you invoice from that.|So the invoice waits for it.}
C: {Yes. From the job to the invoice is {12-24} days on average.|Exactly. Finance asks me every month where the reports are.}
A: {OK. So there is cash in those vans.|That is real money lying around.}

A: {And $parts? How do you know what is in which van?|How do you handle $parts?}
C: {We do not. I mean, on paper every van has a standard stock.|Do you want the official answer?} {In truth, each $tech has his own collection, and he does not tell.|A $tech trusts his own shelf, so everybody hoards.}
A: {And then somebody drives back to the depot.|So how often is the part missing on site?}
C: {One job in [five|six|seven], we think.|Too often. I would say every {fifth|sixth} job is a second trip.} {And the second trip is the expensive one.|Nobody pays us for the second trip.}

T: {Maybe from the system side.|If I may add the technical view.} {Orders come from the ERP, they are exported every {15-60/15} minutes, and then it ends up in $old. Nothing goes back automatically.|There are [three|four] systems and none of them agrees on what a $asset is called.}
A: {And which one is the truth?|Who wins when they disagree?}
T: {The ERP should be.|Whoever shouts loudest.} {In practice it is a file that {a colleague|one person in $city} keeps on the share.|In practice it depends on the day.}
A: {Does that file have a name?|I think every company has that file.}
T: {It has a version number|It is called final, new, two}. {That tells you everything.|}

A: {What does $rule look like today?|And $rule, how do you keep track of that?}
C: {In a separate list. One lady does it, she is a hero.|With a calendar and good will.} {When she is on holiday, nobody dares to touch it.|Two months ago we missed {7-19} of them and found out from the customer.}
A: {What happens if one is late?|Is that only embarrassing, or does it cost?}
C: {It can cost us the contract.|First a letter, then a penalty, then they look for somebody else.} {So far we were lucky.|}

A: {How do you deal with planned maintenance next to the urgent things?|And the planned visits? Who looks after those?}
C: {There is a calendar for it, and every time something urgent comes, the planned visit moves. At the end of the year we run.|A second list. It gets done when nothing burns, so mostly in {February|October}.}
A: {How many are late at the moment, if you had to guess?|And is that a contract risk, or only untidy?}
C: {{11-19} percent. I had it counted once and then I stopped asking.|For the big $clients it is in the contract. For the others it is untidy.}

A: {What happens between six in the evening and six in the morning?|How do nights and weekends work?}
X/C: {One person is on call, with the phone, and a list of who lives where.|The phone goes to a service centre, they write a mail, and the one on call reads it when he wakes up.}
A: {And that person decides alone?|And how fast is that?}
X/C: {Alone, and in pyjamas. We have had decisions that were very pyjama.|Fast enough, until it is not. Last winter it was not, twice.}

A: {Do you work with subcontractors?|Is it all your own people?}
C: {About {15-30/5} percent of the jobs, more in the summer. They get a phone call and a PDF.|No, we have {6-14} partners. Some are one man and a van.}
A: {And how do you know what they did?|And they see your systems?}
C: {From their invoice. Which is a bit late, I admit.|They see nothing. They call. They call a lot.}
A: {Then they should be on the same board, without a licence for each of them.|That is something we should look at, it is an easy win.}

## discovery.pain
A: {If you could only fix one thing, which one?|What is the single most annoying part of it?}
C: {That nobody knows what is going on right now.|The phone. If it rang half as much, we could think.} {A customer calls, where is your $tech, and my people have to say, I will call you back.|Everything else comes from that.}
A: {How often does that happen?|And how does the customer take it?}
C: {{60-140/10} times a day. We once put a tally sheet next to the phone.|The big ones have started to put it in their scorecard.}

C: {We also have jobs that are done twice.|And then there are the doubles.} {Two $techs stand in front of the same $asset and look at each other.|Last month two of our own met at the same door.}
A: {How does that come about?|Because two people planned it?}
C: {One planned it from the call, one from the maintenance list|The two lists do not know each other}. {It is funny once.|The customer was amused. I was not.}

X: {Can I say something from the desk?|From my chair, the worst is something else.} {Sickness. When somebody calls in sick at six thirty, I have to move {6-9} jobs by hand before seven, and each one touches another one.|The changes. Making the plan is an hour, and changing it is the other nine.}
A: {And how do you do it?|What do you look at when you do that?}
X: {Three screens and a piece of paper. The paper is the important one.|I start with who will complain the loudest. I am not proud of it, but it works.}
C: {I did not know about the paper.|See, that is news to me too.}
X: {Everybody has a paper, $C|You do not want to know}.

A: {What do the $techs say?|If I asked your $techs, what would they tell me?}
C: {That the office has no idea. That they drive past one job to get to another.|They say, give me a day that makes sense. They do not like to cross the city four times either.}
A: {And do they have smartphones, tablets?|What do they carry today?}
C: {Phones, all of them, since last year. Half of them with a broken screen.|Some tablets, some phones. The older colleagues would prefer neither.}
A: {Broken screens are the easy part|OK, the older colleagues are important, I make a note}.

C: {Honestly, we lose people over it.|There is also the people side.} {{3-7} $techs left last year, and in the exit talk most of them mentioned the planning.|A young $tech told me his last employer had an app, and here he gets a fax. He was joking. Not entirely.}
A: {And how long does it take to replace one?|What does it cost you to replace one?}
C: {{5-9} months until somebody drives alone.|I stopped calculating. Finding one takes half a year, and training him another.}

C: {And the reporting is a joke.|Then the numbers.} {Each region has its own sheet, I get {4-9} of them on Monday, and I spend the day making them comparable.|If you ask me what $job costs us on average, I could not tell you. I could tell you what we charge.}
A: {So margin per job is not known.|And nobody can see which contract loses money?}
C: {Not per job, not per contract. At the end of the year we know.|Some of them we suspect.} {Then it is a bit late.|}

A: {What about $emergency?|How do you handle the really urgent ones, $emergency for example?}
C: {Everything stops. Everybody phones everybody. It works, because people care. But after that the day is broken for ten other customers.|Then we have the famous red folder. Everyone drops what they have, and the ten other customers nobody tells.}
A: {Do you have a response time in the contract for those?|What is promised in that case?}
C: {{30-90/15} minutes on paper.|It depends on the contract, between one and four hours.} {We make it {82-91} percent of the time, I believe. Believe, because we measure by hand.|}

N: {What annoys me is the trust.|May I put it a bit differently?} {The customer asks for the report, we say tomorrow, and tomorrow we say tomorrow.|We sell a quality service and then we send a photo of a paper on a bonnet.}
C: {That is true|Sadly, yes}.
A: {Do customers mention it?|Did you ever lose one over it?}
C: {One of the larger $clients. They did not say it was the reason, but they did not say it was not.|We nearly did. I drove there myself, with cake.}

C: {And then the appointments. We say between eight and twelve, and people take half a day off.|We promise half days, because anything more precise would be a lie.}
A: {And how often do you arrive and nobody is there?|What do your $clients say to that?}
C: {One in {ten|twelve|fourteen}. That is a drive for nothing, and nobody pays it.|They compare us with the parcel service. The parcel service can say fifteen minutes.}
A: {With a live plan you can do an hour, and a message when it changes.|Fifteen minutes I will not promise, but an hour is realistic.}

N: {New people are a topic as well.|If I may add, training.} {It takes a year until somebody knows which $sites are difficult. The gate, the key, the dog.|The knowledge is in people. Where to park, whom to ask, which door.}
A: {Is that written down somewhere?|And when somebody leaves, it leaves with them?}
N: {In some chat groups. I counted {7-15} of them.|Every time. We lost a colleague in {spring|autumn}, and with him the whole north.}
C: {Do not remind me|We still call him, he is very patient}.

X: {What I miss is to see the day.|From the desk: I do not see anything.} {I plan it and then it goes dark. I hear from it when something is wrong.|At ten in the morning I have no idea who is done and who is stuck.}
A: {And if a customer calls in that moment?|So you plan blind after eight?}
X: {I guess, and I am a good guesser.|Blind, with a phone. Like a submarine.}

## discovery.impact
A: {Let us try to put a number on it, even a rough one. $seats $techs, say half an hour a day each that is lost on the phone and on the road.|Did you ever calculate what this costs? $seats $techs, and let us say half an hour a day each, on the phone and on the road.}
C: {Half an hour is kind. I would say forty minutes.|OK, go on, I follow.}
A: {Then you are at around $lostHours hours a month. I do not know your hourly rate, but it is not small.|That is roughly $lostHours hours a month. Multiply it with whatever an hour costs you.}
C: {We calculate with {58-85} an hour.|Oh. Hm. When you say it like this.} {That is more than I thought.|I will not show that to my director today.}
A: {We do not need to take it all. A third of it would pay for everything.|Please check it, I do not want to be the one with the magic spreadsheet.}

A: {What happens if you do nothing?|And if you leave it as it is for another year?}
C: {Then I need [two|three] more dispatchers by $nextMonth, and I cannot find them.|Then we stop growing. We had to say no to a contract in [spring|autumn] because we could not plan it.} 
A: {And if you found them?|How big was that contract?}
C: {Then I would have more people typing. It does not scale, that is what I try to explain upstairs.|{180-420/20} $assets. It would have been our biggest in the region. It hurt.}

A: {How would you know in a year that this was a good decision?|Imagine it is a year from now and it worked. What is different?}
C: {The phone is quiet. And I can answer a question without three days of work.|First visit, problem solved. We are at about $ftf percent, and I want to see eighty-five.}
N: {And invoices in two days instead of two weeks|And that a new planner is useful after a month, not after a year}.
A: {Those are things we can measure. I write them down as your words, not mine.|Good. I will hold us to those.}

A: {Who feels it most, if we are honest?|Who would be happiest if it was solved?}
C: {The dispatchers. Then the $techs. Then me.|Finance, surprisingly. They hate the paper more than we do.}
A: {And who would be unhappy?|And who would rather keep it?}
C: {The man with the file.|Two regional managers. They like their own way.} {He is a good man, he has two years to go.|I will have to bring them along, that is my job, not yours.}

A: {Let us take the second trips. $jobsWeek jobs a week, and every sixth one twice.|Can we look at the trips for a moment? $jobsWeek jobs a week, you said every sixth is repeated.}
C: {Roughly, yes.|More or less, it depends on the region.}
A: {What does a trip cost you, with the van and the hour?|If we only get half of those away, what is one worth to you?}
C: {{95-140/5}, if I am honest with myself.|We calculate {90-130/5} inside, and charge nothing for it.}
A: {Then that line alone is bigger than the whole project. I do not want to win with that, but keep it in mind.|Then please do that sum at your desk, not with me. You will not believe mine.}

C: {The thing I cannot put into a number is the stress.|What does not stand in any sheet is the mood.} {The desk has had {two|three} people off sick for a long time this year.|When I come in at seven, I can hear from the corridor what kind of day it is.}
A: {That is a number too, in the end. A sad one.|I believe you. I have sat at desks like that.}
C: {It is the one I care about|Then you know}.

## discovery.people
A: {Who else has a say in this?|Apart from you, who is involved in a decision like this?}
C: {$T for the systems, $F for the money, and the works council for everything.|$F signs, $T can stop it, and I have to want it.}
A: {And do they know that we are talking?|Would it make sense to have them in the next call?}
C: {They know. Next time I bring one of them.|Yes. First I wanted to see whether it is worth their time. It looks like it is.}

A: {How do you normally buy something like this?|Can you describe how the decision gets made?}
C: {Over {fifty|a hundred} thousand it goes to the board. They meet once a month, and they want two offers next to each other.|There is a form. There is always a form. A business case of two pages, then procurement, then a signature.}
A: {And who puts the two offers next to each other?|And who writes the two pages?}
C: {I do. If you have an example from somebody like us, send it.|Probably me, at night. I would not say no to a template.}
A: {I will send you one that worked|Gladly, I have a good one}.

T: {From my side, and I say it now so that nobody is surprised: no tool without single sign-on, and nothing that stores data outside of {Europe|our region}.|I am not against it at all, I only do not want a fifth island. If it does not have a proper interface, we can stop here.}
A: {That is clear, and both are covered. I would like you to test it rather than believe me.|Understood. We have a documented API and I will send you the link, you can read it without me.}
T: {Good. I do that|Send it, I will have a look tonight}.

A: {What about the works council, or the representatives of the $techs?|Is location an issue for your people? It usually is.}
C: {It is THE issue.|Yes. The word tracking must not appear.} {They accept that the dispatcher sees who is near. They do not accept a history.|We have an agreement that position is only visible in working hours, and nothing is kept.}
A: {You can switch it exactly that way: only on a job, only in working hours, nothing stored.|We have a paper for works councils, written by one. It is better than our brochure.}
C: {That would help enormously|Please send that one}.

A: {How did you decide on the last system you bought?|What was the last tool you introduced, and how did that go?}
C: {Badly. A committee of {nine|eleven}, and in the end the cheapest.|The fleet cards. Three people, two weeks, done.}
A: {And who would be in the committee this time?|So a small group would be the way to go.}
C: {I want it small. $X from the desk, $T, one $tech and me.|If it depends on me, yes. Me, $X and a $tech who is not afraid of anybody.}
A: {Please keep the $tech in it. That is the vote that counts later.|That is the best committee I have heard of this year.}

A: {What could stop this, apart from the price?|If it fails, what will be the reason?}
C: {That something else gets louder. A customer, an audit, a bad winter.|Me, if I have to do it next to everything else.}
A: {Could somebody take a bit of it off you?|Then let us plan it so that it survives a loud month.}
C: {$X could, if I ask nicely.|That would be new.}

## discovery.timing
A: {When should it be running, ideally?|Is there a date that matters?}
C: {Before $peak. Otherwise we live through it again.|By $goLive, that would be ideal. After that nobody has time until the next quarter.}
A: {That is $goLive, so let us count back.|Then let us calculate backwards.} {Ten to twelve weeks for the roll-out, two or three for the contract.|You need about three months from signature to the last region.} {So a decision around $decide.|That means deciding by $decide or so.}
C: {That is tight but possible|Hm. $decide. OK. Tight}.

A: {Is there anything else going on that could collide with it?|What else is on the plate this year?}
C: {The ERP gets a new release, there is a freeze of [four|six] weeks.|A new depot, and [two|three] acquisitions nobody talks about.} {We would have to go around that.|}
T/L: {The freeze is not negotiable|I would not start anything new in that time}. {Before or after, but not in between.|}
A: {Then we plan around it|Noted, then we start with the parts that do not touch it}.

## discovery.budget
A: {Is there a budget for this already?|May I ask about money? Is there something set aside?}
C: {There is a line, yes. $budget for the year.|We put $budget in the plan, more or less as a placeholder.} {It is not approved in detail.|I do not know if that is a lot or a little.}
A: {For $seats $techs and $planners planners that is not unrealistic.|That is in the right region. Our list is $list per $tech and month, so you can do the sum.}
C: {That would be... around $annual.|Per month. So times twelve. About $annual, then.} [Hm.|OK.]
A: {Before any discount, and with everything in it. We will get to a proper offer, I only want no surprises.|As a ceiling. You would not pay for the first months of the roll-out.}

A: {Do you have an idea of the budget?|Roughly, what did you plan to spend?}
C: {No budget yet. I need a number from you to ask for one.|I would have to ask for it. If the case is good, there is money. If it is not, there is not.}
A: {Fair. For your size, and I speak of the order of magnitude, $annual a year at list price.|Then take $annual as a yearly number, plus about $impl once for getting started.}
C: {And that is for $products?|What is in there?}
A: {$products, support, the updates, the training material. No hidden modules.|Both sides, the office and the phone of the $tech. $extra would be extra.}
C: {OK. It is a number I can work with.|It is not cheap. But I have seen worse.}

F/L: {Can I ask it directly? What does it cost?|I would like to hear a figure, even a rough one.}
A: {Of course. $list per person and month for $products, so around $annual a year for $seats people.|$annual a year at list, plus $impl once. I prefer to say it early.}
F/L: {We had $budget in mind.|Then we have a gap. We have $budget.} {But it depends on what it saves.|}
A: {Let us first see whether it solves the problem, and then talk about how it fits.|We can start with fewer regions and grow, that usually closes a gap like this.}
`;
