/** Topics that customers of one trade raise in a business review; the condition names the trade. */
export const tradesReview = `
## trade.review
? lift
C: {We had the person-in-cabin cases looked at, all {31-58} of the quarter.|The cabin cases. My board looks only at those.}
A: {And how long until somebody was there?|What do they want to see?}
C: {{17-22} minutes in the middle, {34-41} in the worst case. Both are better than last year.|That nobody waits longer than half an hour. Twice we did not make it.}
A: {The worst case, was that at night?|I looked at those two. Both were at the change of the on-call person.}
C: {At four, in the snow. I accept that one.|Then we move the change from six to five. Good catch.}

? hvac !winter !spring
C: {The summer was the test, and it held.|I was afraid of July, and it was only hot.}
A: {What was the worst day?|How many calls was it in the end?}
C: {The second {Tuesday|Wednesday}. {290-420/10} calls, and at seven in the evening the list was empty. That was never so.|{290-420/10} on the worst day, and the desk went home at eight. Last year it was eleven.}
A: {I would like to understand what the desk did differently on that day.|What would you change for the next one?}
C: {They let it plan. They were too busy to do it themselves.|The {compressors|fans} in the vans. We ran out at noon.}

? wind
C: {The weather windows, that is what I want to talk about.|Since the forecast is in the plan, we lose fewer days.}
A: {How often was it wrong?|Did you count them?}
C: {It called off {7-12} days, and {2-3} of them would have been fine. That I can live with.|{9-16} days in the quarter before, {3-5} now. One day is a crane.}
A: {You can set how careful it is, per park.|Then that is a number for your owners.}
C: {For the offshore ones a bit more careful, yes|They have it already. I was quick}.

? water
C: {The big rain last month, did you see that on your side?|You will have seen the night of the {14|19|23}th.}
A: {I saw {90-140/10} alarms in one night.|Yes. Everything we have went red.}
C: {And we were at all the important ones, in the right order. By map, by permit, by what lies below.|And the reports to the authority went out the next morning, all of them.}
A: {That order was your work, the rule from the workshop.|Without the engineer on Monday?}
C: {It was a good workshop|He had nothing to do. He was nearly sad}.

? medical
C: {Uptime is at {98.1|98.3|98.6} percent, and the contract says ninety-eight.|We kept the uptime, narrowly.}
A: {Where is the rest?|What pulled it down?}
C: {Two scanners in one hospital, both with the same cooling.|Waiting for one part, {three|four} days, at the customs.}
A: {Then that cooling should be a planned visit and not a surprise.|That part could be on a watch list, with a stock of one.}
C: {I already ordered two|Put it on, please}.

? vending
C: {The last Monday after a holiday. {140-190/10} calls, and {60-80} of them were the same building.|We merged the calls for one machine, as you showed us.}
A: {And how many vans went there?|What did that change?}
C: {One. With two people and a box of water filters.|{18-27} percent fewer visits, without anybody noticing. Well, finance noticed.}
A: {That would have been five vans last year.|And the customers?}
C: {Six, and a fight over the parking space|They get a message that we know it. They love the message}.

? forklift
C: {The hours from the scan at the plate, that was a surprise.|Since they scan the trucks, we know where they are.}
A: {In which way?|How many were not where they should be?}
C: {A third of the trucks runs half as much as we thought. We serviced them too often.|{40-90/5}. One was in another country.}
A: {So the contract for those could be a different one.|I hope nobody sent a mechanic there.}
C: {We offer them a smaller one before a competitor does it|We did. That is how we know}.

? ev
C: {The long weekend. We had {three|four} sites with a problem, and none was dark.|I want to start with the travel weekend.}
A: {So no penalty?|How did it go?}
C: {Not one. The standby places on the map made the difference.|{26-41} jobs in four days, everything within two hours. I slept.}
A: {I saw that two vans did nothing all weekend.|And the bad reviews?}
C: {I pay for that with pleasure|Half of them now say that somebody came quickly. I print those}.

? rail
C: {The possessions. We used {91-96} percent of the time in the window, before it was eighty.|Nothing was forgotten in the track for a whole quarter. Nothing.}
A: {What helped most, the plan or the kit list?|Not even the famous lamp?}
C: {The kit list. Without a green list the van does not leave.|Not even the lamp. The list asks for it, by name.}
A: {And when somebody overrules it?|I should like to see who wrote that line.}
C: {I get a message. It was {two|three} times, and I called each of them|It was the man who forgot it}.

? telecom
C: {The travel times have learned. It knows the road to the lake now.|Your own travel times, that was a good idea, I must say.}
A: {How far off is it still?|What changed?}
C: {Half an hour, on six. In the dry season it is nearly exact.|The crews believe the plan. Before, they laughed when they read it.}
A: {And after the rains it starts again?|That is the best measure there is.}
C: {It remembers last year. That surprised us|Now they only laugh on Mondays}.

? pos
C: {The Saturdays are quiet. Quiet for us, I mean.|We changed {640-880/20} shops in the quarter and repaired in between.}
A: {How many cards-do-not-work calls?|Without the usual fight between the two?}
C: {{22-39} on the worst one, all of them done in two hours, by bicycle mostly.|There was one, in the second week. The board ended it, everyone could see who had what.}
A: {I told the people who make the routes, they were proud of the bicycles.|A shared picture is a strange thing.}
C: {They should be|It is. They even had lunch together}.

? food
C: {Before the busy weeks I want to talk about the nights.|The night jobs look better, and I know why.}
A: {What is the plan for those weeks?|Tell me.}
C: {{6-9} on call instead of {four|five}, and the late start after a night is fixed in the plan.|Nobody is planned at eight after a night any more. It was a simple rule, and nobody followed it before.}
A: {Then look at the parts two weeks earlier, the burners were short last time.|Did somebody complain?}
C: {Ordered. Twice the usual|One baker, because his favourite was asleep}.

? fire
C: {Certificates on the same day: {84-93} percent.|The insurance has stopped to write letters. That is my news.}
A: {And the defects that became offers?|Not one?}
C: {{210-380/10} in the quarter, and a good half was accepted. It pays your invoice, do not tell $F.|One, and it was to the wrong company.}
A: {I will be silent|That I would like to have on paper}. {What is missing to a hundred percent?|How are the dates, do customers choose them by link?}
C: {Buildings with no signal and inspectors with no patience.|{38-54} percent. The schools not, they like the telephone.}

? solar
C: {The value of an hour as the priority, that works.|In the long days we always lost money, this time we did not.}
A: {Do the $techs accept it?|What was different?}
C: {They did not like to leave a job at eleven for a bigger one. Then they saw the sum.|At noon somebody was where it was worth it. It sounds simple.}
A: {Could you show the sum on the phone?|How much is it, roughly?}
C: {With a small sun, please. They like the sun.|{40-70/5} thousand in the quarter, says the yield report. I say half.}

? press
C: {The journeys. We had no hotel with three people waiting for a crate.|The stages work: papers, crate, travel, work.}
A: {For how long?|Who uses it most?}
C: {A whole quarter. It was the first one in my life.|Frau Lindner. She has it open on two screens and does not let anybody touch it.}
A: {The customs papers are in there as well now?|I am glad. She was against it at the beginning.}
C: {Yes. Since then it is boring, which is wonderful.|She says she was only careful.}

? dairy
C: {We read the milking times from the robots now, {sixty|seventy|eighty} farms.|The visits between two milkings, we are nearly there.}
A: {And do the visits fit?|How many fit into the window?}
C: {Nine out of ten. Before it was a lottery, and the farmer stood there with his arms crossed.|{86-93} percent. The rest is the farmer's own clock.}
A: {Then the others could follow in {winter|spring}.|His own clock?}
C: {After the calving, please|He milks when he wants. We respect that}.
`;
