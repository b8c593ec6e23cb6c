/** Stories of one trade each; the condition names the trade. Part one. */
export const tradesA = `
## trade
? lift
C: {The special thing with lifts is the people inside.|With us, a person is in it. That is the difference.} {If somebody is stuck, the fire brigade is there in twenty minutes, and then they send us the bill for the door.|There is a button, it rings at our desk, and somebody is scared on the other end.}
A: {So how do you plan around that?|What does that do to the day?}
C: {Somebody within [20|25|30] minutes of every lift, always. That is in the contract.|Every evening I need [three|four] people who are close to the centre and have nothing complicated in their hands.}
A: {So you plan for readiness, not only for jobs.|It is like a fire station.}
C: {Exactly. And no tool understands that.|Yes. With a whiteboard.}

? lift
C: {We have lifts from [1958|1962] next to lifts with an internet address.|Half of our lifts are older than me.} {For the old ones there are [four|three] people who can repair them. All above fifty-five.|}
A: {And how does the desk know who can do what?|Is that written down anywhere?}
C: {You ask Manfred. I mean, every region has a Manfred.|In a list from [2016|2018]. Two of the people on it have retired.}
A: {Then skills are the first table we would build.|That is a topic of its own.}

? lift
C: {Then the inspections. {3100-4800/100} a year, each with an inspector from outside who has his own calendar.|And the yearly inspection, it needs our person and the inspector at the same door at the same time.}
A: {And how often does that fail?|Who chases whom?}
C: {One in [eight|nine]. The inspector is there, we are not, and it costs us [180|220] and a lot of goodwill.|We chase them. They have a portal, which is down on Fridays.}

? hvac
C: {In a heat wave we get in one day what we normally get in two weeks.|Heat is our flood.} {Last July, {210-390/10} calls before nine in the morning.|Every supermarket calls, and every one says it is the only one that counts.}
A: {How do you decide who goes first?|And who gets served?}
C: {Food before people, people before computers. It is written nowhere.|Who loses goods. A cold store is [40|60|80] thousand in yoghurt.}
A: {That is a rule the planning could know.|So it is a priority by contract and by content.}
C: {If it could, my dispatchers would cry with joy|By yoghurt, yes}.

? hvac
C: {Refrigerant. Every gram has to be written down.|The refrigerant log is my nightmare.} {Who filled how much, in which machine, and where the old one went. For ten years.|The authority came in [March|May] and wanted [2021|2022]. We searched for two days.}
A: {On paper?|Where does it live today?}
C: {In {11-24} folders, and a sheet that nobody trusts.|Paper from the van, typed in by a student.}
A: {If the $tech enters it at the machine, the log writes itself.|That is a form with four fields and a scale.}
C: {That alone would be worth something|I know. That is why I am here}.

? hvac
X/C: {A compressor weighs {90-180/10} kilos. So it is never one person.|Many jobs need two people for one hour and one person for five.} {The plan knows only one or two.|}
A: {So you call a second one.|And the second one, where is he the rest of the time?}
X/C: {I call somebody who is near. He leaves his own job half done.|They wait in the van with a sandwich. On my money.}
A: {We can plan the second person for only that hour. It is called a helper slot, a boring name.|That is a case we know, two people, one hour.}

? wind
C: {For us it is the weather window.|Everything depends on the wind, in both directions.} {Above [10|11|12] metres per second nobody goes up. And below, the owner wants to know why it stands still when there is wind.|We plan a week, and on Monday the forecast laughs at us.}
A: {How often do you re-plan because of it?|So you plan twice, one for wind and one for calm?}
C: {{3-4} days out of five in autumn.|In our heads, yes. In the system there is only one plan.}
A: {Could you live with a plan A and plan B, decided at five in the morning?|What if the forecast was in the plan?}
C: {That would be new|I would want to see that with real data}.

? wind
C: {A pair of $techs, a van, a crane that costs [9|12|14] thousand a day. And then the part is the wrong one.|The crane is the thing. If the crane is there and the part is not, I age by a year.}
A: {Did that happen?|How often?}
C: {Twice last year. Once the bolts were the wrong length. Four bolts.|Once is enough. [Two|Three] days of crane for a box that was in the other depot.}
A: {Four bolts, and a crane. OK.|That is a $parts problem with a crane attached.}

? water
C: {When it rains for a week, everything runs at the limit, and that is exactly when something breaks.|We have {140-260/10} pumping stations, and {30-55} of them have no mobile signal.}
A: {And who goes out at night?|What happens at two in the morning?}
C: {One person on call per district. He gets a text message from the control room, and the text says alarm four.|The one on call. With a laptop, a torch, and a key ring of this size.}
A: {Alarm four, and nothing else?|Which key, does he know?}
C: {He has to know what it means. The experienced ones do.|There is a list. In the van of the other one.}

? water
C: {The permit says we report every overflow within [24|48] hours, with time and volume.|And we have to report. To the authority, in their form.}
A: {How does it get from the pit into the form?|Who fills that in?}
C: {Notes, photo of a notebook, mail, form. One typing error and we have discharged a lake.|An engineer, on Monday, from memory.}
A: {If it is entered at the station, with the time from the phone, there is no memory needed.|That is a good first use, small and visible.}
C: {Yes. I had the same thought|It is}.

? medical
C: {If a scanner is down, there are {18-26} patients in the waiting room, and some of them have not eaten.|A scanner that stands still costs the hospital [8|9|11] thousand a day, they tell us often.}
A: {What do you promise them?|And your promise is?}
C: {Ninety-[seven|eight] percent uptime. We pay if it is less.|Somebody on the phone in thirty minutes, on site in four hours.}
A: {And how many of your $techs can do which machine?|So skill is everything.}
C: {There are [7|9] modalities, and nobody has more than three.|It is a certificate per model. If it is out of date, he may not open the cover.}

? medical
C: {Access is a topic. You cannot walk into a hospital at ten and switch off a scanner.|We do the maintenance at night or on Saturdays.} {The department has to agree, and they change it at the last minute because of an emergency.|}
A: {And then a $tech stands there with an empty evening.|How late do you hear about it?}
C: {And on the day he hears it. Sometimes at the door.|On the evening itself. There is a patient on the table, and that is that.}
A: {Would they confirm by a link, the day before?|A second job in the pocket, close by, would help.}
C: {Some would. Radiologists do not click on links. The nurses do.|It would. At the moment he drives home.}

? vending
C: {A coffee machine is the most political device in a building.|You would not believe how emotional it gets.} {I had a board member call me at home because the milk foam was flat.|When it is broken on a Monday, we get eleven calls from the same floor.}
A: {So one fault, eleven tickets?|And all eleven become a job?}
C: {Until somebody notices. Twice we sent two people.|Yes! And the fault is a bag of beans.}
A: {Merging those is a click on the board. And a photo of the display would save half of the trips.|Merging those is a click. Finding out about the beans needs a photo of the display.}
C: {A photo, or a button that says, have you looked if there is water|That is true}.

? vending
X/C: {We combine filling and repair, that is the trick of the business.|Our routes are for the fillers, and the repair is squeezed in between.} {A filler has {22-31} stops, a repair kills six of them.|}
A: {Can the filler do small repairs?|Is that one plan or two?}
X/C: {Some can. It depends who, and it is in no list.|Two plans, by two people, in two rooms.}
A: {Then one plan, and a skill for small repairs.|I have seen that before. One room would be a start.}
X/C: {You would be the first to find that list|We tried, they argued about the radio}.

? forklift
C: {A broken truck in a warehouse on a Friday before Christmas is not a fault, it is a war. And maintenance nobody allows before January.|In the weeks before Christmas nobody gives us a truck for maintenance.}
A: {So the load moves to January.|How do you level that?}
C: {In theory. In practice we work Saturdays and buy pizza.|In theory we spread it. In practice they say no, and we say yes.}
A: {The board can show you the hill in October.|It would help to show the customer the hill, in numbers.}

? forklift
C: {The hours on the truck decide about the service, not the calendar.|We maintain by running hours. {500|1,000} hours, then it is due.} {And the hours we get when somebody writes them down, in chalk.|A third reports them by radio, the rest is an estimate.}
A: {So sometimes you come too early.|And you find out at the truck?}
C: {Too early, too late, or it is at another site. They move them around without telling us.|We came for [six|eight] trucks last week and found two.}
A: {If your $tech scans the plate each time he walks past, you get both, place and hours.|The scan at the plate would fix the where.}
`;
