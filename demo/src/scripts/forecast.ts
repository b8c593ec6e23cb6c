/** Internal forecast calls: A leads, K is revenue operations, M the chief, O and R are two of the team. */
export const forecast = `
## forecast.open
A: {Morning all.|Hi everyone.} {Forecast call, usual rules: what changed, what is the next step, and do you believe it.|Let us do the forecast. Please no novels, I have read the notes.}
K: {The numbers are on the screen. Commit is at {71-94} percent of the target, best case is over it.|I updated the sheet an hour ago. We are at {68-91} percent in commit.}
A: {With how many weeks left?|And compared with this point in the last quarter?}
K: {{3-9} weeks. And one public holiday.|{2-6} points better. But last quarter ended well because of one deal.}
A: {OK. Then one by one.|Good. Let us go through the list.}

A: {Is everybody here? Then quickly, I have another one right after.|Let us start, the others will come.} {$K, the picture, please.|}
K: {We have {6-11} deals in commit and {4-9} in best case. Two changed the close date since last week, both to the right.|Coverage is [2.1|2.4|2.7|3.2] for next quarter, which is fine, and for this one we need two of the big ones.}
O: {I know one of those two. It is mine.|I can explain one of them.}
A: {We come to it|You will get your chance}.

A: {Two minutes of good news first.|Something nice to begin with.} {Who has a win?|}
R: {A small one: they signed the extension, {22-41} seats.|Not signed, but the verbal is there, and the supplier form is filled in.}
A: {Very nice|I count it when I see it, but well done}. {Then the real list.|OK, to the others.}

M: {I am only listening today, pretend I am not here.|Do not change anything because of me. I have a board meeting and I need a feeling, not only a number.}
A: {Nobody can pretend that, Ingrid.|Then we give you a feeling. Several.}
K: {The number is in the sheet, tab two. It moved.|For the record, the number moved by [1.5|2|3] percent since Friday.}
M: {In which direction?|Up or down?}
K: {The good one|Down, a little, I will explain at the end}.

K: {Before we start, the numbers from last week were wrong by one deal. I counted it twice.|Small correction from me. I had a deal in two columns.}
A: {In whose favour?|Does it change the picture?}
K: {Mine. I looked very good for four days.|By {1.2|1.6|2.1} percent. Down.}
A: {Thank you for saying it. So, the real picture, one by one.|All right. Then from the top.}

A: {I want to do it differently today. Only what has moved, and why.|Let us turn it around and begin with the ones that slipped.}
O: {Then I am quick.|Of course, begin with me.}
K: {{Three|Four} moved, {two|one} in the right direction.|I have a list of {four|five}, the oldest is from last quarter.}
A: {Good. Names, please.|Then that one first.}

## forecast.topic
A: {Something general. Discounts.|A word on discounts.} {Last quarter we gave [11.4|12.2|13.1] percent on average, and [two|three] years ago it was nine.|}
R: {The market has changed. Everyone asks for twenty now.|It is procurement. They are measured on it.}
A: {I know. But we give it without asking for something. One thing back for each point, please.|I do not mind the number. I mind that we get nothing for it.}
K: {I can show it by person, if you like.|I have the list by name.}
A: {No names today|Please do not}.

K: {Hygiene. {9-21} deals have a close date in the past.|Data quality, sorry.} {{4-8} have no next step at all.|It takes five minutes each.}
O: {Two of those are mine, I do it after this.|Guilty.}
R: {If the system was faster, I would do it more often.|Me too.}
K: {It is not the system|The system says the same about you}.
A: {By tonight, please|Today, everyone}.

A: {$dealComp comes up more often, is that only my impression?|How often do you see $dealComp?}
R: {In [three|four] of my last [six|seven]. They are aggressive on the first year.|All the time. They hired a lot in the region.}
O: {They have a new pricing page. It looks simple, and then the interface is extra.|What they do well is speed. Offer on the same day.}
A: {Can somebody collect what we know on one page? By $day2.|I want a page about them, one page, by $day2.}
R: {I take that|I do it, I have half of it}.

A: {What is the support load doing to the deals?|We had incidents this month. Does it come up in your calls?}
R: {It comes up. One prospect read the status page to me, aloud.|Twice. I say what happened and what was changed, and then it is fine.}
O: {With the customers, of course. With the new ones not so much.|In one security review, they asked for the report.}
A: {I want a paragraph that all of us use. Honest, short. I ask Priya.|OK. I bring it to the product people.}

K: {Next quarter planning.|One thing on targets.} {I need your territory lists by $day2, and please do not all take the same ten companies.|The draft of the targets comes on $day2.}
R: {Will it go up?|How bad is it?}
K: {What do you think?|It is a number with a plus in front.}
A: {We talk about it in person, with cake.|Not today. First this quarter.}

A: {Capacity in roll-out: how long does a new customer wait for a start?|If everything closes, can we deliver it?}
K: {{3-6} weeks at the moment. Hanna has two people on leave.|If all commits come, we have a jam in [four|five] weeks.}
O: {Then I need to say it in the negotiation, not after it.|My customer wants to start at once. That is a problem.}
A: {Please check with Hanna before you promise a date.|I speak with Hanna. No promises before $day1.}

R: {Can we talk about the reference calls? I burn the same two customers again and again.|I need a new reference in my trade. The old one has done [five|six] this year.}
O: {I have one who said yes last week.|Ask Bjørn, he has somebody in the north who loves us.}
A: {Make a list, who can be asked how often. $K, can that live in the system?|Nobody gets asked more than twice a quarter, that is the rule.}
K: {Yes. A field and a counter|I add a counter}.

A: {How are the first calls going? Are we asking enough?|I listened to {six|eight} recordings on the train.}
R: {I still talk too much. Sixty percent, says the tool.|Should we be afraid now?}
A: {Under fifty, please. Ask what it costs them, and then wait.|No. But in five of them nobody asked who decides.}
O: {The waiting is the hard part.|One of those was mine, I suspect.}
A: {Count to four|It was}.

K: {I need a decision. Do we count the pilots?|Question from the board: what is a pilot for us?}
A: {With a signed paper, yes. Without, it is a hobby.|Four weeks, three goals, one signature. Everything else is a favour.}
R: {Then I have a hobby.|I have one that runs since {nine|ten} weeks.}
A: {Turn it into a pilot or end it|Then it has become a tradition. End it}.

R: {Something about holidays. In {July|August} half of my contacts are away.|Everybody's board meets only once in the summer.}
A: {So what can be signed before?|Then what do you pull forward?}
R: {Two, if legal helps me.|One. The others I would only annoy.}
A: {I ask legal to give us a morning a week.|Then do not annoy them.}

R: {Does anyone have a customer in the {public|energy} sector? I have a tender on the table.|I got a tender of {ninety|a hundred and ten} pages yesterday.}
O: {I had one. Never again, but we won it.|Who wrote it? You can often see that.}
R: {What was the trick?|Somebody who likes our competitor, I fear.}
O: {Ask questions early, in writing. They must answer to everybody, and the others get nervous.|Then decide today, not after three weeks of work.}
A: {Make a yes or no until $day1.|I agree. Yes or no until $day1.}

A: {Multi-year. How many of the last ten were three years?|A question on terms. I see more one-year deals.}
K: {Six. It was eight a year ago.|Four out of ten. And those four have all asked for an exit.}
A: {Why is that?|So are they afraid of us, or of themselves?}
R: {Nobody knows how big they are in three years. They pay for the freedom.|Of themselves. They do not know how many people they will have.}
A: {Then sell them the freedom. At list|Then offer growth at a fixed price, not a way out}.

O: {I need help from the product side. Everyone asks for the same thing.|Can somebody bring this to the roadmap meeting?} {Planning for two-person jobs over night.|Subcontractors, with their own view.}
K: {How much money hangs on it?|Can you put a figure on it?}
O: {In my list, {three|four} deals. They would buy without it, but slower.|It comes up in every second demo. I would say {two|three} deals a quarter.}
A: {Write down the customer's own words, not yours. That works with product people.|A number and two quotes. Then they listen.}

R: {My champion has changed jobs. At the most important moment.|I lost a contact, he goes to the {north|competition of the customer}.}
A: {Where does he go?|Is there a second name?}
R: {To a company that we do not have. So it is half bad.|His deputy. I have met her once, she asked the better questions.}
A: {Call him in three weeks, when he has seen how they plan.|Then that is your champion. Treat her like one.}
O: {I did that once. It was the easiest deal of my life|That happened to me, and it was an improvement}.

K: {A word about the notes. Some are very good, some are one word.|I read all the notes on the weekend, do not ask why.}
A: {Which word?|And?}
K: {Fine. Only that: fine.|Half of them tell me what was shown, and not what was said.}
R: {It was fine.|That is harder to write.}
A: {Three lines: what hurts, who decides, what is next. No essay.|Three lines. What they said, what they fear, what they do next.}

A: {Are the summer numbers realistic, or hope?|How much of next quarter is already in the talks?}
K: {Realistic is {55-68} percent of it.|A good third. The rest has no name yet.}
O: {Mine is realistic. I only have three, but they are real.|I have two that nobody has seen, they come from a trade fair.}
A: {Three real ones are fine. Please no fairy tales in the sheet.|Good. Put them in, even if they are small.}

## forecast.close
A: {Good. Summary: commit stays, best case up a bit, two things to fix.|So we land at {92-103} percent if nothing silly happens.}
K: {I send the sheet around. Changes until {noon|four}.|I freeze the sheet at five.}
A: {Thanks, everyone. Go and sell something.|Thank you. Same time next week.}
O: [Bye|Thanks].
R: [Bye all|See you].

M: {That helped. I will say ninety-five with a smile.|Thank you, I have my feeling.}
A: {Say ninety-three with a smile.|And which one is it?}
K: {I have written ninety-four.|In the sheet it is ninety-four.}
M: {Then ninety-four. Have a good $weekday.|Then ninety-four. Bye.}
A: [Bye all|Thanks all].

A: {Actions: $R, the page about competitors. $K, the list. Everyone, your dates by tonight.|To do: close dates today, territory lists $day2, and I talk to roll-out.}
R: [Yes|Got it].
K: {I will remind you. Twice.|I put it in the chat.}
A: {We know. Bye!|Thank you, bye.}
`;
