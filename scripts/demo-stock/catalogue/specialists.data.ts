/** What only a dealer of trucks, motorcycles or caravans keeps; the columns are those of the other tables. */
export const MORE_TRUCKS = `
Isuzu|FRR 110-260|F Series|cabChassis|truck|2016-|5.2T 4 191/765|Diesel|A6|RWD|-|3|2|8120x2180x2490|11000|9000|200|-|MWB 134900; LWB Traypack 148900
Isuzu|FSR 140-260|F Series|cabChassis|truck|2015-|7.8T 6 191/761|Diesel|M6|RWD|-|3|2|8420x2430x2740|14000|10000|200|-|LWB 159900; Freightpack 189900
Isuzu|FTS 139-260|F Series|cabChassis|truck|2015-|7.8T 6 191/761|Diesel|M6|4WD|-|3|2|7040x2440x2910|13900|9000|200|-|4x4 Single Cab 196900; 4x4 Crew 208900
Isuzu|FVR 165-300|F Series|cabChassis|truck|2014-|7.8T 6 221/981|Diesel|A6|RWD|-|2|2|8970x2470x2790|16500|16000|200|-|MLWB 176900; Tipper 204900
Isuzu|FVZ 260-300|F Series|cabChassis|truck|2014-|7.8T 6 221/981|Diesel|A6|RWD|-|2|2|9120x2470x2890|26000|16000|400|-|Tipper 238900; Agitator 252900
Hino|300 817|XKU720|lightTruck|light-truck|2018-|4.0T 4 121/464|Diesel|M5|4WD|-|3|2|6210x2040x2580|7500|3500|100|-|4x4 Single Cab 114900; 4x4 Crew 123900
Hino|500 FE|FE1426|cabChassis|truck|2017-|5.1T 4 191/794|Diesel|A6|RWD|-|2|2|8430x2470x2690|14000|9000|200|-|Medium 156900; Curtainsider 182900
Hino|500 FM|FM2628|cabChassis|truck|2019-|7.7T 6 206/824|Diesel|M9|RWD|-|2|2|9450x2490x2780|26000|16000|390|-|XL Long 219900; Flat Tray 238900
Hino|700 FS|FS2848|cabChassis|truck|2020-|12.9T 6 353/2157|Diesel|A16|RWD|-|2|2|8440x2490x3000|28000|22000|390|-|Prime Mover 274900; Tipper 312900
Fuso|Fighter 1627|FM65|cabChassis|truck|2012-2024|7.5T 6 199/784|Diesel|M9|RWD|-|2|2|8670x2470x2700|16000|12000|200|-|LWB 158900; Curtainsider 184900
Fuso|Shogun FV|FV74|cabChassis|truck|2019-|10.7T 6 294/2000|Diesel|A12|RWD|-|2|2|8900x2490x2980|26500|22000|400|-|6x4 Cab Chassis 262900; Tipper 298900
Fuso|eCanter|FEC8|lightTruck|light-truck|2023-|E 0 129/430|Electric|A1|RWD|140km|3|2|6030x2100x2280|7500|-|-|-|MWB 149900; LWB 174900
UD Trucks|Croner|PKE250|cabChassis|truck|2019-|7.7T 6 206/900|Diesel|A6|RWD|-|2|2|8650x2490x2820|18000|12000|200|-|LWB 174900; Curtainsider 199900
UD Trucks|Quon|CW25|cabChassis|truck|2018-|10.8T 6 309/2000|Diesel|A12|RWD|-|2|2|8740x2490x3050|26500|22000|390|-|CW Rigid 264900; GW Prime Mover 279900
Iveco|Eurocargo|ML160|cabChassis|truck|2016-|6.7T 6 206/1000|Diesel|A6|RWD|-|3|2|8500x2460x2850|16000|9000|200|-|Day Cab 164900; Sleeper Cab 172900
MAN|TGM 18.290|N26|cabChassis|truck|2016-|6.9T 6 213/1150|Diesel|A12|RWD|-|2|2|8700x2490x2990|18000|12000|300|-|Day Cab 178900
DAF|LF 290|LF|cabChassis|truck|2020-|6.7T 6 213/1100|Diesel|A6|RWD|-|2|2|8350x2460x2750|16000|9000|200|-|Day Cab 168900; Sleeper Cab 176900
Volvo|FM 460|FM|cabChassis|truck|2014-|12.8T 6 338/2300|Diesel|A12|RWD|-|2|2|8600x2490x3100|26000|24000|400|-|6x4 Rigid 288900; 6x4 Prime Mover 299900
Scania|P 320|P-series|cabChassis|truck|2018-|9.3T 5 235/1600|Diesel|A12|RWD|-|2|2|8600x2490x3050|22500|16000|300|-|4x2 Rigid 224900
Kenworth|T360|T3|cabChassis|truck|2015-|8.9T 6 254/1627|Diesel|A10|RWD|-|2|2|8600x2490x2950|26000|22000|400|-|Rigid 304900; Tipper 324900
`;

export const MORE_MOTORCYCLES = `
Honda|NX500|PC71|-|adventure-bike|2024-|0.471 2 35/43|Petrol|M6|-|3.6|2|-|2165x830x1415|386|-|17.7|-|ABS 9949
Honda|CRF300L|ND16|-|adventure-bike|2021-|0.286 1 20/27|Petrol|M6|-|3.1|1|-|2230x820x1200|300|-|7.8|-|Standard 8299; Rally 9099
Honda|CB300R|NC55|-|naked-bike|2018-|0.286 1 23/28|Petrol|M6|-|3.2|2|-|2012x802x1052|320|-|9.7|-|ABS 7199
Honda|CBR1000RR-R|SC82|-|sport-bike|2020-|1.0 4 160/113|Petrol|M6|-|6.3|1|-|2100x745x1140|380|-|16.1|-|Fireblade 39500; Fireblade SP 49999
Honda|Gold Wing|SC79|-|cruiser|2018-|1.833 6 93/170|Petrol|A7|RWD|5.6|2|-|2615x905x1555|605|-|21.1|-|Tour DCT 48499; Bagger 39999
Yamaha|MT-09|RN69|-|naked-bike|2014-|0.89 3 87/93|Petrol|M6|-|5.0|2|-|2090x795x1190|365|-|14|-|Standard 16799; SP 19999
Yamaha|YZF-R7|RM39|-|sport-bike|2021-|0.689 2 54/67|Petrol|M6|-|4.2|2|-|2070x705x1160|355|-|13|-|LA 14399; HO 14999
Yamaha|Bolt|VN07|-|cruiser|2014-|0.942 2 40/80|Petrol|M5|-|4.7|2|-|2290x830x1120|435|-|13|-|R-Spec 14699
Kawasaki|Ninja 650|EX650|-|sport-bike|2017-|0.649 2 50/64|Petrol|M6|-|4.3|2|-|2055x740x1145|381|-|15|-|L ABS 11299; KRT 11499
Kawasaki|Versys 650|KLE650|-|adventure-bike|2012-|0.649 2 51/61|Petrol|M6|-|4.5|2|-|2165x840x1420|408|-|21|-|L 12399; SE 13099
Kawasaki|Z650RS|ER650|-|naked-bike|2022-|0.649 2 50/64|Petrol|M6|-|4.6|2|-|2065x800x1115|371|-|12|-|L ABS 12299; 50th Anniversary 12799
Suzuki|SV650|WVBY|-|naked-bike|2016-|0.645 2 56/64|Petrol|M6|-|4.0|2|-|2140x760x1090|415|-|14.5|-|LAMS 11590; Standard 11990
Suzuki|Hayabusa|EJ|-|sport-bike|2021-|1.34 4 140/150|Petrol|M6|-|6.7|2|-|2180x735x1165|480|-|20|-|GSX1300R 28190
Suzuki|DR650SE|SP46|-|adventure-bike|2012-|0.644 1 33/54|Petrol|M5|-|4.4|2|-|2255x870x1195|340|-|13|-|Standard 10190
Harley-Davidson|Pan America|RA1250|-|adventure-bike|2021-|1.252 2 112/128|Petrol|M6|-|5.5|2|-|2265x965x1510|455|-|21.2|-|1250 31250; 1250 Special 34995
Harley-Davidson|Nightster|RH975|-|cruiser|2022-|0.975 2 67/95|Petrol|M6|-|5.1|1|-|2250x840x1110|400|-|11.7|-|Standard 21695; Special 23495
Harley-Davidson|Fat Boy|FLFBS|-|cruiser|2018-|1.868 2 70/155|Petrol|M6|-|5.6|2|-|2370x985x1095|545|-|18.9|-|114 36750
BMW|R 1300 GS|KA1|-|adventure-bike|2024-|1.3 2 107/149|Petrol|M6|RWD|4.8|2|-|2212x1000x1406|465|-|19|-|Trophy 34405; Triple Black 35900
BMW|F 900 R|K83|-|naked-bike|2020-|0.895 2 77/92|Petrol|M6|-|4.2|2|-|2140x815x1130|430|-|13|-|Standard 16150
Triumph|Tiger 900|C701|-|adventure-bike|2020-|0.888 3 79/90|Petrol|M6|-|4.7|2|-|2245x935x1450|430|-|20|-|GT Pro 23490; Rally Pro 24190
Triumph|Speed 400|TF|-|naked-bike|2024-|0.398 1 29/38|Petrol|M6|-|3.5|2|-|2091x829x1109|330|-|13|-|Standard 8990
Triumph|Bobber|DP01|-|cruiser|2017-|1.2 2 58/106|Petrol|M6|-|4.6|1|-|2235x800x1055|380|-|12|-|Standard 21490
Ducati|Monster|1M|-|naked-bike|2021-|0.937 2 82/93|Petrol|M6|-|5.2|2|-|2100x800x1090|390|-|14|-|Plus 19400; SP 23600
Ducati|Multistrada V4|1A|-|adventure-bike|2021-|1.158 4 125/125|Petrol|M6|-|6.5|2|-|2230x990x1460|480|-|22|-|Standard 30600; S 36800
KTM|1290 Super Duke R|SDR|-|naked-bike|2020-2024|1.301 2 132/140|Petrol|M6|-|5.6|2|-|2140x830x1120|400|-|16|-|Standard 28095; Evo 30295
Royal Enfield|Hunter 350|J1D|-|naked-bike|2022-|0.349 1 15/27|Petrol|M5|-|2.7|2|-|2055x800x1055|361|-|13|-|Dapper 7990; Rebel 8090
Royal Enfield|Classic 350|J1C|-|cruiser|2021-|0.349 1 15/27|Petrol|M5|-|2.8|2|-|2145x785x1090|365|-|13|-|Halcyon 8290; Chrome 8790
CFMoto|450MT|MT450|-|adventure-bike|2024-|0.449 2 31/42|Petrol|M6|-|4.1|2|-|2210x870x1390|385|-|17.5|-|Standard 7990
CFMoto|650NK|NK650|-|naked-bike|2014-|0.649 2 42/58|Petrol|M6|-|4.8|2|-|2115x780x1080|356|-|17|-|ABS 7290
Indian|Scout|S1|-|cruiser|2015-|1.133 2 69/97|Petrol|M6|-|5.3|2|-|2311x880x1207|449|-|12.5|-|Bobber 22995; Rogue 24495
Indian|Challenger|C8|-|cruiser|2020-|1.769 2 90/178|Petrol|M6|-|6.1|2|-|2500x990x1300|628|-|22.7|-|Limited 41995
Aprilia|RS 660|KS|-|sport-bike|2021-|0.659 2 73/67|Petrol|M6|-|4.9|2|-|1995x745x1165|380|-|15|-|Standard 18990
Moto Guzzi|V7|LD|-|naked-bike|2015-|0.853 2 48/73|Petrol|M6|RWD|4.9|2|-|2165x800x1110|420|-|21|-|Stone 15990; Special 16490
`;

export const MORE_CARAVANS = `
Jayco|Journey|21.66-3|caravan|2016-|6600|2470|2960|2590|3190|Tandem|2|Outback 86990; Touring 79990
Jayco|Crossroad|18.63-4|caravan|2021-|5750|2390|2950|2190|2690|Tandem|3|Outback 68990
Jayco|Silverline|24.75-2|caravan|2018-|7500|2510|2980|3010|3500|Tandem|2|Outback 116990
Jayco|JRV Base Station|21.65-1|caravan|2020-|6800|2490|3060|2900|3500|Tandem|2|Adventurer 119990
Jayco|J-Pod|Trail|camper-trailer|2018-|3900|2060|2010|830|1130|Single|2|Outback 29990; Sport 25990
Jayco|Eagle|Camper|camper-trailer|2009-|5380|2190|1800|1240|1640|Single|5|Outback 38990; Touring 33990
New Age|Gecko|GK16|caravan|2018-|5150|2400|2900|1890|2390|Single|2|Classic 66990
New Age|Road Owl|RO18BS|caravan|2018-|5530|2400|2950|2090|2590|Tandem|4|Bunk 69990; Signature 74990
Crusader|Musketeer|Aramis|caravan|2014-|5690|2470|2980|2260|2760|Tandem|2|Royale 79990
Lotus|Caprice|CP21|caravan|2018-|6700|2500|3080|2640|3340|Tandem|5|Family 99990
Supreme|Getaway|19.6 Bunk|caravan|2016-|6010|2450|3020|2420|2990|Tandem|5|Family 81990
Kokoda|Digger|XC|caravan|2017-|5950|2480|3180|2750|3500|Tandem|2|X-Treme 109990
Essential|Topaz|B-Class|caravan|2018-|6400|2480|3050|2580|3200|Tandem|2|Touring 84990; Bunk 87990
Snowy River|SRC19|SRC|caravan|2019-|5870|2450|3040|2330|2990|Tandem|3|Semi Off Road 72990
Goldstream|1900 RK|Panther|caravan|2014-|5790|2450|3010|2380|2980|Tandem|2|Rear Kitchen 89990
Retreat|Fraser|196R|caravan|2015-|5980|2480|3040|2540|3140|Tandem|2|Ensuite 94990
Zone RV|Z18.6|Z Series|caravan|2019-|5690|2470|3120|2390|3500|Tandem|2|Off Road 144990; Summit 159990
Avan|Aliner|Series 3|camper-trailer|2010-|4650|2210|2060|950|1350|Single|2|Standard 26990; Off Road 32990
Windsor|Rapid|RA460|caravan|2009-2016|4750|2260|2500|1240|1600|Single|3|Pop-Top 38990; FA461 39990
`;
