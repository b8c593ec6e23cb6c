/** Accounts that were customers before the year began, in the form of the new business. */
export const running = `
Ascensores Peña Rubia|Peña Rubia|ascensores-penarubia.example|lift|Bilbao|es|euros|eu|steady|2025-11-06
C|Maite Etxeberria|Directora de Servicio
T|Gorka Lizarraga|Responsable de Sistemas
F|Nerea Uribarri|Compras
X|Koldo Aranburu|Jefe de Turno

Klimarath Kältetechnik|Klimarath|klimarath.example|hvac|Graz|de|euros|eu|shaky|2025-11-12
C|Theresa Obersteiner|Leiterin Service
T|Goran Petrović|IT-Administrator
F|Walpurga Kogler|Controlling
X|Lukas Haselbacher|Disponent

Frostbridge Logistics Service|Frostbridge|frostbridge.example|hvac|Gdańsk|en|euros|eu|steady|2025-11-20
C|Agnieszka Czarnecka|Technical Service Director
T|Łukasz Grzegorczyk|IT Coordinator
F|Bożena Walczak|Finance Director
X|Oleksandr Hrytsenko|Shift Dispatcher|Sasha

Merwezoom Waterwerken|Merwezoom|merwezoom.example|water|Dordrecht|en|euros|eu|grow|2025-11-13
C|Annelies de Kuyper|Manager Operations
T|Mohammed Bouzian|Information Manager
F|Pieter-Bas Kranendonk|Contract Manager|Pieter-Bas
X|Joyce Tuhuteru|Control Room Lead

Kaffeverket Nord AB|Kaffeverket|kaffeverket.example|vending|Umeå|en|kronor|eu|grow|2025-12-03
C|Ulrika Stenmark|Service Manager
T|Ville Niskanen|IT Specialist
F|Gunnar Åkerblom|CFO
X|Amina Warsame|Route Planner

Torrefacta Vending S.p.A.|Torrefacta|torrefacta.example|vending|Torino|en|euros|eu|shaky|2025-11-26
C|Ginevra Bellantuono|Responsabile Assistenza
T|Matteo Quaglia|Responsabile IT
F|Ornella Pautasso|Ufficio Acquisti
X|Samir Haddad|Coordinatore Tecnico

Bornes Azurées|Bornes Azurées|bornes-azurees.example|ev|Nice|fr|euros|eu|steady|2025-12-10
C|Florence Castellani|Directrice Technique
T|Anh-Tuan Lê|Architecte SI|Anh-Tuan|anhtuan.le
F|Régis Maurin|Acheteur
X|Inaya Benali|Superviseure Réseau

Sundvolt AB|Sundvolt|sundvolt.example|ev|Göteborg|en|kronor|eu|grow|2026-01-15
C|Malin Öhrström|Operations Lead
T|Hassan Al-Jubouri|Cloud Engineer
F|Birgitta Wallgren|Purchasing Manager

Veldspoor Onderhoud|Veldspoor|veldspoor.example|rail|Zwolle|en|euros|eu|steady|2025-11-19
C|Gerrit-Jan Wolbers|Maintenance Planning Manager|Gerrit-Jan
T|Nikita van Essen|Application Owner
F|Rosalie Dijkgraaf|Procurement
X|Orhan Çelik|Shift Planner

Anadolink Kule Hizmetleri|Anadolink|anadolink-kule.example|telecom|İzmir|en|euros|eu|shaky|2026-01-08
C|Zeynep Karaosmanoğlu|Saha Operasyon Müdürü
T|Barış Gündoğdu|BT Yöneticisi
F|Nilgün Şahin|Satın Alma
X|Uğur Tekin|Vardiya Amiri

Polesie Tower Services|Polesie|polesie-towers.example|telecom|Lublin|en|euros|eu|grow|2025-12-16
C|Grażyna Mazurkiewicz|Head of Maintenance
T|Wojciech Bąk|IT Manager
F|Urszula Dąbrowska|Purchasing
X|Mykola Tkachenko|Crew Coordinator

Panova Bakery Equipment|Panova|panova-bakery.example|food|Sofia|en|euros|eu|steady|2025-12-04
C|Десислава Панова|Managing Director|Desi|desislava.panova
T|Борис Христов|IT|Boris|boris.hristov
F|Ralitsa Stoyanova|Finance
X|Kalin Dimitrov|Service Planner

Securifeu Midi|Securifeu|securifeu-midi.example|fire|Toulouse|fr|euros|eu|shaky|2025-11-27
C|Pascaline Rouquette|Directrice des Opérations
T|Kévin Tchoumi|Responsable Applications
F|Jean-Baptiste Lacaze|Directeur Financier|Jean-Baptiste
X|Mireille Fabre|Planification

Melkora Dairy Robotics|Melkora|melkora.example|dairy|Leeuwarden|en|euros|eu|steady|2026-01-21
C|Sietske Hoekstra|Service Director
T|Thijs van der Zwaag|ERP and Apps
F|Froukje Bouma|Controller
X|Amir Rezaei|Day Planner

Ordeñe Pampa S.A.|Pampa|ordene-pampa.example|dairy|Rosario|es|dollars|am|steady|2026-01-27
C|Julieta Acevedo|Gerente de Servicio
T|Nahuel Mansilla|Líder de Sistemas
F|Graciela Echeverría|Compras
X|Ezequiel Quispe|Coordinador de Rutas
`;
