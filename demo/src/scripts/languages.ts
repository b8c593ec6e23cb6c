/** Lines in the customer's own language: an opening, an aside, a goodbye. The condition names the language. */
export const languages = `
## native.open
? de
A: Guten Tag zusammen, schön, dass es geklappt hat. {Wie geht es Ihnen?|Hören Sie mich gut?}
L: {Danke, gut. Viel zu tun, wie immer im Service.|Grüß Gott, ja, bestens. Ich habe leider nur eine Stunde, danach übergebe ich die Schicht.}
A: {Das kenne ich. Wollen wir auf Deutsch bleiben oder wechseln wir gleich, damit es für die Aufzeichnung einfacher ist?|Dann machen wir es kurz. Ich würde auf Englisch weitermachen, weil Kollegen das Protokoll lesen, die kein Deutsch können.}
L: {Lieber gleich wechseln, wenn Sie mir bei den Fachwörtern helfen.|Gern auf Englisch, das ist eine gute Übung für mich.}
A: {Great, then we switch to English.|Perfect. English from here on, and German whenever a word is missing.}

? de
L: {Moin|Servus|Guten Tag}, Moment, ich mache nur eben die Tür zu. {Draußen wird gebohrt.|Die Kollegen feiern einen Geburtstag.}
A: {Kein Problem, lassen Sie sich Zeit.|Alles gut, wir warten.}
N: {Ich bin auch schon da. Guten Tag zusammen.|Hallo, ich sitze nebenan und höre mich doppelt.}
A: {Guten Tag. Für das Protokoll machen wir es auf Englisch, ja?|Schön, dann sind wir vollständig. So, let us do it in English for the minutes.}
N: {Ja, klar|Yes, no problem}.

? fr
A: Bonjour $L, vous m'entendez bien ? {Comment allez-vous ?|Ça va de votre côté ?}
L: {Très bien, merci, et vous ? On a eu une semaine un peu folle, mais ça va.|Oui, parfaitement. Un peu de retard ce matin à cause des grèves, mais je suis là.}
A: {Je vous propose de passer à l'anglais pour le compte rendu, ça vous convient ?|On continue en anglais, pour que mes collègues techniques puissent suivre ?}
L: {D'accord, mais soyez indulgents avec mon accent.|Pas de souci. Si un mot me manque, je le dirai en français.}
A: {Your English is better than my spelling. So, let us begin.|Thank you. Of course, French is always welcome here.}

? fr
L: {Bonjour à tous. Excusez-moi, j'étais en ligne avec l'atelier.|Bonjour, désolé pour le bruit, ils refont le couloir.}
A: {Aucun problème, on vient juste de commencer.|Bonjour $L, pas de souci.}
N: {Bonjour, c'est $N. J'ai préparé les chiffres.|Bonjour, je suis là aussi, sans caméra aujourd'hui.}
A: {Parfait, merci beaucoup. We go on in English for the notes, if everyone agrees.|Merci. Alors, English, as agreed, for the colleagues.}
L: {Yes, that is fine|Allons-y. I mean, yes, let us go}.

? es
A: Hola $L, ¿qué tal? {¿Me escuchas bien?|¿Cómo va todo por $city?}
L: {Muy bien, gracias. Con mucho calor y mucho trabajo, como siempre.|Bien, bien, aquí peleando con el cuadrante de la semana que viene.}
A: {Te propongo que sigamos en inglés, porque mis compañeros leen las notas.|Si te parece, pasamos al inglés para que quede todo en el resumen.}
L: {Perfecto, pero si me atasco, sigo en español.|Claro, sin problema. Despacito, por favor.}
A: {Deal. So, let us start.|Of course, and I get stuck as well, so we are even.}

? es
L: {Perdona, estaba en silencio. ¿Se me oye ahora?|Buenas, un segundito, que me llaman por la otra línea. Ya está.}
A: {Ahora sí, perfecto.|Tranquilo todo el mundo, hay tiempo.}
N: {Hola, buenas, yo también estoy.|Hola a todos, aquí $N.}
A: {Genial. Then we are complete, and we go on in English for the notes.|Hola $N. Good, in English then, as always.}

? ja
A: $Lkanji様、本日はお時間をいただきありがとうございます。{音声は大丈夫でしょうか。|お忙しいところ恐れ入ります。}
L: {はい、よく聞こえています。こちらこそ、よろしくお願いいたします。|こちらこそ、ありがとうございます。少し声が遠いですが、大丈夫です。}
A: {議事録の関係で、ここからは英語で進めさせていただいてもよろしいでしょうか。|議事録の都合で、途中から英語に切り替えますね。}
L: {はい、問題ありません。ゆっくり話していただければ助かります。|承知しました。わからない言葉があれば、日本語で聞きます。}
A: {Thank you very much. Then let us continue in English, slowly.|Thank you. Please stop me at any time.}

? ja
L: {おはようございます。すみません、前の会議が長引きまして。|お世話になっております。資料、拝見しました。}
A: {とんでもないです。お待ちしておりました。|ありがとうございます。では、さっそく始めましょうか。}
N: {よろしくお願いいたします。|すみません、私も参加しております。}
A: {よろしくお願いします。 We switch to English now, for the minutes.|ありがとうございます。 So, in English from here.}

## native.aside
? de
L: {Moment, ich frage kurz nach. $N, wie war das mit dem Betriebsrat, haben wir das schriftlich?|Darf ich kurz auf Deutsch? $N, weißt du, wie viele das im letzten Monat waren?}
N: {Ja, seit letzter Woche. Die Vereinbarung liegt bei dir im Postfach.|Nicht auswendig. Ungefähr vierzig, ich müsste in die Liste schauen.}
L: {Sorry about that. So, we have it, I only did not know.|OK. Sorry. We will send you the number.}
A: {No problem, I understood most of it|Take your time}.

? de
N: {Wie sagt man Einsatzplanung auf Englisch? Das klingt immer so militärisch.|Mir fehlt das Wort. Wartungsvertrag, aber mit Reaktionszeit.}
A: {Scheduling, oder dispatching. Beides versteht jeder.|A service level agreement. Ja, das ist ein sperriges Wort.}
N: {Danke. Then that is what I mean.|Genau. That one.}

? fr
L: {Un instant, je demande à $N. Tu te souviens du chiffre pour le mois dernier ?|Attendez, je vérifie. $N, c'est bien validé par la direction ?}
N: {De mémoire, une quarantaine, mais il faut que je vérifie.|Validé oralement, oui. Par écrit, pas encore.}
L: {So, about forty, to be confirmed.|OK. It is more or less confirmed, let us say.}
A: {Merci, I note it with a question mark|Very good, thank you}.

? fr
N: {Comment dire... la tournée. Le technicien part le matin avec sa tournée, et à dix heures elle n'existe plus.|Je le dis en français : le vrai problème, c'est la saisie. Personne n'aime la saisie.}
A: {I understand exactly. The route, the round of the day.|Data entry, yes. C'est partout pareil.}
N: {Voilà|C'est ça, exactly}.

? es
L: {Un momento, que le pregunto a $N. ¿Cuántos avisos tuvimos el lunes?|Perdonad. $N, ¿eso lo habíamos cerrado ya con compras?}
N: {Unos ciento veinte, más o menos. Fue una locura.|Todavía no, falta la firma. Pero no creo que haya problema.}
L: {So, around one hundred and twenty on one Monday.|Not yet signed, but there should be no problem.}
A: {Madre mía. OK, I write it down|Perfecto, gracias}.

? es
N: {Es que aquí cada delegación va a su aire, ya sabes.|A ver cómo lo explico. El parte de trabajo llega tarde, y sin el parte no se factura.}
A: {Ya, lo entiendo. Each branch does its own thing.|Yes, the work report. Sin parte no hay dinero.}
N: {Exacto|Eso es}.

? ja
N: {すみません、$Lkanjiさん、先月の件数は何件でしたでしょうか。|すみません、この部分は社内規程に関わりますので、少し確認させてください。}
L: {確か、四百件ほどだったと思います。正確な数字は後ほどお送りします。|はい、情報システム部の承認が必要ですね。来週には回答できると思います。}
A: {ありがとうございます。 So about four hundred, and you send us the exact number.|わかりました。 So the approval of IT is needed, next week.}
L: {Yes, that is correct.|はい、そうです。}

? ja
L: {すみません、ちょっと日本語で失礼します。現場の担当者は、紙の報告書に慣れていますので、急に変えるのは難しいと思います。|日本語で申し上げますと、「見える化」が一番の目的です。}
A: {よくわかります。 The people on site are used to paper, so step by step.|「見える化」ですね。 To make the work visible, that is the main goal.}
L: {Yes, step by step is important for us.|Yes. I could not find the English word.}

## native.bye
? de
L: {Gut, dann vielen Dank und bis bald.|Alles klar, danke Ihnen. Schönen Feierabend später.}
A: {Vielen Dank, auf Wiederhören.|Danke ebenso. Tschüss zusammen.}

? fr
L: {Merci beaucoup, c'était très clair.|Merci, bonne journée à tous.}
A: {Merci à vous, à très bientôt.|Bonne journée, au revoir.}

? es
L: {Muchas gracias, ha quedado todo muy claro.|Gracias, que tengáis buen día.}
A: {Gracias a vosotros, hasta pronto.|Igualmente, un abrazo. Hasta luego.}

? ja
L: {本日はありがとうございました。引き続きよろしくお願いいたします。|ありがとうございました。失礼いたします。}
A: {こちらこそ、ありがとうございました。失礼いたします。|ありがとうございました。今後ともよろしくお願いいたします。}
`;
