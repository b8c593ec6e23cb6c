/**
 * Words that have a grammatical function only, in the languages that can be told apart by them. They are written without
 * accents, as folded texts have them, and without the parts that an apostrophe separates.
 */
const LISTS = {
  en: `a about above after again against all am an and any are aren as at be because been before being below between both
    but by can cannot could couldn d did didn do does doesn doing don down during each few for from further had hadn has
    hasn have haven having he her here hers herself him himself his how i if in into is isn it its itself just ll m me
    more most my myself no nor not now of off on once only or other our ours ourselves out over own re s same shall she
    should shouldn so some such t than that the their theirs them themselves then there these they this those through to
    too under until up ve very was wasn we were weren what when where which while who whom why will with won would
    wouldn you your yours yourself yourselves`,
  de: `aber alle allem allen aller alles als also am an auch auf aus bei bin bis bist da damit dann das dass dein deine dem
    den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer
    eines er es etwas euch euer fur gegen hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre
    ihrem ihren im in ins ist ja jede jedem jeden jeder jedes jetzt kann kein keine keinen konnen konnte mal man mein
    meine mich mir mit muss nach nicht nichts noch nun nur ob oder ohne schon sein seine sich sie sind so soll sollte
    sondern sonst uber um und uns unser unsere unter vom von vor wann war waren warum was weg weil wenn wer werde werden
    wie wieder wir wird wo wurde wurden zu zum zur zwar zwischen`,
  fr: `a ai aie ait as au aux avait avec avez avons c ce cela ces cet cette ceux ci comme d dans de des donc du elle elles
    en es est et etaient etait ete etre eu eux fait il ils j je l la le les leur leurs lui m ma mais me meme mes moi mon
    n ne nos notre nous on ont ou par pas plus pour qu quand que quel quelle qui quoi s sa sans se sera ses si son sont
    sur t ta te tes toi ton tous tout toute tres tu un une vos votre vous y`,
  es: `a al algo ante antes asi aun cada como con cual cuando de del desde donde el ella ellas ellos en entre era eran es
    esa esas ese eso esos esta estaba estan estar estas este esto estos estoy fue fueron ha habia han has hasta hay he
    la las le les lo los mas me mi mis mucho muy nada ni no nos nosotros o os otra otro para pero poco por porque pues
    que quien se sea ser si sin sobre son soy su sus tambien tanto te tenemos tengo ti tiene tienen todo todos tu tus un
    una uno unos usted ustedes va vamos y ya yo`,
  it: `a ad agli ai al alla alle allo anche avere c che chi ci come con cosa cui d da dagli dai dal dalla dalle degli dei
    del della delle dello di dove e ed era erano essere fa fra gli ha hai hanno ho i il in io l la le lei li lo loro lui
    ma mi mia mio molto ne nei nel nella nelle noi non nostra nostro o per perche pero piu poi quale quando quella
    quello questa queste questi questo qui se sei si siamo siete sono sta stato su sua sul sulla suo ti tra tu tua tuo
    tutti tutto un una uno vi voi`,
  pt: `a ao aos aquela aquele aquilo as ate com como da das de dela dele deles depois do dos e ela elas ele eles em entre
    era essa esse esta estamos estao estar estava este eu foi foram ha isso isto ja la lhe mais mas me mesmo meu minha
    muito na nao nas nem no nos nossa nosso num numa o os ou para pela pelo por porque quando que quem se sem ser seu
    seus so sua suas tambem te tem temos tenho ter um uma umas uns vai voce voces`,
  nl: `aan al alles als altijd ben bij daar dan dat de der deze die dit doch doen door dus een en er ge geen had heb hebben
    heeft hem het hier hij hoe hun iets ik in is ja je jij jullie kan kunnen maar me meer men met mij mijn moet na naar
    niet niets nog nu of om omdat ons onze ook op over te tegen toch toen tot u uit uw van veel voor waar want was wat
    we wel werd wie wij wil worden wordt zal ze zelf zich zij zijn zo zonder zou`,
  da: `ad af alle at bare blev blive bliver da de dem den denne der deres det dette dig din disse du efter eller en end er
    et for fra ham han hans har havde have hende her hos hun hvad hvis hvor hvordan i ikke ind jeg jer jo kan kom kunne
    lige man mange med meget men mig min mit mod ned noget nogle nok nu og ogsa om op os over pa sa sig sin skal skulle
    som til ud under var ved vi vil ville vores`,
  sv: `alla allt att av bara blev bli blir da dar de dem den denna deras dess det detta dig din du efter eller en er ett
    fran for ha hade han hans har har hela henne hennes hon hur i icke in ingen inte jag kan kunde man manga med mellan
    men mig min mycket nagon nagot nar ni nu och ocksa om oss over pa sa samma sin sitt ska skulle som till under upp ut
    utan var vara varit vi vid vilka vill`,
  no: `alle at av bare begge ble bli blir da de deg dem den denne der deres det dette din disse du eller en enn er et ett
    etter for fordi fra ha hadde han hans har henne hennes her hun hva hvem hvis hvor hvordan i ikke inn jeg kan kom
    kunne man mange med meg meget men mer mot na noe noen og ogsa om opp oss over pa sa seg selv sin skal skulle slik
    som til ut var ved vi vil ville var`,
  fi: `ei eivat emme en et ette etta han hanen hanta he heidan heita itse ja joka jos jotka jota kanssa kuin kuka kun me
    meidan meita mika mina minun minua minulla mita mukaan mutta muu myos ne niiden niin niita noin nyt ole olemme olen
    olet olette oli olisi olivat olla on ovat se sen siina siita sina sinun sita tai tama taman tassa tasta te teidan
    vaan vai vain voi yli`,
  hu: `a abban ahhoz ahogy aki akik akkor ami amit arra arrol az azok azon azt azzal be csak de e ebben egy egyik el en es
    ez ezek ezt fel ha hanem hogy igen is itt jo kell ki le lehet lesz ma mar meg mely mert mi mig mint minden mit most
    nagyon ne nekem nem nincs o ok olyan ott s sem sok szerint te tehat ugy utan vagy vagyok valami van vannak volt
    voltak`,
  ro: `a acea aceasta acest aceste acestea ai aici al ale am ar are as asta asa astfel au avea ca care ce cel cele cu cum
    da dar de deci din doar dupa ea ei el ele era este eu fi fie fost iar ii il in intr isi la le lor lui ma mai mea mi
    ne nici noi nostru nu o or pe pentru poate prin sa sale sau se si sint spre sunt te toate tot tu un una unde unei
    unui va vom vor voi`,
  tr: `acaba ama ancak bana bazi belki ben beni benim bir biraz biz bize bizim bu buna bunlar bunu cok cunku da daha de
    degil diye en gibi hem hep hic icin ile ise iste kadar ki kim mi mu nasil ne neden nerede o olan olarak oldu olur
    ona onlar onu onun sana sen seni siz size sonra su tum ve veya ya yani yok var`,
  id: `ada adalah agar akan aku anda antara apa apakah atau bagi bahwa banyak beberapa belum bisa boleh bukan dalam dan
    dapat dari dengan di dia harus hanya ini itu jadi jika juga kalau kami kamu karena ke kita lagi lebih maka mana
    masih mereka mungkin oleh pada para saat saja saya sangat sebagai sebuah seperti serta sudah tapi telah tentang
    tetapi tidak untuk yaitu yang`,
  ru: `а без бы был была были было быть в вам вас весь во вот все всего всех вы где да даже для до его ее если есть еще же
    за здесь и из или им их к как какая какой когда кто ли либо лучше мне может мы на надо наш не него нее нет ни них но
    ну о об один он она они оно от очень по под при с со так также такой там те тем то того тоже только том ты у уже
    хотя чего чем что чтобы эта эти это этого этой этот я`,
  uk: `а але без би був була були було бути в вам вас ви вид вин воно вони все да де для до и из или ии их й коли кому куди
    ли лише ми мене може на над нам нас не нема них ни ну о однак по при про та так такии там те ти то того тому тут у
    хто це цеи ци час чи чого що щоб щодо я як яка яки якии якщо є із і їх її ї від він ні які який ці цей ці ще вже або
    його мені є`,
  bg: `а аз ако без беше бих бъде в вас ви все вы във го да дали до докато е за защо и из или им имам имаме има как както
    какво като когато който които която която кой към ли ме ми много може на нас не него нея ни ние никой но нещо обаче
    от по под при с са само се си след сме сте съм със също така там те ти това този тук тя тази те тези ту у че ще я`,
  el: `αλλα αν αντι απο αυτα αυτες αυτη αυτο αυτοι αυτος αυτου αυτους αυτων για γιατι δε δεν δια εαν ειμαι ειμαστε ειναι
    εισαι εκεινα εκεινη εκεινο εν ενα ενας επι εχει εχετε εχουμε εχουν εχω η ηταν θα ισως κ και κατα κι μα με μετα μη
    μην μια μου να ο οι ομως οπως οσο οτι ουτε παρα ποια ποιος που πρεπει προς πως σαν σας σε στα στη στην στις στο στον
    στου στους τα την της τι τις το τοτε του τους των ως`,
  ar: `ان إن أن أنا أنت أو أي إلى الى التي الذي الذين الآن بعد بين تم ثم حتى حول حيث ذلك سوف عن عند على عليه غير فى في فيه
    قال قبل قد كان كانت كل كما كيف لا لأن لقد لك لكن لم لن لنا له لها ليس ما ماذا مع من منه نحن نعم هذا هذه هل هم هنا هو
    هي و وقد وهو وهي يا يكون`,
  hi: `अगर अपना अपनी अपने अब अभी आप आपका आपके इन इस इसका इसके इसे उन उनका उनके उस उसका उसके उसे एक और कर करके करता करते करना
    करने का कि किया की कुछ के को कोई कौन क्या क्यों गया गई गए जब जा जाता जाती जाते जो तक तब तो था थी थे दिया दो न नहीं ने पर
    फिर बहुत बाद बात भी मगर मुझे में मेरा मेरी मेरे मैं यदि यह यहाँ या ये रहा रही रहे लेकिन लिए व वह वहाँ वाला वाले वे सब
    साथ से हम हमारा हमारे हमें ही हुआ हुई हुए है हैं हो होगा होता होती होते होना`,
  hy: `այդ այլ այն այս դու դուք եմ են ենք ես եք է էի էին էինք էիր էիք էր ըստ թ ի ին իսկ իր կամ համար հետ հետո մենք մեջ մի ն
    նա նաև նրա նրանք որ որը որոնք որպես ու ում պիտի վրա և`,
  ta: `அது அந்த அவர் அவள் அவன் அவை ஆனால் இது இந்த இதில் இல்லை உள்ள என என்ற என்று என்பது எனக்கு ஒரு கொண்டு தான் நாங்கள் நான்
    நீங்கள் பல போது மற்றும் மிக மேலும் வந்து வேண்டும்`,
  pl: `a ale bardzo bo by byc byl byla bylo byly ci co czy dla do gdy gdzie i ich ja jak jako je jego jej jest jestem
    jestesmy jeszcze juz kiedy ktora ktore ktory lub ma mam mamy mi mnie moze my na nad nam nas nie niz o od on ona oni
    oraz po pod prosze przed przez przy sa sie ta tak takze tam te tego tej ten to tu ty tylko tym u w was wiec we wy z za ze`,
  cs: `a ale ani asi az bez bude budeme by byl byla bylo byt ci co do i ja jak jako je jeho jej jejich jen jeste ji jsem
    jsi jsme jsou jste k kde kdyz ktera ktere ktery ma mam me mezi mi mit mu na nas ne nebo neni nez nic o od po pod
    podle pokud pri pro proc proto s se si tady tak take takze tam tento to tohle toho tom tu ty u uz v ve vsak vy z za ze`,
  vi: `anh ay ban bi boi cac cai can chi chinh cho chua chung co con cua cung da day de den di do du duoc gi hay hon khi
    khong la lam lai len minh moi mot muon na nao nay neu ngay nguoi nha nhieu nhu nhung no noi o phai qua ra rang rat
    roi sau se su ta tai thi theo toi trong tren tu va van vao ve vi viec voi vua`,
} as const;

/** The function words of each language; `und` has none. */
export const STOP_WORDS_OF: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(LISTS).map(([language, list]) => [language, new Set(list.split(/\s+/))]),
);
