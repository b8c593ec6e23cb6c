/** Invented competitors, objections other than price, and doubts about risk. Several kinds of call use them. */
export const rivals = `
## rival
L: {You should know that we also talk to $comp.|We have $comp in the race as well, I do not want to hide that.}
A: {Thank you for telling me.|I would be surprised if not. They are decent.} {What do you like about them?|What do they do well, in your eyes?}
L: {The map is beautiful. And their sales person calls every [two|three] days.|They know our trade, and they have an office in $city.}
A: {And what keeps you from just signing with them?|And where do you hesitate?}
L: {Offline. In the demo it worked, and in our cellar it did not.|It felt like we would have to work the way they want.} {So that is the point where I look at you.|}

N: {How are you different from $comp?|What is the difference between you and $comp, in one sentence?}
A: {One sentence: they start from the map, we start from the promise to the customer.|They plan the routes very well. We plan the day, including the parts, the certificates, and what goes wrong at ten.}
N: {Hm. They say the same about themselves.|That sounds nice. And in practice?}
A: {In practice, ask both of us to show a sick call at six thirty with a real contract. It takes ten minutes, and you will see.|Give both of us the same messy week of data. Ours is not prettier, but the plan holds until the afternoon.}
L: {We could do that. Same file to both.|That is a fair test, I like it.}

? !discovery
L: {$comp made us an offer, and it is [15|18|20|22] percent under yours.|I have an offer from $comp here, and it is clearly cheaper.}
A: {Is it the same scope? The last time I saw one, the interface and the sign-on were extra.|May I ask if it includes the roll-out and support in your time zone?}
L: {I would have to look. It is a very short offer.|It says integration on request. Hm. On request. That could be anything.}
A: {I am not saying anything bad about them. Just put the lines next to each other.|Compare the third year, not the first. Their first year is always nice.}
L: {I will do a table|OK. I make a sheet with both}.

C: {A colleague at another company uses $comp, and he is happy. More or less.|I called somebody who has $comp. I was curious.}
A: {What was the less?|And?}
C: {Support. They wait [two|three] days for an answer, and it comes with a link to an article.|He said the first year was good and then they were bought by somebody, and since then nothing moves.}
A: {I do not like to comment on others. Ask three customers of ours how long they wait.|That is what I hear too, but ask more than one person.}
C: {I will ask|Give me the names and I ask}.

L: {And there is $comp2, but I think they are out.|We had $comp2 on the list too.}
A: {May I ask why?|What put them off the list?}
L: {They wanted [nine|twelve] months for the introduction and a project manager full time.|Too big for us. They speak to companies with five thousand people.}
A: {So it is between $comp and us?|And $comp is still in?}
L: {$comp, you, and doing nothing. Doing nothing is the strongest one.|Yes. It is a two-horse race, plus the horse that stays in the stable.}

T: {Technically I have to say, $comp has the better documentation of the interface.|I tested the API of $comp last week, it was quite nice.}
A: {Have you looked at the new version of ours? It came out in {spring|September|January}.|Fair. What was better?}
T: {Not yet. I want examples that I can copy and see run.|They had a sandbox without talking to anybody.}
S/A: {Those are in there now, in [four|five] languages. And you get a sandbox from me today, without a form.|OK, point taken. The sandbox is open for you from today, and tell me what is missing.}
T: {Then I compare again|Good, I will be honest with you}.

? !old-sheet
L: {And our IT says, why not extend what we have?|There is a voice in the house that says, we build it ourselves.}
A: {That is the competitor I respect most.|I hear that in every second call.} {How many people would work on it, and for how long?|Who would look after it in three years?}
L: {One and a half people, they say. And I know what half a person means.|That is exactly my question. The person who built $old is sixty-one.}
A: {A board you can build in [three|four] months. The phone without signal is what takes years.|I would let them build what nobody else has, and buy the rest.}

## doubt
L: {My worry is a different one.|If I am honest, price is not what keeps me awake.} {It is the change. We tried one new tool two years ago, and after three months everybody was back on paper.|We are not good at projects. We start well.}
A: {What happened in month two?|Why did it tip over, what do you think?}
L: {The first bug. One bad morning, and then nobody believed in it any more.|The boss was on holiday, and the regions did what they wanted.}
A: {Then we plan for a bad morning. There will be one, and we say so before.|That is why we start with one region and a person who wants it, and the next one only starts when that one is calm.}
L: {That makes sense|OK. I have heard worse plans}.

N: {What if you are sold? Or disappear?|You are not a very big company, if I may say so.}
A: {[210|240] people, profitable since [2019|2020], and not for sale. But I know everyone says that.|We are small enough that you get the same person twice.} {In the contract you have an export of everything and twelve months of running on.|If we were sold, you may leave with ninety days, that is a clause.}
N: {I would want to see that clause.|Good. That was the answer I wanted.}

L: {It feels like too much for us.|I am afraid it is a bit oversized for us.} {We are $seats people, not three thousand.|We do not need artificial intelligence, we need a plan.}
A: {Then we switch off three quarters of it. I mean that, there is a list.|Most of our customers are your size. The big ones just have more of the same.}
L: {And then I pay for a quarter?|And I pay for the parts that I do not use?}
A: {You pay for $products. The rest you do not even see.|No, only what is in the offer.}

C: {I cannot start now, my people are at the limit.|The timing is bad. I have two vacancies in the planning.}
A: {I understand. When would it be less bad?|That is exactly when it helps, but I know how it sounds.}
C: {After $peak. But I said that last year as well.|Never? There is always something.}
A: {Then let us make it small. Two hours a week from one person, for one region.|We can do the data work for you, that takes most of the load away in the first month.}
C: {Two hours a week I can find|If you do the data, that changes things}.

T: {I worry about the lock-in. Everybody helps me to come in.|How do I get out again? Nobody ever shows me that part.}
S/A: {Everything you put in comes out, in open formats, through the same API, without asking us.|We have a page called leaving. It is the most boring page on our site and I am proud of it.}
T: {And the photos and signatures?|Including the history?}
S/A: {Including those, with the job they belong to.|Yes. It is big, so it is a download overnight, but it is all there.}

X: {I have to say it, somebody has to.|Can I say what the desk thinks?} {They think the computer will plan and they will be gone.|They ask me if this replaces them.}
A: {No. We have never had a customer with fewer planners afterwards, they just had more people per planner.|I would tell them the truth: the typing goes away, the deciding stays.}
L: {And I need every one of them, I said that in the meeting.|Nobody goes. I wish I had two more.}
X: {Say it again, please. In front of them.|I believe it. They have to hear it, though.}
`;
