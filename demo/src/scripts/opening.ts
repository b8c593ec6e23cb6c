/** The beginning of calls. ../script.ts describes the form of scripts. */
export const opening = `
## hello
A: [Hi|Hello] $L, can you hear me{ all right|}?
L: {Yes, loud and clear|I can hear you, yes|Yep, perfectly}. [Hi $A|Hello $A].
A: [Great|Lovely|Perfect]. {Let me just admit the others.|Give me one second, I am closing {nine|eleven|about forty} browser tabs.}

A: [Hello everybody|Hi everyone|Hi all]. I think that is {nearly all of us|everyone}. $L, how are you?
L: {Not bad at all, thank you. Busy.|Good, good. It is one of those weeks, but good.|Fine, thanks. First coffee is just kicking in.}
A: [Same here|I know the feeling]. {Shall we give it one more minute?|Let us wait a minute for the rest.}
L: [Sure|Of course], no rush.

L: Hello? {I see you but I cannot hear you.|You are on mute, $A.}
A: {Ah, sorry. Wrong microphone. Better now?|Thank you. Eleven thousand calls and I still do this.}
L: [Much better|There you are|Now it works].
A: [Good $daypart|Hi|Hello], $L. {Good to hear you.|Nice to see you.}

? first
A: {Good $daypart|Hello}, is that $L?
L: {It is, hello.|Yes, hello, good $daypart.} {And you are $A, I assume|You must be $A}.
A: That is me. {Very nice to put a face to the e-mails.|Thank you for making the time, I know calendars are full.}
L: [No problem|Gladly]. {I have a hard stop at the end, I should say|I blocked the whole slot, so we are fine}.

? first
A: Hi $L. {We finally made it|It worked on the third calendar invite}.
L: {Yes, sorry about the rescheduling.|It did. My fault, last week was chaos here.} {Somebody quit and somebody got the flu on the same day.|We had an audit in the house.}
A: {No worries at all|Happens to everyone}. {We are here now.|I would rather have you relaxed today than stressed last week.}

? prev
A: [Hi $L|Hello $L], {good to see you again|nice to have you back}. {It has been a little while since $prevWhat.|Feels like $prevWhat was yesterday.}
L: [Hi $A|Hello]. {Yes, on $prevDay, I just looked at my notes.|It has. $prevDay, right?}
A: [Exactly|That is right]. {Let me get the recording going and then we can start.|I have my notes open as well.}

? prev
L: {Hi $A|Good $daypart $A}. {I am in a meeting room with no window, so forgive the light.|I am dialling in from the car park, so tell me if it breaks up. I am parked, do not worry.}
A: {You look fine|You sound fine}. {Glad you could still join.|Thanks for joining anyway.}
L: {I did not want to move it again|After $prevWhat I did not want to lose the thread}.

V: {Hello|Hi there}. {Oh, I am the first.|Am I early?}
L: {No, I am here too, just had my camera off.|You are on time. $A is usually the late one, is that right?}
A: {I heard that|I am here, I am here}. {Hi both.|Hello $L, hello $V.}
L: {Hello hello|Hi $A}.

N: {Hi, $N here. $L is just coming, two seconds.|Hello. $L is right behind me, getting a coffee.}
A: {Hi $N, no stress|Hello $N}. {How is your day?|All good on your side?}
N: {Long|Quite good, actually}. {It is only $weekday and it feels like Friday.|We have somebody on holiday, so I am doing two jobs.}
L: {So, here I am. Sorry.|Right, I am here. Hello.}
A: [Hi $L|Hello $L]. {We have not said anything important yet.|You missed nothing.}

A: {OK, I see $L, I see $N|Hello $L, hello $N}. {Is anybody else joining from your side?|Are we waiting for anyone?}
L: {No, that is us for today.|No. Somebody from the project office may drop in, but we do not need to wait.}
N: [Hi|Hello $A].
A: {Then let us begin|Perfect, then we are complete}.

? far
A: [Hello $L|Hi $L]. {I always forget, what time is it for you now?|How is the time over there?}
L: {A civilised hour, do not worry.|It is fine, I asked for this slot.} {And for you?|You are the one at the strange hour, no?}
A: {It is $ourpart here, so I cannot complain.|All good, I had my coffee.}

A: {And we are live|So, here we are}. {Hi $L, sorry, I was fighting with the new headset.|Hello $L. My neighbour has decided to drill today, so if you hear it, I am very sorry.}
L: {I hear nothing|It sounds fine to me}. {You should hear our workshop.|We have had worse on this line.}
A: {Good|All right then}. {I will mute when I am not speaking, just in case.|Shall we?}

## recording
A: {Quick housekeeping|Before we start}: {is it OK for you if I record this? It is only for the notes.|I would record the call so that I do not have to type all the time. Is that fine with everybody?}
L: {That is fine. As long as my hair is not the subject.|Yes, go ahead. And please share it afterwards, a colleague could not come.|No objection.}

A: {You will see the recording notice pop up|The little red dot is on}. {We use it for the summary, and you get the summary as well.|It goes into our notes, nobody outside the two teams sees it.} Any problem with that?
L: [None|No problem].
N: {Fine for me too|Fine}.

L: {Is this being recorded?|I see it says recording.}
A: {It is, unless you mind. I can switch it off.|Yes, for the notes. Happy to stop it if you prefer.}
L: No, no, {leave it on. I want the summary.|it is good. Last time the summary saved me an hour.}

## hiccup
L: [Sorry|Excuse me], you {froze|broke up} for a moment. Could you {repeat the last sentence|say that again}?
A: [Sure|Of course]. {I only said that I will send the notes around afterwards.|Nothing clever, I was saying we have plenty of time.} [Is it better now?|Can you hear me now?]
L: [Yes, now it is back|Better, yes].

N: {Sorry, I got thrown out.|I am back. The Wi-Fi in this building is a scandal.} [What did I miss?|Where were we?]
L: {Nothing yet|Not much, we were just getting into it}.
A: [Welcome back|No problem]. {We can hear you fine now.|Keep the camera off if it helps the line.}

A: Let me share my screen. {Can you see the slide?|Do you see it?}
L: {I see... your mailbox|Not yet. Only black|I see your calendar, you are a busy person}.
A: {Oh. One moment.|Wonderful. Hold on.} [Now?|And now?]
L: {Now I see it|Yes, that is it}.

L: {Just a second, there is somebody at the door.|One moment please, the dispatch phone is ringing and nobody picks it up.}
A: {Take your time|Sure, go ahead}.
L: {Sorry. A delivery for the neighbour, of course.|Done. They only wanted to know where the van keys are.}
A: [No problem|All good]. [Where were we?|]

N: {There is an echo|I hear myself twice}. {Is somebody in the same room on two laptops?|I think two of us are in one room.}
L: {That is us. Wait, I mute.|Ah, yes, my fault. Muting.}
A: {Gone|That fixed it}. Thanks.

A: {Sorry, go ahead|Oh, sorry}, $L, I interrupted you.
L: {No, no, please, you first.|It was not important.}
A: {I was only going to say that we should keep an eye on the time. Go on|I wanted to check that I understood you right before we go on. Please}.

## smalltalk
? winter
A: {How is the weather in $city?|Do you have snow in $city?}
L: {Grey|Dark when I come, dark when I go}. {The kind of rain that comes from the side.|They promised snow and we got ice, so the van fleet is half in the ditch. I exaggerate, but not a lot.}
A: {Same here. We had sun for about four minutes on Sunday, and everybody ran outside.|We have neither, only wind. I am almost jealous of the snow.}

? summer
A: {Are you surviving the heat?|How hot is it in $city?}
L: {Thirty-{3-7}, and the air conditioning in this room is decorative.|Do not ask. I have my feet in a bucket under the desk.}
A: {That is dedication|I did not need to know that}. {We keep the blinds down and pretend it is November.|I am jealous.}
L: {It is our busiest time, of course|And the phones ring all day}.

? spring
L: {Excuse my voice, it is the pollen.|If I sneeze, it is the birch trees.}
A: {Oh no. Do you want to leave the video off?|My daughter has the same. Half a box of tissues a day.}
L: {No, it is fine. Two weeks every year, then it is over.|I am used to it. Just mute me mentally.}

? autumn
A: {Did you get away at all over the summer?|Were you away in the summer?}
L: {A week of camping. It rained for {4-6} days of it.|Ten days at my sister's, and then the school start. I needed a holiday from the holiday.}
A: {Sounds about right|Been there}. {I painted a kitchen, if that is any comfort.|We came back with a dog, which was not the plan.}

L: {Did you see the match yesterday?|You look tired. The match?}
A: {I saw the first half. I made the mistake of going to bed.|I switched it off at two nil, so no spoilers, please.}
L: {Then I say nothing|Then you missed everything}. {Extra time, that is all I say.|Watch the last ten minutes.}

A: {Is that a real bookshelf behind you, or a background?|What is that behind you, is that a model?}
L: {It is real. My predecessor collected manuals, and I do not dare throw them away.|That is a cut-open valve from the training room. It is the only decoration they allowed.}
A: {I like it|That beats my plant}.

? !first
L: {You have a new office?|That is a different wall than last time.}
A: {Good eye. We moved desks, I now sit next to support, which is educational.|I am at home, the office has a fire drill today. They told us last night.}
L: {Then you hear the truth all day|Those always come at the best moment}.

A: {How was the trade fair?|Were you at the trade fair last week?}
L: {Big. My feet still hurt.|The coffee was terrible and everyone had the word intelligent on the stand.} {We had a few good talks, though.|I think I shook two hundred hands.}
A: {Did you see anything interesting?|Anything worth stealing?}
L: {A man with a drone who wanted to inspect our roof. That is about it.|A folding ladder. I am serious, it was the best thing there.}

N: {Sorry for the noise, we have the apprentices in the house today.|If you hear hammering, it is the training workshop next door.}
A: {How many do you take on?|Nice. Is it hard to find them?}
N: {Six this year. Two years ago it was eleven applications for two places, now we go to the schools ourselves.|Very. We pay for the driving licence now, that helped more than the posters.}
A: {Everybody tells me that|I hear this everywhere}. {It is the same with dispatchers.|}

L: {I must say, my son asked what I do all day, and I said I look for vans.|My neighbour asked me if we fix washing machines. Twenty years, and he still thinks so.}
A: {That is a fair summary. I tell mine that I send e-mails.|Well, do you?}
L: {Sometimes I wish.|He was not impressed.}

? !first
A: {How did the move of the depot go?|Did you get everything settled with the new depot?}
L: {We are in. Nobody can find a screwdriver, but we are in.|Mostly. The rack for the $parts arrived in the wrong length, so they live on the floor.}
A: {That takes a month|It always looks worse before it looks better}.

N: {Is that a cat?|I think somebody is walking over your keyboard.}
A: {That is a cat. She has opinions about forecasts.|Sorry, yes. She only comes when I share my screen.}
L: {She is welcome. Ours is a dog, and he hates the doorbell.|At least she is quiet. We have the drill from next door.}

L: {I have to eat my sandwich while we talk, I hope you do not mind.|I missed lunch, so if I chew, that is why.}
A: {Please do. I had mine at half past ten, like a child.|Go ahead. I will do the talking for the first two minutes.}
L: {Deal|You are very kind}.

A: {How was your journey back the other day?|Did you get home all right after the storm?}
L: {Four hours for a trip of two. There was a tree on the line.|Yes, but I slept in a hotel with a carpet on the wall.}
A: {Those are the trips one remembers|That sounds like a story for a longer call}.

N: {Congratulations, by the way. I saw the thing about the award.|I saw you in the paper. Or your boss, in any case.}
A: {Oh, thank you. It is a glass triangle, and nobody knows where to put it.|That was him. He practised the smile for a week.}
N: {Put it on top of the printer|It was a good smile}.

## intro.round
? first
A: {Maybe a quick round, as we have not all met.|Shall we do a very short round of introductions?} I am $A, I look after {customers in your region|companies with field teams like yours} at $us, {and I have been here for about {2-5} years.|before that I was {4-9} years at a machine builder, so I have been on your side of the phone.}
L: [Good|Thank you]. I am $L, {as you know|my title is longer than my name}. {I am responsible for the service organisation, so {everything after the sale|everything with wheels and a toolbox}.|I have been at $account for {6-19} years, the first half of it in the van.}

## intro.second
? first
V: {And I am $V. I am the technical person, so if something does not work, it is me.|$V, hello. I do the technical side with $A, and I promise to stop when I get too deep.}
L: [Nice to meet you|Welcome].
N: {I am $N. I am mostly here to listen, and to ask the annoying questions at the end.|$N, hello. I sit next to $L and I will have to live with whatever gets decided.}
A: {The annoying ones are the good ones|Perfect, that is the right mix}.

? first
N: {Shall I start? $N. I came to $account last year.|I am $N, good $daypart.} {My part is making sure that what we buy also fits what we have.|I am the one who has to explain it to the others, so bear with me.}
A: {Great to have you here. And please stop me whenever I use a word you do not use.|Thank you, $N. Stop me whenever I use a word you do not use.}
N: {I will|Do not worry, I will}.

## intro.us
? first
A: {Two sentences about us, and then I will be quiet.|I will spare you the twenty slides.} $us makes planning software for companies that send people out to fix things. {About four hundred companies use it, from thirty vans to three thousand.|We do nothing else: plan the day, run the job, and know afterwards what it cost.}
L: {That is clear|Good, I looked at your site last night}. {And you are an independent company?|And where are you based?}
A: {Independent, yes, owned by the people who work here and two family funds.|Head office is in Antwerp, support sits in Antwerp and Aarhus, and a few of us are scattered.}
L: [OK, good|Good to know].
`;
