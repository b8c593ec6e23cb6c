/** Stories of one trade each; the condition names the trade. Part two. */
export const tradesB = `
## trade
? ev
C: {A charger tells you that it is fine, and the driver tells you that it is not.|We have monitoring on all of them. It says green, and the person in front of it is red.}
A: {So what triggers a job?|Which one do you believe?}
C: {The driver, mostly by a bad review. I wish I was joking. Better would be three failed sessions in a row.|Three failed sessions in a row, then we go. Before, we went on one, and [four|six] times out of ten it was the car.}
A: {Can that rule sit in front of the planning?|So you filter before you send anybody.}
C: {It should. Today a person does that, until eleven at night.|By hand. By one person. With a headache.}

? ev
C: {At motorway sites we pay a penalty when more than [two|three] are down.|Easter is our Christmas, if you know what I mean.} {Everybody drives on the same day, with the same cable.|}
A: {And then you need people near the motorway, on a holiday.|How do you prepare for that?}
C: {We park vans there. Two $techs and a thermos, per corridor.|With volunteers and double pay.}
A: {I would like to see that as a shift in the plan, with a radius.|That is standby with a location. We have that.}

? rail
C: {We only get on the track when it is closed, and the closure is given [12|16|18] weeks before.|The track possession is holy. From one twenty to four ten at night, not a minute longer.}
A: {And if something is missing in that window?|How full do you pack it?}
C: {Then we come back in three months.|Too full. Everyone wants a piece of it.} {One forgotten tool costs a quarter of a year.|}
A: {So the checklist before the window matters more than the plan in it.|Then the kit list is the heart of it.}
C: {You understood it faster than my last consultant|That is right. And the kit list is a laminated page}.

? rail
X/C: {At six, a point fails at the junction, and I have [40|30] minutes before it is in the radio news.|A blocked junction, and the whole country knows my name.}
A: {Who do you send?|What do you do in those minutes?}
X/C: {Two people who are allowed on that line, with the safety paper for that section, and one lookout.|I look for who has the permit for that stretch. There are [14|17] permits, and they expire.}
A: {And where does it say who is allowed?|Is that in your head?}
X/C: {In a binder, and in my head. In that order, the auditors hope.|Half of it. The rest is in a table that is updated on Fridays.}

? telecom
C: {We have {1400-2600/100} towers, and for [a third|a quarter] the last part of the way is on foot, or by donkey, I am not joking.|The distance on the map means nothing here. Forty kilometres can be one hour or one day.}
A: {How do you plan a route when the road changes with the rain?|So the map does not help you much.}
C: {The crews know. We ask them the evening before.|After the rains we write it on the wall: this road, no. This road, motorbike.}
A: {We can give each tower its own travel time, from your crews, instead of the map.|Own travel times, per season, that is possible. They learn from the trips.}
C: {That I want to see. Nobody had that.|If they learn from ours, good. If they come from a satellite, forget it.}

? telecom
X/C: {The batteries. When the grid goes, I have [four|five|six] hours.|At night it is diesel and batteries. I see the voltage going down on my screen.}
A: {And you have to choose which tower to save.|And how far are the crews?}
X/C: {The hub sites first. If a hub goes, {9-16} others go with it.|Two, three hours. So I must decide before it is a problem.}
A: {Is that dependency in a system?|Who knows which one is a hub?}
X/C: {In the network tool, yes. Not where I send the crews.|I do. And the colleague of the other shift.}

? telecom
C: {No one climbs without a valid permit, a second person, and a rescue kit that is checked.|Safety is first for us, and it is paper.} {Climbing permit, medical, rope check. Each with its own date.|}
A: {What if one is out of date on the day?|And somebody checks that before they leave?}
C: {He does not climb. The crew drives back, [three|four] hours, for a stamp.|Should. Last month we found out at the foot of the tower.}
A: {The plan would refuse him for that job the week before.|It would have shown red when the job was planned.}

? pos
C: {Saturday, eleven o'clock, the tills do not take cards. That is my definition of pressure.|A shop that cannot take cards on a Saturday loses [14|18|22] thousand, they tell us to the cent.}
A: {What can be done from remote, and what needs a visit?|How much do you solve by phone?}
C: {{60-70/5} percent by phone. The rest is an exchange, in two hours, in city centres with no parking.|Two thirds. For the rest somebody goes with a box under the arm, on a bicycle if he must.}
A: {And where nobody can park?|Seriously, bicycle?}
C: {Cargo bike. [Four|Five] of them. Fastest $techs we have.|In the inner city, yes. Please tell me your routes can do bicycles.}
A: {Car, van, bike, on foot. The planning does not care|They can. Boats are a bit creative}.

? pos
C: {And the big roll-outs. A chain wants {600|800|1,100} shops changed in [five|six] weeks, at night.|We have two businesses: repair, and roll-out. They steal people from each other.}
A: {Is it the same $techs?|And today they are planned separately?}
C: {The same people, in the same vans, and two project managers who do not speak.|Separately, and they meet in the middle on the day.}
A: {One board with two colours, and a fixed share of hours for repair.|That fight I can at least make visible.}

? food
C: {A bakery works at night. If the oven dies at three, there is no bread at six.|Our customers call at three in the morning, and they are already sweating.}
A: {How many do you have on call?|And how fast are you there?}
C: {{4-7} for the whole area. An hour, when the roads are empty.|Ninety minutes is the promise. Often faster, because everyone loves the smell.}
A: {And the day after, that person is missing in the plan.|Who plans the rest time after such a night?}
C: {Somebody forgets it each time, and then he stands there at eight with small eyes.|The law does. I only notice when the plan falls apart.}
A: {That can be a rule. Night job, late start, automatic.|The plan can do that alone: eleven hours, no exception.}

? food
C: {Gas ovens need the safety certificate every year, and without it the insurance does not pay.|There is the gas certificate. Every oven, every year, and the baker never has time.}
A: {And when does the baker have time?|How do you get in?}
C: {Between eleven and one, and never on a Friday. So I have a window of two hours for everyone.|On Mondays, when they are closed. All of them. On the same Monday.}
A: {Opening windows per site, that we have. I can show you that one.|Everyone on a Monday, that is a hill. I want to show you what levelling does with that.}

? fire
C: {We test {2200-3900/100} buildings twice a year, and each one wants it on a Tuesday at ten.|Fire alarm tests are noisy, so nobody wants them when people are there, and nobody wants to pay for the evening.}
A: {How far ahead do you plan?|How do you find the date?}
C: {Three months, and then a third gets moved. By mail. To a person who is on holiday.|Mail, phone, mail, phone. {4-6} contacts for one date.}
A: {They could pick from three dates by link, the ones that fit your route.|What if the customer chooses from your free slots, near your other jobs?}
C: {If only half of them did it, I would save a full position.|Only the ones near the other jobs? That would be clever.}

? fire
C: {Without the certificate the building may not open. Schools, hospitals, hotels.|The certificate is the product. The test is only how we get it.}
A: {How long from the test to the paper?|When does the customer have it in hand?}
C: {{6-11} days. The insurance wants it in five.|After a week, if the inspector writes in readable letters.}
A: {At the door, before he leaves. Signed, with the defects and photos.|Same day should be the goal.}
C: {And the defects become an offer? Because we forget those.|If the defects were turned into a quote, we would earn money with it. Today they sleep in the report.}
A: {One tap: defect to quote|They can be. Each defect has a price and a button}.

? solar
C: {A plant that stands at noon in June loses {900|1,200|1,500} an hour. In December it can wait until Thursday.|The urgency depends on the sun. It sounds poetic, and it is money.}
A: {So the priority changes with the season and the hour.|Does the plan know that?}
C: {Today we treat everything the same, so we drive on a cloudy day for nothing.|No. The plan knows first come, first served.}
A: {If we get the yield per plant, the value of an hour can be the priority.|That is a rule I have not built before, but I can see it.}
C: {That would be new in the market|I would pay for that}.

? solar
X/C: {Grass and sheep. I have a fault at a plant, and the sheep have eaten a cable.|Half of our jobs are not electrical. It is mowing, cleaning, sheep.}
A: {Sheep are in the contract?|Who plans the mowing?}
X/C: {They belong to the farmer next door, and they are cheaper than a mower.|A subcontractor with a tractor. He answers in spring.}
A: {So there are others on site whom you do not employ, and you should still see them in the plan.|A visitor calendar per plant would do.}
X/C: {Yes, because nobody must switch on while the sheep people are inside.|For safety, yes.}

? press
C: {A newspaper has to be printed tonight. There is no tomorrow for a newspaper.|When a press stands still, there are trucks waiting outside with the engine on.}
A: {So you are on site in how long?|What do they expect from you?}
C: {By phone at once, in person in [three|four] hours. Our people fly, sometimes.|Somebody who knows that machine. There are {26-48} types, and each has its own character.}
A: {Planes in the plan, that is rare.|So it is skill first and distance second.}
C: {Skill, then airport|Yes. Distance we solve with money}.

? press
C: {Our engineers are three weeks in Brazil, one week at home, two weeks in Poland.|We plan journeys, not visits. Visa, flight, hotel, tool crate.}
A: {Who does the visa?|Is the crate planned as well?}
C: {A lady called Frau Lindner, and if she retires, I retire.|The crate travels [nine|ten] days before. If it is in customs, everyone sits in the hotel.}
A: {Then a job has stages for you: papers, crate, travel, work.|That is more a small project than a job. I want to show you how that looks, and then you tell me if it is good enough.}
C: {Show it to me, I do not expect that it is perfect|Good, nobody has shown me that yet}.

? dairy
C: {Cows do not wait. If the robot stands for [three|four] hours, they get ill, and I get a call from the vet.|A milking robot runs twenty-two hours a day, every day. There is no weekend.}
A: {And your $techs?|So you have people on the road around the clock.}
C: {In shifts, and from {November|February} nobody wants the night. Small roads, fog, and a dog.|One on call per [60|70|80] farms. He sleeps with the phone on the pillow.}
A: {How much is solved by phone?|Do the farmers fix things themselves?}
C: {Half. Farmers are good mechanics, sometimes too good.|The young ones by video. The old ones with a hammer.}

? dairy
C: {The planned service is every [three|four] months, between two milkings. So I have [90|100] minutes.|A service has to fit between the washing cycles.}
A: {And it depends on the farm, when that is.|Do you know those times?}
C: {The robot knows. We could read it. We never did.|The farmer tells us on the phone, and then he changes it.}
A: {If the robot can tell it, the plan can take it as a window.|I would try that with [five|ten] farms first.}
C: {That is an idea my people would like|Put that on the list}.

? dairy
X/C: {I plan around the calving. In those weeks nobody wants a stranger in the stable.|In the calving weeks I cannot get any appointment, and after that I am late everywhere.}
A: {Is it the same weeks for all?|Could you pull it forward?}
X/C: {Roughly. It is a wave that goes from south to north.|A little. The contract says plus or minus {ten|fourteen} days.}
A: {That is enough to level it.|With fourteen days of play, the computer can do a lot.}
`;
