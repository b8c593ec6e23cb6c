/**
 * Accounts that became customers in the year, that are still undecided (`open`), or that declined (`lost`).
 * First line: full name | spoken name | domain | trade | city | language | currency | zone | story | start.
 * People: C operations, T technology, F money, X field work; name | title | spoken name | mailbox.
 */
export const newBusiness = `
Nordlicht Aufzüge GmbH|Nordlicht|nordlicht-aufzuege.example|lift|Hamburg|de|euros|eu|won|2025-11-04
C|Katharina Brüggemann|Head of Field Service
T|Emre Yıldırım|IT Systems Lead
F|Volker Hansemann|Commercial Director
X|Mandy Petersen|Dispatch Lead

Himadri Elevators Pvt Ltd|Himadri|himadri-elevators.example|lift|Pune|en|dollars|as|won|2025-12-02
C|Anjali Deshmukh-Rao|VP Service Operations
T|Farhan Siddiqui|Enterprise Architect
F|Meenakshi Iyer|Head of Procurement
X|Suresh Gaikwad|Control Room Supervisor

Brisa Clima Mantenimientos|Brisa Clima|brisaclima.example|hvac|Valencia|es|euros|eu|won|2025-11-11
C|Inés Carbonell Ferrer|Directora de Operaciones
T|Pau Llorens|Responsable de Sistemas
F|Amparo Giménez|Directora Financiera
X|Chimo Estellés|Jefe de Planificación|Chimo

Coolhaven Mechanical|Coolhaven|coolhaven.example|hvac|Toronto|en|dollars|am|won|2026-01-13
C|Denise Makokis|Director of Field Operations
T|Andrew Szymański|IT Manager
F|Gurpreet Dhaliwal|Procurement Lead
X|Tyrell Baptiste|Service Coordinator

Skarv Vindkraft AS|Skarv|skarv-vind.example|wind|Trondheim|en|euros|eu|won|2025-12-09
C|Åse Kristoffersen|Operations Manager
T|Per-Øyvind Lund|SCADA and IT Lead|Per-Øyvind
F|Solveig Bakken|Contracts Manager
X|Ánte Sara|Site Team Lead

Eaux du Vernoux|Vernoux|eaux-vernoux.example|water|Lyon|fr|euros|eu|won|2026-02-03
C|Mathilde Garrigues|Directrice d'Exploitation
T|Youssef El Amrani|Responsable SI|Youssef
F|Benoît Chastagner|Directeur Administratif et Financier
X|Sandrine Pouliquen|Responsable Ordonnancement

Clariscan Imaging Services|Clariscan|clariscan.example|medical|Leeds|en|pounds|eu|won|2026-01-20
C|Oluwaseun Adeyemi-Clarke|Field Service Director|Seun
T|Harriet Entwistle|Head of IT
F|Gareth Pryce-Jones|Procurement Manager
X|Nasreen Akhtar|Service Desk Manager

光明医療サービス|Komyo Medical|komyo-medical.example|medical|Osaka|ja|yen|as|won|2026-02-10
C|佐藤 健太|Service Planning Manager|Sato-san|kenta.sato
T|中村 彩|Information Systems|Nakamura-san|aya.nakamura
F|高橋 誠|Finance Department|Takahashi-san|makoto.takahashi
X|渡辺 美咲|Dispatch Center Leader|Watanabe-san|misaki.watanabe

Voltpeak Charging B.V.|Voltpeak|voltpeak-charging.example|ev|Utrecht|en|euros|eu|won|2025-11-18
C|Sanne Hoogendoorn|Head of Asset Uptime
T|Ravi Bhagwandin|Platform Architect
F|Wouter Terpstra|Finance Controller
X|Fatou Diallo|Network Operations Lead

Transalpe Rail Services SA|Transalpe|transalpe-rail.example|rail|Lausanne|fr|Swiss francs|eu|won|2026-03-03
C|Raphaël Zumthor|Directeur Maintenance
T|Ludovic Perrinjaquet|Architecte Applicatif
F|Chiara Bernasconi|Responsable Achats
X|Élodie Rochat|Cheffe de Planification

Kassenwerk Retail Systems|Kassenwerk|kassenwerk.example|pos|Köln|de|euros|eu|won|2026-03-17
C|Jürgen Öztürk-Lammers|Leiter Service
T|Svenja Thielmann|IT-Leiterin
F|Ansgar Mühlenbrock|Einkaufsleiter
X|Cem Aydın|Disposition

Brannvakt Sikring AS|Brannvakt|brannvakt.example|fire|Bergen|en|kronor|eu|won|2026-04-14
C|Ragnhild Eikeland|Service Director
T|Tor-Arne Sæther|IT Manager|Tor-Arne
F|Nguyễn Thị Hồng Hạnh|Finance Manager|Hạnh|hanh.nguyen
X|Leif Mæhlum|Planning Coordinator

Solmera Energía S.L.|Solmera|solmera.example|solar|Sevilla|es|euros|eu|won|2026-04-21
C|Rocío Benjumea|Jefa de Operación y Mantenimiento
T|Álvaro Quintanilla|Responsable de Tecnología
F|Macarena Ybarra|Compras
X|Moha Ouled|Coordinador de Campo

Haddock Ridge Wind Ltd|Haddock Ridge|haddock-ridge.example|wind|Aberdeen|en|pounds|eu|open|2026-06-09
C|Fergus MacAskill|O&M Director
T|Blessing Chukwu|Head of Digital
F|Eilidh Strachan|Commercial Manager
X|Callum Reid-Oduya|Marine and Crew Coordinator

Carretillas Duero|Duero|carretillas-duero.example|forklift|Valladolid|es|euros|eu|open|2026-07-07
C|Begoña Villalpando|Directora de Postventa
T|Íñigo Mozo|Informática
F|Teodoro Crespo|Administración
X|Nuria Zarzuelo|Coordinadora de Taller

Druckmaschinen Wendelin KG|Wendelin|wendelin-druck.example|press|Leipzig|de|euros|eu|open|2026-06-16
C|Annegret Zschoche|Leiterin Kundendienst
T|Phạm Minh Đức|Digitalisierung|Đức|duc.pham
F|Reinhold Gäbler|Kaufmännischer Leiter
X|Sebastian Wöhrle|Einsatzplaner

Robotraite Bretagne|Robotraite|robotraite-bretagne.example|dairy|Rennes|fr|euros|eu|open|2026-07-14
C|Gwenaëlle Le Floc'h|Responsable SAV|Gwenaëlle|gwenaelle.lefloch
T|Damien Kervella|Responsable Informatique
F|Soizic Tanguy|Contrôle de Gestion
X|Yannig Morvan|Planificateur

ひかりソーラー保守|Hikari Solar|hikari-solar.example|solar|Nagoya|ja|yen|as|open|2026-05-19
C|山本 直樹|O&M Manager|Yamamoto-san|naoki.yamamoto
T|小林 さくら|Digital Promotion|Kobayashi-san|sakura.kobayashi
F|伊藤 浩二|Purchasing|Ito-san|koji.ito

Emberline Fire Safety|Emberline|emberline.example|fire|Cork|en|euros|eu|open|2026-08-11
C|Caoimhe Hennessy|Operations Director|Caoimhe
T|Piotr Zawadzki|Systems Analyst
F|Declan O'Mahony|Financial Controller|Declan|declan.omahony
X|Temitope Balogun|Scheduling Lead

Mastline Towers|Mastline|mastline.example|telecom|Nairobi|en|dollars|eu|open|2026-07-21
C|Wambui Githinji|Head of Field Maintenance
T|Abdirahman Yusuf|ICT Manager
F|Kipchoge Rotich|Procurement Manager
X|Achieng' Odhiambo|NOC Shift Lead|Achieng|achieng.odhiambo

Sunfold Solar Care|Sunfold|sunfold.example|solar|Austin|en|dollars|am|open|2026-08-25
C|Marisol Treviño|VP Operations
T|Desmond Achterkirch|Director of IT
F|Lakshmi Pemmaraju|Sourcing Manager
X|Cody Whitehorse|Dispatch Supervisor

Palletrix Lift Trucks|Palletrix|palletrix.example|forklift|Rotterdam|en|euros|eu|lost|2026-02-17
C|Marleen Verhoeff|Service Manager Benelux
T|Jeroen Oudkerk|Application Manager
F|Shanice Koulen|Buyer

TillBridge Ltd|TillBridge|tillbridge.example|pos|Manchester|en|pounds|eu|lost|2025-11-25
C|Nigel Ashworth|Operations Director
T|Iwona Grabowska|IT Lead
F|Tamsin Holroyd|Head of Finance

Medizintechnik Ostertal|Ostertal|ostertal-medtech.example|medical|Jena|de|euros|eu|lost|2026-03-24
C|Dr. Henrike Vollbrecht|Leiterin Technischer Service|Henrike|henrike.vollbrecht
T|Milan Stojanović|IT-Sicherheit
F|Uta Schellenberg|Einkauf

Fourneaux Delmarre|Delmarre|fourneaux-delmarre.example|food|Lille|fr|euros|eu|lost|2026-05-05
C|Hervé Vandenbossche|Directeur Service Client
T|Aminata Coulibaly|Chef de Projet Digital
F|Geneviève Hennion|Achats
`;
