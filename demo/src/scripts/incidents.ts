/** Lines about a single incident; the condition names the incident of ../data/incidents.ts. */
export const incidentTalk = `
## support.own
? inc-sync
X/C: {The job is on the board, it says sent, and on the phone there is nothing.|My colleague sees it here, and the man in the van sees yesterday.}
S: {Does he see old jobs, or nothing at all?|Is the phone online otherwise? Mail, maps?}
X/C: {Old ones. Yesterday's list, complete. And his photos have a little arrow.|Everything else works. He called me from it.}
S: {The arrow is the hint. How large are those photos?|And did he take photos yesterday in the evening?}
X/C: {It is a new phone with a hundred megapixels or so.|A lot. He documented a whole $asset, {60-130} pictures.}
S: {That will be it. One phone like that blocks the lane for the others.|Aha. OK.}

? inc-double
X/C: {Every third job is there twice. Same customer, same fault, two numbers.|Two $techs went to the same door this morning. To [two|three] doors, in fact.}
S: {Is the second one a few minutes later than the first?|Which of the two is edited, the first or the second?}
X/C: {{One|Two} minutes. Always about {one|two} minutes.|The second has no contract on it. That is how we tell them apart.}
T: {That is our retry. If we get no answer in sixty seconds, we send it again.|Our middleware sends again after a minute.}
S: {With the same number?|And the identifier, is it the same then?}
T: {It should be. Let me look... no. It makes a new one. Oh.|Hm. No. Since the update it has a new one each time.}

? inc-login
X/C: {They type the code, it says welcome, and then it goes back to the start.|It is a lottery. Some get in at the first try, some after ten.}
S: {If they try again and again, does it work at some point?|A lottery is a good word. It is one of two servers, I think.}
X/C: {After a while, yes. My record is [7|9|11] times.|Then we get the wrong one more often.}
T: {Two servers behind a balancer, and one is wrong.|That smells like a load balancer.}
S: {Exactly. I take one out. Try now.|It is. I remove the second one... Can you try?}
X/C: {First time. I am in.|Worked. And again... worked.}

? inc-clock
X/C: {The customers wait at nine, and my people come at ten.|All of them are an hour late, or the customer is an hour early.}
S: {Only those from the portal, or also what your desk entered?|Is it all appointments, or only the older ones?}
X/C: {The portal ones. Ours are right.|Those that were booked before the weekend. The new ones are fine.}
S: {Before the weekend the clocks were different. I see {90-330/5} of them with no zone.|OK. That explains it, the weekend was the change.}
C: {Twice a year, for a hundred years, and it surprises everybody.|Somebody should abolish that.}
S: {I would sign|My whole profession would send flowers}.

? inc-slow
X/C: {At {six|half past five} everyone opens the board, and it spins. By eight it is fine.|It takes {28-45} seconds. I made a film.}
S: {How many open it at the same time?|I saw the film, thank you, that helped.}
X/C: {{11-24}, plus the screen on the wall.|And then everybody presses reload.}
S: {Please ask them not to reload. I know.|The reload makes it worse, each one starts a search again.}
X/C: {Tell that to people who have not had coffee|You come here and tell them}.

? inc-photos
C: {The report goes to the customer with the text and empty frames.|One of our $clients sent it back and asked if we had been there at all.}
S: {Since when? Do you have a first one?|Is it all reports, or the long ones?}
X/C: {Since the [12|14|9]th. Reports with more than [ten|twelve] pictures.|The long ones. Short ones are good.}
S: {Then it is the limit. It was forty, and now it is ten. It should not have changed.|That matches. The pictures are stored, only the report does not take them.}
C: {And $rule? There the pictures are the proof.|For us a report without pictures is worth nothing.}
S: {We rebuild all of them tonight, {700-1900/50} for you.|I know. They are first in line.}

? inc-erp
F/C: {The hours of [three|four] days are missing in the ERP, and payroll is on $weekday.|I cannot invoice. Nothing came back since $started.}
S: {They are not lost. They wait on our side, {2100-4800/100} messages.|I have them all here, refused with the same reason.}
T: {Which reason?|What does it say?}
S: {Field cost centre is mandatory. It was not before.|A field that your system wants since the weekend.}
T: {That was the ERP team. They told nobody.|Oh, that. I know who that was.}
C: {Again|I will talk to them}.

? inc-map
X/C: {It sent a man over {140-260/10} kilometres for a job that is eleven away.|The plan looks like a plate of spaghetti.}
S: {Is there a river in between?|Where is it? Ah. I see. There is a bridge.}
X/C: {There is. It has been there since [1974|1968].|Of course there is a bridge. I drive over it every day.}
S: {Since $started our road data says it is closed.|In the data it is gone.}
X/C: {Then I must have flown this morning.|Somebody should tell the bridge.}
S: {I put last month's roads back. Press plan again, please.|I pinned the old data. Can you re-plan one route?}
X/C: {Twelve kilometres. Much better.|Yes. Now it takes the bridge.}

## support.own2
? inc-sync
T: {Can I see on my side which phone is the blocker?|Is there a way for us to see the queue?}
S: {Not today. I send you the list of [three|four] devices now.|Only for us at the moment. That is something I would like to change.}
T: {If you send me the numbers, I take them offline.|Give me the device names, and we call those people.}
S: {In the chat. The first one has {1-3} gigabytes waiting.|There. Please let them connect to Wi-Fi and wait, nothing gets lost.}

? inc-double
L: {Can you delete the doubles without touching the real ones?|How many are there?}
S: {I can hide them, not delete. If we are wrong with one, you get it back.|I have {180-640/10} pairs. In all but {4-9} it is clear which one is the copy.}
L: {And the unclear ones?|Then hide them. Now, please.}
S: {Those I send to $N, somebody has to look.|Started. It takes a few minutes.}

? inc-login
T: {What was wrong on the second one?|When does the certificate run out?}
S: {Its certificate ran out last night at {one|two} o'clock. The good one was renewed on time.|The other one is valid until next year. This one nobody touched.}
T: {So a person did it by hand.|No automation?}
S: {By hand, with a checklist. The checklist had one line.|For sign-on, not yet. That is embarrassing, and it is going to change.}

? inc-slow
S: {I switched something off for you a minute ago. Could you open it fresh?|Could you try once more, in a new window?}
X/C: {OK. One, two... it is there.|Three seconds. Oh.} {What did you do?|}
S: {The number of closed jobs at the top, that is gone. It counted all of them since the beginning.|It no longer counts [two|three] hundred thousand old jobs to show you one number.}
X/C: {I have never looked at that number.|Nobody needs that. Leave it off.}

? inc-clock
C: {Who tells the customers? My people call since seven.|Can you write to the customers, in our name?}
S: {I have the list, by hour. The ones for today are {14-29}.|With your text, yes. There is a template, and it goes out when you press the button.}
X/C: {Those we call ourselves. The rest can get a message.|I write it now. Two sentences, and the word sorry.}
S: {Then I correct the rest after you have looked at ten of them.|Put the right hour in bold. Everybody reads only that.}

? inc-photos
X/C: {Do the old reports change when you build them again?|The customers will have two reports then. Which one counts?}
S: {Only the pictures come in. The date, the signature and the number stay.|The new one says version two, with today's date and the reason.}
C: {That is important, because of the signature.|The auditor will ask. So the reason must be readable.}
S: {I send you one before we do all of them.|It says: pictures added, nothing else changed.}
C: {Good. One of the ugly ones, please|That is a sentence I can show}.

? inc-erp
T: {If you send all of it at once, the ERP dies.|Can you feed them in slowly?}
S: {We do it in portions, {100|150|200} a minute, after your people have gone home.|As slow as you like. I would start with the ones for payroll.}
T: {And if one is refused again?|How long is that?}
S: {It goes on a list, with the reason, and the rest goes on.|Payroll in {ten|fifteen} minutes, everything in {two|three} hours.}
T: {That I can live with|Then start at six, I am there}.

? inc-map
X/C: {And the routes of the last days? We drove them.|How many kilometres did we drive for nothing?}
S: {I compared them. {31-64} had a detour, some small.|I can calculate it. It is something like {900-2300/50}.}
C: {That goes into the report, please, with the sum.|Somebody has to pay for that diesel.}
S: {It will be in there|I leave that to Priya}.

? inc-sync
X/C: {My people ask if they have to take the photos again.|Do they have to do anything, on the phone?}
S: {No. Nothing is lost, it is only late.|Stay in the network for ten minutes, and not close the app.}
X/C: {You would not believe how many have deleted and installed it again.|They close it. They always close it.}
S: {Oh. Then I need those names, please, before they do more.|Then please send a message to all, in capital letters.}
L: {You get them in five minutes|I write it. In capital letters, with a cow on it, then they read it}.

? inc-slow
X/C: {Is it the same for the colleagues in the other regions?|And tomorrow at six? When everyone comes again?}
S: {I did it for all of you at once.|Tomorrow I sit here at half past five and watch it.}
X/C: {Then I tell them. They are already drawing maps on paper.|I send you a message at six, a good one or a bad one.}
S: {Tell them to throw the maps away|I hope for a boring one}.
`;
