/** Security reviews: the questionnaire, one topic after the other. T asks, S answers. */
export const security = `
## security.agenda
A: {So today it is your turn, $T.|This is the security review.} {You sent us {118-186} questions, we answered them in writing, and you marked the ones you want to discuss.|We have your questionnaire, and $S has the answers.}
T: {Yes. Most of it was fine. I marked {nine|eleven|fourteen} of them in orange.|Thank you for filling it in completely. Nobody does.} {Let us go through them in order.|}
S: {Happy to.|Very good.} {If there is something I do not know, I will say so and come back in writing.|You will get the evidence in the data room, you should have the link.}
T: {Then let us start|The link works}.

T: {I will explain how we do this.|Let me say how it works on our side.} {I write a report with a traffic light, the board reads only the colour.|There is a risk committee, they meet on {the first Monday|the third Thursday}, and they want a recommendation from me.}
S: {And what colour are we at the moment?|Where are we now?}
T: {Yellow. Everyone starts yellow.|Yellow with a chance of green.}
A: {Then let us get it to green|Good, I can work with yellow}.

## security.topic
T: {Where is our data, physically? Which country, which provider, and who can touch it?|First question. Hosting. Where is it, and does it ever leave?}
S: {Two data centres in {Frankfurt and Amsterdam|Dublin and Frankfurt}, you choose the primary, and the backup is in the other one. Nothing leaves that region.|In the region you choose, and it stays there, backups and logs as well.}
T: {Also for support? If somebody in another country opens a ticket?|Including telemetry? That is where it usually leaks.}
S: {Support sees it only after you grant it, for [four|eight] hours, and it is logged. The people are in Antwerp and Aarhus.|The telemetry has numbers and no content. I can show you the list of fields.}
T: {The grant, I want to see that in the test system|Please send the list of fields}.

T: {Encryption. In transit and at rest, I assume. Which versions, and who holds the keys?|Let us do encryption quickly. What do you use?}
S: {TLS 1.3, 1.2 as the minimum. At rest AES-256, keys in a hardware module, rotated every {ninety|hundred and eighty} days.|In transit TLS 1.2 and up, at rest AES-256 with a key per customer.}
T: {Can we bring our own key?|Do you support customer-managed keys?}
S: {Yes, in the larger plan. If you pull the key, we see noise, and so do you, so please be careful.|Yes. There is a how-to, and there is a drill we do with you once, because you do not want to learn it in an emergency.}
T: {We would not use it in the first year, but I need the option.|Good. Green.}

T: {Single sign-on with multi-factor, can it be enforced?|Can we force everybody through our identity provider?}
S: {Yes. You switch off passwords for your domain, with one exception for the emergency account.|Enforced per domain. A local password does not exist any more then.}
T: {And the $techs? They have no company laptop.|What about people without a mailbox? I have {a hundred|sixty} of those.}
S: {They sign in once with a code from the supervisor, and the device is bound. You can revoke a device in a second.|Device binding with a short code. It is in the paper, chapter five.}
T: {Who sees which device is bound to whom?|And if the phone is lost on a Saturday?}
S: {An administrator or the shift lead, it is one tap: lock and wipe our data from it.|Any shift lead can lock it. The data on it is encrypted, and it dies after [seven|five] days without contact.}

T: {When was the last penetration test, and by whom?|Penetration test. How often, who does it, can I read it?}
S: {In [March|May|February], by an outside firm, two weeks, white box. You get the summary, and the full report under NDA.|Twice a year, two different firms, so that they do not get used to us.}
T: {What did they find?|Anything critical?}
S: {One high, [four|six] medium. The high one was a missing check on an export, fixed in [two|three] days, re-tested.|No critical. One high, in a file preview, closed the same week. The re-test letter is in the data room.}
T: {I like it better when something was found.|Good. If there is nothing, I do not trust the tester.}

T: {SOC 2, ISO 27001?|Which certificates do you have?}
S: {ISO 27001 since [2021|2022], and SOC 2 Type II, one exception in availability.|Both. ISO 27001, and a SOC 2 Type II report that ended in {June|September}.}
T: {What was the exception?|Is the scope the whole company or only the data centre?}
S: {One backup test was done [nine|twelve] days late. It is described, with what we changed.|The product, the support and the development. Not the marketing website.}
T: {OK. I read it. Page {34-61} was interesting.|That is better than most. Fine.}

T: {What happens if you have an incident?|Incident response. Who calls me, and when?}
S: {A person calls you, within {twenty-four|twelve} hours after we know that your data is concerned. Not after the analysis, after we know.|Our security desk, within {twenty-four|twelve} hours. You give us two phone numbers, and we use them, at night too.}
T: {Have you ever had one?|Did you have to do it for real?}
S: {One in [2022|2023]: a misdirected e-mail with [three|two] customer names in it. We reported it. No breach of the platform.|We had an outage because of a certificate, and no data incident so far. We practise twice a year.}
T: {Thank you for being open about it|I would like to see the protocol of an exercise}.

T: {Backups. How often, how long, and did you ever restore one?|The restore is what I care about, not the backup.}
S: {Continuous, with points in time for {thirty|thirty-five} days. We restore a full customer every {month|quarter} and measure it.|Then you will like this. Last drill, {2-3} hours {10-50/5} for a customer about {twice|three times} your size.}
T: {So your RTO of [four|six] hours is tested.|And the promise in the contract?}
S: {Yes. Four hours to be back, five minutes of data at most.|Contract says four hours, tests say less.}
T: {Can I see the log of the last one?|I tick that.}

T: {Which subprocessors do you use?|Your list of subprocessors has {nine|eleven} names on it.} {I need to know what each one sees.|}
S: {Three see customer data: hosting, e-mail delivery, and the map. The map only sees coordinates without a name.|It is public, and you get thirty days' notice before a new one.}
T: {Can we object?|And if we do not like the new one?}
S: {You can, and if we find no way, you can leave that part of the contract.|You object in writing, within those thirty days, and we talk.}
T: {Our data protection officer will like that|Good. Please put the list as an annex}.

T: {There is machine learning in the product. On what is it trained?|Do you train anything on our data?}
S: {Not across customers. The travel times learn from your own jobs, and only for you.|No. The suggestion is an optimiser, not a model. The only learned part is travel time, per customer.}
T: {And the voice notes, speech to text?|What about the dictation on the phone?}
S: {It runs on our own servers, the audio is deleted after it is text.|In our data centre, no outside service. You can switch it off for everybody.}
T: {We would switch it off at the beginning. The works council.|Written down? I need that sentence in the contract.}

T: {Logging. Can I see who looked at what?|I need an audit trail that I can pull into our own system.}
S: {Every change and every read of personal data, kept for {twelve|thirteen} months, and there is an endpoint to pull it.|Yes, as JSON, every [five|ten] minutes, or pushed by webhook.}
T: {Also administrators on your side?|Also your own people?}
S: {Those first of all. They cannot delete it.|Yes, you see our support people in the same list, with a flag.}
T: {Nice. That is rare|Then our monitoring team will be happy}.

T: {Deletion. If we leave, or if somebody asks to be deleted.|What about retention?}
S: {You set it per type: jobs, photos, positions. Positions default to {twenty-four hours|one day}.|At the end of the contract thirty days to export, then it is deleted, and out of the backups after another thirty-five.}
T: {And a certificate for the deletion?|Do we get it confirmed?}
S: {Signed, yes|Yes, in writing, with the date}.
C: {That position thing is important for our works council, please note that, $T.|I need the sentence about positions for our people.}
T: {Noted|I have it twice}.

T: {How do you handle vulnerabilities in libraries?|Patching. Something like the big logging hole of some years ago, how fast?}
S: {Critical in {forty-eight|twenty-four} hours, high in seven days. We scan every build, and there is a list of components for each release.|For that one we were patched on the same evening. The policy says two days for critical.}
T: {Is the list of components available to us?|Do you publish the bill of materials?}
S: {Yes, with every release, in a standard format.|On request today, in the portal from the next quarter.}

T: {How are your developers' rights managed?|Who in your company has access to production?}
S: {[Six|Seven|Eight] people, each time with an approval, each session recorded.|Nobody permanently. They ask, somebody else approves, it ends after an hour.}
T: {Background checks?|And people who leave?}
S: {For those, yes, renewed every [two|three] years.|Out the same hour. It is automated, and we test it with a fake employee.}
T: {OK|A fake employee. I like it}.

T: {Are tenants separated?|Your other customers are in the same database?}
S: {Same cluster, and every row has its owner, enforced in the database itself, not only in the code. There are tests that try to cross it, on every build.|Logically separated, with a key per customer. A dedicated instance is possible, but it costs.}
T: {What does dedicated cost, roughly?|I think logical is enough for our class of data.}
A: {About [20|25|30] percent on top. I would not recommend it for you.|It is a quarter more or so. Most who ask do not take it.}

S: {May I ask one back?|One question from me.} {The interface to your ERP, will that go through your gateway, with fixed addresses?|How do you want the integration user to sign in, certificate or key?}
T: {Through the gateway. We need fixed addresses from you.|A certificate, and it must expire every year.}
S: {There are [four|six] addresses, and we tell you ninety days before they change.|Then I set it up like that in the test system.}
T: {Perfect|Good, then my network colleague has nothing to complain about}.

N: {Our data protection officer could not come, so I ask for her.|I have two questions from data protection.} {Is there an impact assessment we can build on?|Who is controller, and who is processor?}
S: {There is a template, filled in as far as we can. You add your part, that is about [two|three] pages.|You are the controller, we are the processor, the agreement is the standard one with annexes.}
N: {That saves me a week|As I thought. I only need it in writing}.
T: {Good|Then I take that off my list}.

T: {Mobile. What is stored on the device?|What does the phone keep?}
S: {The day, and the last [two|three] visits for each $asset on it, encrypted. No customer list.|Only today and tomorrow. And it is bound to the app, other apps do not see it.}
T: {Screenshots?|Does it work with our device management?}
S: {You can forbid them on managed phones.|Yes, it takes the usual configuration, and you can forbid copying out.}

T: {Who writes the software, and from where?|Do you use outside developers?}
S: {Our own people, in Antwerp and Aarhus, and {six|eight|nine} who work from home in the same region.|Two, for the phone app, with the same contract and the same checks as ours.}
T: {And who reviews what they write?|Do they see customer data?}
S: {Always a second person, and for anything that touches sign-in a third one, from my team.|Never. They have test data only, and it is invented.}
T: {A third one. That is more than we do.|Invented data is good. Ours is real in test, I am ashamed to say.}

T: {What if your data centre is gone? All of it?|Business continuity. Which case do you practise?}
S: {Then the other one takes over. We have done it on a {Sunday|Saturday} in {March|October}, it took {31-52} minutes.|The loss of a region, once a year, with a stopwatch.}
T: {With customers on it?|And the phones? Do they notice?}
S: {With customers on it, and we told them before. {Two|Three} of them did not notice.|They keep the day, so for a few hours nobody in the field sees anything.}
T: {I will quote that|That is better than what we have ourselves}.

T: {Availability. What do you promise, and what was it really?|The last twelve months, in percent?}
S: {99.9 in the contract, 99.95 in reality, with one bad month.|99.95. The bad month was {February|May}, it is on the status page with the reason.}
T: {What happened in the bad month?|I saw it. You write more than others do.}
S: {A certificate. And a person who was on holiday.|We had a discussion about that. The honest version won.}
T: {It is always a certificate|Keep it that way}.

T: {How do you delete a person? One employee who leaves and asks for it.|Rights of the persons concerned. Can we do that alone?}
S: {The name is replaced by a number, the work stays, because the safety record must stay.|Yes, there is a page: show, export, make anonymous.}
T: {And in the photos?|And the photos of faces?}
S: {Faces are blurred on upload, if you switch that on.|There is a blur, it works in {95|97} percent, and the rest by hand.}
T: {We would switch it on|Then I need that in the description}.

T: {Do you have insurance for this kind of thing?|A boring one: cyber insurance.}
S: {Yes, the certificate is in the data room, {five|ten} million per case.|{Five|Ten} million. They asked us more questions than you do.}
T: {Good. Legal wanted to know.|Impossible.}
S: {It was two hundred and twelve|I can show you the list}.

T: {Your support tool, is that your own?|What do your people use to help ours? A remote session?}
S: {It is part of the product, so the same rules hold, and you see each access in your log.|Only a shared view, they cannot click for you. And it ends when you close it.}
T: {Can I switch it off for the weekend?|Is it recorded?}
S: {You can. Nobody does, but you can.|No. A recording would be one more thing to protect.}
T: {I would be the first|That is a good answer}.

C: {May I ask a simple one? If a phone is stolen, what can they see?|From the field: what do I tell a $tech who has lost his phone?}
S: {Nothing, without the code. And you switch it off from the desk.|Call the desk, at once, and he will not be shouted at. That part is important.}
C: {Not even the addresses?|Why is that important?}
S: {Not even those. They are on it, but encrypted.|Because otherwise he calls on Monday.}
T: {That is exactly how it is with us|Thank you for saying that, I have been saying it for years}.

T: {Do you scan what our people upload?|Files. Somebody sends an infected PDF.}
S: {Each file, before anybody can open it. What is not known stays in quarantine.|It is scanned, and shown as a picture. The original opens only for those who may.}
T: {How long does it take?|And if the scanner is down?}
S: {A second or two. You see a little shield.|Then the file waits. Safe first.}
T: {Fine|I would have done the same}.

## security.verdict
T: {I am more relaxed than an hour ago.|So, my summary.} {Two points stay open: the {deletion certificate|component list} and the {liability for data breaches|report of the last exercise}. The rest is green.|I have three left, and none of them is a blocker.}
A: {When do you need those?|By when?}
T: {By $day2, then it is in the next committee.|Before the committee. So $day2.}
S: {You get them by $day1|$day1, in the data room}.

T: {I cannot say yes today, I have to write it up first. But I see nothing that stops us. You did better than the last ones.|The colour is not mine alone to decide. But you did well, for a first round.}
A: {May I ask who the last ones were?|That is nice to hear.}
T: {I do not say names. They had a password in a screenshot. In the security paper.|The last ones answered yes to everything. Also to the question whether they store passwords in clear.}
S: {Oh dear|Ouch}.

T: {There is one point where I am not happy.|One thing is orange for me, and stays orange.} {The penetration test is from before your last big release.|The support access is eight hours by default. I want two.}
S: {Understood. I will get you a date for the next one.|That can be changed for you. I will have it changed.}
T: {In writing, and then it is green|If you confirm it by $day1, I turn it green}.
`;
